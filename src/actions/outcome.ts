import type { Shown } from '#page/wire.ts';

export const DISPATCH_STATES = ['not_sent', 'sent', 'unknown'] as const;
export type DispatchState = (typeof DISPATCH_STATES)[number];

export const EFFECTS = [
  'none',
  'changed',
  'navigated',
  'loading',
  'opened_tab',
  'download',
  'dialog',
] as const;
export type ActionEffect = (typeof EFFECTS)[number];

/** What an action did, in one shape for all faces. */
export interface Outcome {
  /** Whether the page got the input. Only `not_sent` may be sent again by us. */
  readonly dispatch: DispatchState;
  readonly effect: ActionEffect;
  /** What the control holds now; never of a secret field. */
  readonly value?: string;
  /** Whether what was typed into is known to hold a secret, or known to hold none; absent where neither is known. */
  readonly isSecret?: boolean;
  /** Whether a checkbox, switch or radio button is set now. */
  readonly isChecked?: boolean;
  /** What the element is now, where it could be read back. */
  readonly became?: Shown;
  /** Where the page is, when it is another than before. */
  readonly url?: string;
  /** Tabs that the action opened. */
  readonly tabs?: readonly string[];
  /** Changes of the document that the action's own work made. */
  readonly domChanges: number;
  /** Requests that were sent meanwhile. */
  readonly requests: number;
  /** What was not waited for to its end: `1 request open: GET /api`. */
  readonly stillOpen: readonly string[];
  /** Whole sentences on what is not as one would expect. */
  readonly notes: readonly string[];
}

/** Whether what follows would meet another page than the one that was acted on. */
export function leadsElsewhere({ effect }: Outcome): boolean {
  return effect === 'navigated' || effect === 'loading' || effect === 'opened_tab';
}

/** The outcome of an action that had nothing to do. */
export function nothingToDo(note: string, value?: string): Outcome {
  return {
    dispatch: 'not_sent',
    effect: 'none',
    domChanges: 0,
    requests: 0,
    stillOpen: [],
    notes: [note],
    ...(value === undefined ? {} : { value }),
  };
}
