import type { ControlKind, ElementState, Expectation, Step, StepTarget } from '#workflow/step.ts';

/** A sentence with what a person means by it. */
export type Meaning = readonly [sentence: string, step: Step];

export const at = (name: string, kind?: ControlKind, within?: string): StepTarget => ({
  name,
  ...(kind === undefined ? {} : { kind }),
  ...(within === undefined ? {} : { within }),
});

type Named = StepTarget | string;
const target = (named: Named): StepTarget => (typeof named === 'string' ? { name: named } : named);

export const open = (url: string): Step => ({ does: 'open', url });
export const click = (named: Named): Step => ({ does: 'click', target: target(named) });
export const doubleClick = (named: Named): Step => ({ does: 'click', target: target(named), count: 2 });
export const fill = (named: Named, value: string): Step => ({ does: 'fill', target: target(named), value });
export const select = (named: Named, ...values: string[]): Step => ({
  does: 'select',
  target: target(named),
  values,
});
export const check = (named: Named): Step => ({ does: 'check', target: target(named) });
export const uncheck = (named: Named): Step => ({ does: 'uncheck', target: target(named) });
export const upload = (named: Named, ...files: string[]): Step => ({
  does: 'upload',
  target: target(named),
  files,
});
export const press = (keys: string, named?: Named): Step => ({
  does: 'press',
  keys,
  ...(named === undefined ? {} : { target: target(named) }),
});
export const hover = (named: Named): Step => ({ does: 'hover', target: target(named) });
export const scrollTo = (named: Named): Step => ({ does: 'scroll-to', target: target(named) });
export const waitFor = (what: Expectation): Step => ({ does: 'wait-for', what });
export const verify = (what: Expectation): Step => ({ does: 'verify', what });
export const download = (named: Named): Step => ({ does: 'download', target: target(named) });
export const signIn = (credentialId: string): Step => ({ does: 'sign-in', credentialId });

export const text = (words: string): Expectation => ({ is: 'text', text: words });
export const noText = (words: string): Expectation => ({ is: 'text', text: words, absent: true });
export const field = (named: Named, value: string): Expectation => ({
  is: 'field',
  target: target(named),
  value,
});
export const url = (contains: string): Expectation => ({ is: 'url', contains });
export const state = (named: Named, of: ElementState): Expectation => ({
  is: 'state',
  target: target(named),
  state: of,
});
