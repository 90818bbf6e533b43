import type { RecordedOperation } from '#sessions/recorded-operation.ts';
import type { ElementState } from '#workflow/step.ts';

/** What an operation acted on, in the words it is recorded in. */
export type RecordedWords = NonNullable<RecordedOperation['on']>;

/** A value that is lifted out of its sentence. `value` is absent where it may not be kept. */
export interface Lifted {
  readonly label: string;
  readonly value?: string;
  readonly why?: 'secret' | 'unknown' | 'long';
}

/** What a sentence is to say, before its words are chosen. */
export type Meaning =
  | { readonly does: 'open'; readonly url: string }
  | { readonly does: 'click'; readonly count?: 2 }
  | { readonly does: 'fill'; readonly lifted: Lifted }
  | { readonly does: 'select'; readonly values: readonly string[] }
  | { readonly does: 'check' | 'uncheck' | 'hover' | 'download' }
  | { readonly does: 'upload'; readonly files: readonly Lifted[] }
  | { readonly does: 'press'; readonly keys: string }
  | { readonly does: 'answer'; readonly accept: boolean }
  | { readonly does: 'sign-in'; readonly credentialId: string }
  | { readonly does: 'wait-for'; readonly text: string; readonly is: 'text' | 'no-text' | 'url' }
  | { readonly does: 'wait-for-state'; readonly state: ElementState }
  /** Something that no sentence says; what follows it is not the first of its kind. */
  | { readonly does: 'nothing' };

/** One thing that was done, as far as it can be said. */
export interface Move {
  readonly seq: number;
  /** Address of the document it was done in; where it leads, of what opens an address. */
  readonly at: string;
  readonly meaning: Meaning;
  readonly on?: RecordedWords;
  /** Chosen in a list that was pressed first: by which operations. */
  readonly pressed?: readonly number[];
}

/** Two records of one element: the same words, and nothing else that is called so unless the same stands around them. */
export function isSameElement(one: RecordedWords | undefined, other: RecordedWords | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.role !== other.role || one.name !== other.name || one.inDialog !== other.inDialog) return false;
  const hasTwin = [...one.alike, ...other.alike].some(({ name }) => name === one.name);
  return !hasTwin || JSON.stringify(one.around) === JSON.stringify(other.around);
}
