import type { ControlKind, ElementState, StepOperation } from '#workflow/step.ts';

/**
 * One way to say an operation. `pattern` is a regular expression with slots `{target}`, `{value}` and
 * `{within}`; `example` is a sentence it understands, shown as the remedy.
 */
export interface Phrasing {
  readonly does: Exclude<StepOperation, 'verify' | 'wait-for'> | 'double-click';
  readonly pattern: string;
  readonly example: string;
}

/** One way to say what a page has to show, after a word of `verify` or `waitFor`. */
export interface ExpectationPhrasing {
  readonly is: 'text' | 'no-text' | 'field' | 'url' | ElementState;
  readonly pattern: string;
  readonly example: string;
}

/** The words of one language. Order is meaning: the first phrasing that fits a sentence wins. */
export interface Lexicon {
  readonly locale: string;
  readonly phrasings: readonly Phrasing[];
  readonly verify: string;
  readonly waitFor: string;
  readonly expectations: readonly ExpectationPhrasing[];
  /** An element with the part, row or dialog it stands in, both in quotes: pattern of `{target}` and `{within}`. */
  readonly placed: string;
  /** Words beside a name that say its kind, longest first. */
  readonly kinds: readonly (readonly [word: string, kind: ControlKind])[];
}
