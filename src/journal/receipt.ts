import type { JsonObject } from './canonical-json.ts';
import type { DispatchState } from './event.ts';

/**
 * `open`: begun, and whoever runs it is alive. `settled`: ended, the outcome says how. `unknown`: whoever
 * ran it is gone without an outcome; what it was to do may have happened, so it is never run again.
 */
export const RECEIPT_STATES = ['open', 'settled', 'unknown'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** A place in a session's chain. */
export interface ReceiptMark {
  readonly seq: number;
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What a caller keeps to prove an operation: its intent and its outcome, by their places in the chain. */
export interface Receipt {
  readonly operationId: string;
  readonly session: string;
  readonly operation?: string;
  readonly effect?: string;
  readonly state: ReceiptState;
  readonly intent: ReceiptMark;
  readonly outcome?: ReceiptMark & {
    readonly outcome?: string;
    readonly dispatch?: DispatchState;
    readonly body: JsonObject;
  };
}
