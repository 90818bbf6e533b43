import { expect, test } from 'vitest';
import { foldLine, foldUrl, isSound } from '#messages/fold-text.ts';
import { fitSize, fits, lastingSize, visualTokens } from '#messages/image-fit.ts';
import { readImageSize } from '#messages/read-image-size.ts';
import { proves } from '../spec/proves.ts';

const SAME = 'same';
const TABLE: readonly (readonly [string, number, string, string])[] = [
  ['1024×768', 1_036, SAME, SAME],
  ['1280×720', 1_196, SAME, SAME],
  ['1280×800', 1_334, SAME, SAME],
  ['1456×819', 1_560, SAME, SAME],
  ['1440×900', 1_716, '1389×868', SAME],
  ['1920×1080', 2_691, '1456×819', SAME],
  ['2000×2000', 5_184, '1092×1092', '1932×1932'],
  ['2560×1440', 4_784, '1456×819', SAME],
  ['3840×2160', 10_764, '1456×819', '2576×1449'],
  ['1075×1520', 2_145, '924×1307', SAME],
];

const sizeOf = (words: string) => {
  const [width = 0, height = 0] = words.split('×').map(Number);
  return { width, height };
};

proves('T-8.1', 'sizes and tokens as they were worked out by hand', () => {
  for (const [words, tokens, standard, high] of TABLE) {
    const size = sizeOf(words);
    expect(visualTokens(size), words).toBe(tokens);
    expect(fitSize(size, 'standard'), words).toEqual(standard === SAME ? size : sizeOf(standard));
    expect(fitSize(size, 'high'), words).toEqual(high === SAME ? size : sizeOf(high));
    expect(fits(fitSize(size, 'standard'), 'standard')).toBe(true);
  }
});

proves(['T-8.2', 'T-8.3'], 'a size for a whole session keeps to the smaller edge', () => {
  expect(lastingSize({ width: 1_280, height: 720 }, 'standard')).toEqual({ width: 1_280, height: 720 });
  expect(lastingSize({ width: 2_560, height: 1_440 }, 'high')).toEqual({ width: 2_000, height: 1_125 });
});

proves('T-5.3', 'lines are folded, whole in their characters and cut by them', () => {
  expect(foldLine(' a\u0000\n\u202eb\u2028c ')).toBe('a b c');
  expect(foldLine('x\ud800y')).toBe('x\ufffdy');
  expect([...foldLine('\u{1f600}'.repeat(5_000))]).toHaveLength(4_096);
  expect(foldUrl(`https://x.test/${'a'.repeat(5_000)}`)).toMatch(/^…https/);
  expect(isSound('fine')).toBe(true);
  for (const bad of ['a\nb', '\u2028', '\ud800', 'x'.repeat(4_097)]) expect(isSound(bad)).toBe(false);
});

test('the size of a picture is read from its first bytes', () => {
  const gif = Buffer.alloc(30);
  gif.write('GIF89a', 0, 'latin1');
  gif.writeUInt16LE(640, 6);
  gif.writeUInt16LE(480, 8);
  expect(readImageSize(gif.toString('base64'))).toEqual({ width: 640, height: 480 });
  const jpeg = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 224, 2, 128, 3, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
  expect(readImageSize(jpeg.toString('base64'))).toEqual({ width: 640, height: 480 });
  expect(readImageSize('AAAA')).toBeUndefined();
});
