import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type JsonValue } from '#journal/canonical-json.ts';

test('keys are sorted by code units, at every depth, and absent ones left out', () => {
  const value = {
    b: [{ z: 1, a: undefined, y: null }],
    '€': 1,
    '\r': 2,
    '1': 3,
    '😀': 4,
    ﬁ: 5,
    A: '\u20ac\n"',
  };
  expect(canonicalJson(value)).toBe(
    '{"\\r":2,"1":3,"A":"€\\n\\"","b":[{"y":null,"z":1}],"€":1,"😀":4,"ﬁ":5}',
  );
});

test('numbers are printed as RFC 8785 prints them', () => {
  expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  );
});

test('whatever the order of its keys, a value has one form, which reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = canonicalJson(value as JsonValue);
      const read = JSON.parse(text) as JsonValue;
      expect(canonicalJson(read)).toBe(text);
      expect(canonicalJson(reversed(read))).toBe(text);
      expect(createHash('sha256').update(text).digest('hex')).toHaveLength(64);
    }),
  );
});

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const entries = Object.entries(value).map(([key, entry]): [string, JsonValue] => [
    key,
    reversed(entry ?? null),
  ]);
  return Object.fromEntries(entries.reverse());
}
