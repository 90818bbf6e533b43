import type { ControlKind, ElementState, StepOperation } from '#workflow/step.ts';

/** What both ways to say something have. */
interface Pattern {
  /**
   * A regular expression with slots: `{target}` and `{within}` are names, `{value}` a text, `{values}` and `{files}`
   * one or several texts in quotes, `{url}`, `{keys}` and `{id}` what their shape allows.
   */
  readonly pattern: string;
  /** A sentence it understands, shown as the remedy. */
  readonly example: string;
  /** It means this only beside one of these kinds: a switch is turned off, a dialog is not. */
  readonly kinds?: readonly ControlKind[];
  /** It means this only with a part in quotes or a kind: plain words around it are as likely prose. */
  readonly isSure?: true;
  /** The value has to be in quotes, a number or an input: other words there are as likely a state. */
  readonly isValueSure?: true;
}

/** One way to say an operation. `value` is what it writes where the sentence has no slot for it. */
export interface Phrasing extends Pattern {
  readonly does: Exclude<StepOperation, 'verify' | 'wait-for'> | 'double-click';
  readonly value?: string;
}

/** One way to say what a page has to show, after a word of `verify` or `waitFor`. */
export interface ExpectationPhrasing extends Pattern {
  readonly is: 'text' | 'no-text' | 'field' | 'url' | ElementState;
  readonly value?: string;
  /** After words of one of the two only; `alone` stands without them, and verifies. */
  readonly after?: 'verify' | 'wait-for' | 'alone';
}

/** Why a sentence that has an operation is no step all the same. */
export type RefusalReason =
  | 'two-operations'
  | 'negation'
  | 'condition'
  | 'question'
  | 'count'
  | 'one-of-several'
  | 'no-name'
  | 'ambiguous';

/** What no step may say: in the sentence, or in words that are taken as a name or value without quotes. */
export interface RefusalPhrasing {
  readonly in: 'sentence' | 'words';
  readonly pattern: string;
  readonly because: RefusalReason;
}

/** The words of one language. Order is meaning: the first phrasing that fits a sentence wins. */
export interface Lexicon {
  readonly locale: string;
  readonly phrasings: readonly Phrasing[];
  readonly verify: string;
  readonly waitFor: string;
  /** What stands before the example of an expectation. */
  readonly exampleLeads: { readonly verify: string; readonly 'wait-for': string };
  readonly expectations: readonly ExpectationPhrasing[];
  /** Words beside a name that say its kind, longest first; `null` for words that say nothing to find it by. */
  readonly kinds: readonly (readonly [word: string, kind: ControlKind | null])[];
  /** The same beside a name in quotes or after an article only: they may as well be part of a name. */
  readonly kindsOfQuoted: readonly (readonly [word: string, kind: ControlKind | null])[];
  /** Around a quoted name that has its kind: `{kind}` and `{name}`. */
  readonly named: readonly string[];
  /** What a name may begin with and does not belong to it. */
  readonly article: string;
  /** Before a step that belongs to a place: `{within}` and `{rest}`. */
  readonly placeBefore: readonly string[];
  /** Of a name that has its place with it: `{within}` and `{rest}`. */
  readonly placeInName: readonly string[];
  /** As `placeBefore` and `placeInName`, with no word for a place: the place has to be in quotes. */
  readonly barePlaceBefore: readonly string[];
  readonly barePlaceInName: readonly string[];
  /** Words for a place, which are no name of one. */
  readonly placeWords: string;
  /** Before a step and after it, without meaning for it. */
  readonly leads: string;
  readonly trails: string;
  /** Between quoted values of a list. */
  readonly listed: string;
  /** Words for keys, in small letters, with the names of the keys. */
  readonly keys: Readonly<Record<string, string>>;
  /** Verbs of operations, and what joins two of them to one sentence, with what may come before the second. */
  readonly verbs: string;
  readonly joiners: readonly (readonly [joiner: string, beforeVerb: string])[];
  readonly refusals: readonly RefusalPhrasing[];
}
