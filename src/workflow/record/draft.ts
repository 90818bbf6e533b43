import type { Workflow } from '#workflow/step.ts';

/** A value that was typed, lifted out of its sentence as an input. A secret one has no value here. */
export interface LiftedInput {
  readonly name: string;
  /** What it was in the session; `''` for a secret, which has no default in the file either. */
  readonly value: string;
  readonly isSecret: boolean;
  /** The step that asks for it first, from 1. */
  readonly step: number;
}

/** Something the session did that became no step. */
export interface LeftOut {
  /** Its place in the session's journal. */
  readonly seq: number;
  /** Words of ours about it; what the page said in it is quoted. */
  readonly what: string;
  readonly why: string;
}

/** A workflow made of what a session did, for its caller to look at before it is saved. */
export interface Draft {
  /** Reads back from `source`; without `file`. */
  readonly workflow: Workflow;
  /** The whole file as it would be written. */
  readonly source: string;
  readonly inputs: readonly LiftedInput[];
  readonly leftOut: readonly LeftOut[];
  /** Sentences on what its caller should know: what is not verified, what has to be looked at. */
  readonly notes: readonly string[];
}

export interface DraftOptions {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The place in the journal to begin at; the whole session when absent. */
  readonly from?: number;
  /** Language of the sentences; when absent, that of most of the names that were acted on. */
  readonly locale?: 'zh' | 'en';
}
