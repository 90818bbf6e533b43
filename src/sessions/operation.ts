import type { z } from 'zod';
import type { Outcome } from '#actions/outcome.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Effect } from '#policy/effects.ts';
import type { Session } from './session.ts';

/** What an operation runs with. */
export interface OperationContext {
  readonly session: Session;
  /** By when the call has to answer, with the caller's signal. */
  readonly deadline: Deadline;
}

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
  /** The ref it acts on, as the caller gave it. */
  readonly ref?: string;
}

export interface OperationResult {
  /** One sentence: what was done. */
  readonly said: string;
  /** The tab it was done in, where there is one. */
  readonly page?: Page;
  /** What an action changed; absent for what only reads. */
  readonly outcome?: Outcome;
  /** What was read, as text from the page: untrusted. */
  readonly text?: string;
  /** Lines of ours about the tabs, for the reply. */
  readonly lines?: readonly string[];
}

/** When a call may run: in the session's turn, or at any time. */
export const TURNS = ['in-turn', 'any-time'] as const;
export type Turn = (typeof TURNS)[number];

/**
 * One thing that can be asked. `plan` touches nothing; `run` looks again and refuses when what was planned on
 * has changed.
 */
export interface Operation<Input = never, Planned extends Plan = Plan> {
  readonly name: string;
  readonly summary: string;
  readonly input: z.ZodType<Input>;
  readonly turn: Turn;
  /** Most time a call may take, in milliseconds. */
  readonly timeoutMs: (session: Session, input: Input) => number;
  plan(context: OperationContext, input: Input): Promise<Planned>;
  run(context: OperationContext, plan: Planned, input: Input): Promise<OperationResult>;
}

/** Declares an operation, with its input's type taken from its schema. */
export function operation<Input, Planned extends Plan>(
  declared: Operation<Input, Planned>,
): Operation<Input, Planned> {
  return declared;
}
