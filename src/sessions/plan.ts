import type { Outcome } from '#actions/outcome.ts';
import type { Page } from '#browser/page.ts';
import type { Effect } from '#policy/effects.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';

/**
 * What an operation is about to do, known before anything is touched. The gate decides on this, and the run
 * does this and nothing else.
 */
export interface Plan {
  readonly effects: readonly Effect[];
  /** Address of the document it acts on. */
  readonly url: string;
  /** Address it leads to, where that can be known. */
  readonly destination?: string;
  /** What it will be done to, in words, for people and records. */
  readonly target?: string;
  /** What a person has to read before they agree, in place of the input. */
  readonly shown?: string;
  /** The ref it acts on, as the caller gave it. */
  readonly ref?: string;
  /** An address that the caller wrote itself; it is not one that a page offered. */
  readonly composed?: string | undefined;
  /** What it acts on. */
  readonly resolved?: ResolvedRef | undefined;
  /** The tab it acts on, where it acts on no single element. */
  readonly page?: Page;
}

/** A picture that a caller sees. */
export interface ReplyImage {
  /** Base64. */
  readonly data: string;
  readonly mimeType: 'image/png';
}

export interface OperationResult {
  /** One sentence: what was done. */
  readonly said: string;
  /** The tab it was done in, where there is one. */
  readonly page?: Page;
  /** What an action changed; absent for what only reads. */
  readonly outcome?: Outcome;
  /** What was read before is what there is: nothing was read again. */
  readonly isUnchanged?: true;
  /** What was read, as text from the page: untrusted. */
  readonly text?: string;
  /** Pictures for the caller: only what asks for one by its own name gives any. */
  readonly images?: readonly ReplyImage[];
  /** Hash of what was kept of it for whoever audits the session. */
  readonly artifact?: string;
  /** Lines of ours about the tabs, for the reply. */
  readonly lines?: readonly string[];
}
