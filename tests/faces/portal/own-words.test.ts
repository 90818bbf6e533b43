import fc from 'fast-check';
import { expect } from 'vitest';
import { OWN_WORDS_LIMIT, ownWords } from '#faces/portal/own-words.ts';
import { proves } from '../../spec/proves.ts';

proves('P-01', 'our own words are whole lines within their limit, and none of few is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 900 }), { maxLength: 40 }), (lines) => {
      const kept = ownWords(lines);
      expect(kept.join('\n').length).toBeLessThanOrEqual(OWN_WORDS_LIMIT);
      for (const line of kept) expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
      if (lines.length <= 10) expect(kept).toHaveLength(lines.length);
    }),
  );
});

proves('P-01', 'what fits is not touched, the longest is cut first, and what is dropped is counted', () => {
  expect(ownWords(['Clicked: button "Save" e1@v1.', 'Effect: changed.'])).toEqual([
    'Clicked: button "Save" e1@v1.',
    'Effect: changed.',
  ]);
  const [first, second] = ownWords(['x'.repeat(2_000), 'Effect: none.']);
  expect(first).toMatch(/^x+…$/);
  expect(second).toBe('Effect: none.');
  const many = ownWords(
    Array.from({ length: 60 }, (_, n) => `Tab t${n} was closed, and this is said of it.`),
  );
  expect(many.at(-1)).toMatch(/^… and \d+ more lines\.$/);
});
