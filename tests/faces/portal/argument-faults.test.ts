import { expect, test } from 'vitest';
import { checkArgs } from '#faces/portal/check-args.ts';
import { PORTAL_TOOLS } from '#faces/portal/tools.ts';
import { knownElsewhere } from '#transports/known-elsewhere.ts';

const CASES: readonly (readonly [string, unknown, string])[] = [
  ['browser_click', {}, 'browser_click: ref is missing.'],
  ['browser_click', { ref: 7 }, 'browser_click: ref must be a string.'],
  ['browser_click', { ref: 'e1@v1', foo: 1 }, 'browser_click: There is no argument "foo".'],
  [
    'browser_click',
    { ref: 'e1@v1', button: 'up' },
    'browser_click: button must be one of "left", "right", "middle".',
  ],
  ['browser_click', { ref: 'e1@v1', count: 9 }, 'browser_click: count: Too big: expected number to be <=3.'],
  ['browser_click', 'e1@v1', 'browser_click: The arguments must be one object.'],
  ['browser_type', { ref: 'e1@v1', txt: 'x' }, 'browser_type: text is missing. There is no argument "txt".'],
];

test.each(CASES)('%s %j is told in a sentence, with how the tool is called', (name, args, sentence) => {
  const tool = PORTAL_TOOLS.find((candidate) => candidate.name === name);
  expect(() => checkArgs(tool ?? { name, inputSchema: PORTAL_TOOLS[0]?.inputSchema as never }, args)).toThrow(
    expect.objectContaining({
      code: 'invalid_arguments',
      message: sentence,
      facts: expect.objectContaining({ remedy: expect.stringMatching(/^Arguments: .*\.$/) }),
    }),
  );
});

test('names of other tools lead to ours, and to no tool that is not there', () => {
  expect(knownElsewhere('browser_fill_form')).toContain('browser_batch');
  expect(knownElsewhere('browser_evaluate')).toContain('group script');
  expect(knownElsewhere('constructor')).toBeUndefined();
});
