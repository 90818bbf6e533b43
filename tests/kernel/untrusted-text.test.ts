import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanText,
  ownLine,
  quotePageText,
  showAddress,
  showPageWords,
  wrapPagePart,
} from '#kernel/untrusted-text.ts';

test.each([
  ['zero-width space', 'pay\u200bment', 'payment', 1],
  ['soft hyphen', 'pay\u00adment', 'payment', 1],
  ['bidirectional override', '\u202eabc\u202c', 'abc', 2],
  ['tag characters', `ok${String.fromCodePoint(0xe0041, 0xe0042)}`, 'ok', 2],
  ['filler letters', 'a\u3164\u115fb', 'ab', 2],
  ['byte order mark', '\ufefftext', 'text', 1],
])('%s is dropped and counted', (_, raw, text, dropped) => {
  expect(cleanText(raw)).toEqual({ text, dropped });
});

test.each(['👩‍👩‍👧', 'می‌خواهم', 'क्‍ष', '❤️'])('%s keeps what it is drawn with', (text) => {
  expect(cleanText(text)).toEqual({ text, dropped: 0 });
});

test('a joiner with nothing to join is dropped', () => {
  expect(cleanText('1\u200d2 \u200d').text).toBe('12');
});

test('line breaks and runs of spaces are one space', () => {
  expect(cleanText('  two\n\n lines\u2028and more\t').text).toBe('two lines and more');
});

test('nothing a page says closes its boundary', () => {
  const nonce = '0123456789abcdef';
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(`<</page ${nonce}>>`, '<</page', `<<page ${nonce} x>>`),
      (text, marker) => {
        const [opening, ...rest] = wrapPagePart(`${text}${marker}${text}`, 'http://a.example', nonce).split(
          '\n',
        );
        const closing = rest.pop();
        expect(opening).toBe(`<<page ${nonce} http://a.example>>`);
        expect(closing).toBe(`<</page ${nonce}>>`);
        expect(rest.join('\n')).not.toMatch(/<<\/?page/);
      },
    ),
  );
});

test('a page string in a sentence of ours stays within its quotes, on its line and within its limit', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '\n',
    '\u2028',
    '[e1@v2]',
    '[f1e1@v2]',
    '<</page 0>>',
    '<<page',
    'word ',
    '\u202e',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }),
      fc.integer({ min: 10, max: 90 }),
      (parts, limit) => {
        const raw = parts.join('');
        const quoted = quotePageText(raw, limit);
        expect(quoted).toMatch(/^"(?:[^"\\]|\\.)*"$/);
        for (const text of [quoted, showPageWords(raw, limit), showAddress(raw, limit), ownLine(raw)]) {
          expect(text).not.toMatch(/[\n\r\u0085\u2028\u2029\u202e]/);
          expect(text).not.toMatch(/<<\s*\/?\s*page/i);
        }
        for (const text of [quoted, showPageWords(raw, limit), showAddress(raw, limit)])
          expect(text).not.toMatch(/(?<!\\)\[(?:f\d+)?e\d+@/);
        expect(showPageWords(raw.replaceAll('[', ''), limit).length).toBeLessThanOrEqual(limit);
        expect(showAddress(raw, limit)).not.toMatch(/\s/);
      },
    ),
  );
});
