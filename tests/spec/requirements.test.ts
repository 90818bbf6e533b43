import { expect, test } from 'vitest';
import { ALL_REQUIREMENTS } from './requirements.ts';

const FORMS = [
  /^P-\d\d$/,
  /^R\d+$/,
  /^[IVFECH]\d+$/,
  /^W-\d\d$/,
  /^A-\d\d$/,
  /^S-(\d\d|O\d+)$/,
  /^T-(\d+\.\d+|[ER]\d+)$/,
];

test('each requirement has an id of its source and says one sentence', () => {
  for (const [id, { says }] of Object.entries(ALL_REQUIREMENTS)) {
    expect(
      FORMS.some((form) => form.test(id)),
      id,
    ).toBe(true);
    expect(says, id).toMatch(/^\S.*\.$/);
  }
});

test.each([
  ['P-', 77],
  ['W-', 55],
  ['A-', 58],
  ['S-', 51 + 25],
])('no row of %s is missing', (prefix, count) => {
  expect(Object.keys(ALL_REQUIREMENTS).filter((id) => id.startsWith(prefix))).toHaveLength(count);
});
