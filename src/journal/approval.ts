export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'used'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * One action that waits for a person's word, as it is kept. Several that were asked for together share a gate.
 * `bound` is a keyed hash of all that the person is asked about: an action that differs in anything has another.
 */
export interface ApprovalRecord {
  readonly id: string;
  readonly gate: string;
  readonly session: string;
  readonly owner: string;
  readonly bound: string;
  readonly operation: string;
  /** What will be done, in words, redacted. */
  readonly description: string;
  readonly effect: string;
  readonly origin: string;
  /** Address it leads to, where that is known. */
  readonly destination: string | null;
  /** The rule that asks. */
  readonly rule: string;
  /** Hash of a redacted picture of the page, if one could be taken. */
  readonly picture: string | null;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  /** Milliseconds since 1970; an answer after it counts for nothing. */
  readonly expiresAtMs: number;
  readonly state: ApprovalState;
  readonly answeredBy: string | null;
}

/** Which approvals to read; all that is given must fit. */
export interface ApprovalFilter {
  readonly owner?: string;
  readonly session?: string;
  readonly gate?: string;
  readonly bound?: string;
  readonly state?: ApprovalState;
  /** Only those that have not expired by then, in milliseconds since 1970. */
  readonly openAtMs?: number;
}

/** A person's word on everything that one gate asks. */
export interface ApprovalAnswer {
  readonly gate: string;
  readonly approve: boolean;
  readonly by: string;
  readonly atMs: number;
}
