import { expect, test } from 'vitest';
import { parseKeys } from '#actions/keys.ts';

test.each([
  ['Control+A', 'a', 'KeyA'],
  ['ctrl+a', 'a', 'KeyA'],
  ['Control+Shift+a', 'A', 'KeyA'],
  ['Shift+a', 'A', 'KeyA'],
  ['A', 'A', 'KeyA'],
  ['Control+Enter', 'Enter', 'Enter'],
  ['Control++', '+', 'Equal'],
])('%s gives what a keyboard gives: %s', (text, key, code) => {
  expect(parseKeys(text).key).toMatchObject({ key, code });
});

test('a modifier or key that there is not is refused with those there are', () => {
  expect(() => parseKeys('Hyper+a')).toThrow(/Hyper is no modifier; there are Alt, Control/);
  expect(() => parseKeys('Control+Nokey')).toThrow(/There is no key Nokey; keys are characters and/);
});
