import { expect } from 'vitest';
import { foldLine, foldUrl, isSound } from '#messages/fold-text.ts';
import { proves } from '../spec/proves.ts';

const FOLDED = [
  '\u0000',
  '\n',
  '\r\n\t',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u061c',
  '\u200e\u200f',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
];
const KEPT = ['\u00a0', '\u200b', '\u200d', '\u00ad', '"', '\\', '•', '😀'];

proves('T-5.4', 'controls, separators and direction marks of a title become one space', () => {
  for (const marks of FOLDED) expect(foldLine(`a${marks}b`), JSON.stringify(marks)).toBe('a b');
  expect(foldLine('  \n a \u2028\u2029 \n')).toBe('a');
});

proves('T-5.4', 'quotes, slashes and letters stay as they are, so that nothing is escaped twice', () => {
  for (const mark of KEPT) expect(foldLine(`a${mark}b`)).toBe(`a${mark}b`);
});

proves('T-5.3', 'half a surrogate pair becomes the replacement character and a whole one stays', () => {
  expect(foldLine('a\ud83db\ude00c😀')).toBe('a\ufffdb\ufffdc😀');
  expect(isSound('a\ud83d')).toBe(false);
  expect(isSound('a😀')).toBe(true);
});

proves('T-5.3', 'a field is cut by code points and never inside a pair', () => {
  expect(foldLine('😀'.repeat(5000))).toBe('😀'.repeat(4096));
  expect(foldLine('abc', 2)).toBe('ab');
});

proves('T-5.3', 'an address that is too long starts so that nobody opens half of it', () => {
  const long = `https://a.test/${'x'.repeat(5000)}`;
  expect(foldUrl(long)).toBe(`…${long.slice(0, 4095)}`);
  expect(foldUrl(`https://a.test/\n${'x'.repeat(10)}`)).toBe('https://a.test/ xxxxxxxxxx');
});
