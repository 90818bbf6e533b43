import type { z } from 'zod';
import type { Preparation } from '#actions/preparation.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Given } from './given.ts';
import type { OperationResult, Plan } from './plan.ts';
import type { Session } from './session.ts';

/** What an operation runs with. */
export interface OperationContext {
  readonly session: Session;
  /** By when the call has to answer, with the caller's signal. */
  readonly deadline: Deadline;
  /** Of this one run; absent while it is planned. */
  readonly operationId?: string;
  /** The gate at which a person allowed it, if one was asked. */
  readonly approval?: string;
  /** It is planned to be run at once, and may bring what it acts on into view meanwhile: nobody has to be asked about that. */
  readonly mayReveal?: boolean;
  /** The page is shown to the caller when it is over. */
  readonly looks?: boolean;
  /** Ends when the intent is written: before that, nothing that changes a page may be sent to it. */
  readonly recorded?: Promise<void>;
  /** What the step after this one will ask of the page, in a batch that knows it. */
  readonly next?: Preparation;
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
  /** It waits for `recorded` itself, at the last moment: what it only looks at meanwhile costs no time then. */
  readonly awaitsRecord?: boolean;
  /** Whether this call only reads, reveals or fills, and so leads nowhere: then no step of a batch is asked about ahead. */
  readonly staysInPage?: (input: Input) => boolean;
  /** What of the input is written down when it has succeeded; nothing when absent. */
  readonly gives?: (input: Input) => Given;
  plan(context: OperationContext, input: Input): Promise<Planned>;
  /**
   * What the page may be asked ahead, in the breath in which the step before ends. Only for what reads, reveals or
   * fills.
   */
  prepares?(context: OperationContext, plan: Planned, input: Input): Preparation;
  run(context: OperationContext, plan: Planned, input: Input): Promise<OperationResult>;
}

/** Declares an operation, with its input's type taken from its schema. */
export function operation<Input, Planned extends Plan>(
  declared: Operation<Input, Planned>,
): Operation<Input, Planned> {
  return declared;
}
