import type { JsonObject } from './canonical-json.ts';

/** What can happen that is worth a line in the journal. A kind is never renamed or reused. */
export const EVENT_KINDS = [
  'session-opened',
  'session-closed',
  /** An operation is about to run. */
  'operation-intent',
  /** How it ended; `unknown` when whoever ran it died in between. */
  'operation-outcome',
  /** An outcome that came after the operation had been given up as `unknown`. */
  'operation-late',
  /** An operation that only read: one line, afterwards. */
  'operation-read',
  'decision',
  'egress-refused',
  'approval-asked',
  'approval-answered',
  'credential-used',
  'boundary-changed',
  'take-over',
  'browser-started',
  'browser-gone',
  'page-crashed',
  'dialog',
  'download',
  'artifact',
  /** A saved workflow is run. */
  'workflow-begun',
  'workflow-ended',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Versions of the kinds whose body has changed since it was first written; all others are at 1. */
const BODY_VERSIONS: Partial<Record<EventKind, number>> = {};

/** The version of a kind's body as it is written now. */
export function versionOf(kind: EventKind): number {
  return BODY_VERSIONS[kind] ?? 1;
}

export const DISPATCH_STATES = ['not_sent', 'sent', 'unknown'] as const;
export type DispatchState = (typeof DISPATCH_STATES)[number];

/** One event as it is handed to the journal. */
export interface JournalEvent {
  readonly session: string;
  readonly kind: EventKind;
  /** Name of the operation, such as `click`. */
  readonly operation?: string;
  /** Id of this one run of it. */
  readonly operationId?: string;
  /** The gravest effect the operation has; it decides how durably the event is written. */
  readonly effect?: string;
  readonly origin?: string;
  readonly decision?: 'allow' | 'ask' | 'deny';
  /** The rule that decided. */
  readonly rule?: string;
  readonly dispatch?: DispatchState;
  /** How it ended: an effect of the outcome (`changed`, `none` …), an error code, or `unknown`. */
  readonly outcome?: string;
  readonly durationMs?: number;
  /** Whatever else belongs to this kind of event. No secrets, and no lengths of secrets. */
  readonly body?: JsonObject;
}

/** An event with its time and the version of its body, not yet linked into a chain. */
export interface StampedEvent extends JournalEvent {
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly version: number;
  readonly body: JsonObject;
}

/** An event as it stands in the journal. */
export interface JournalRecord extends StampedEvent {
  /** Place in the session's chain, from 1, without gaps. */
  readonly seq: number;
  /** Hash of the record before it; 64 zeros for the first. */
  readonly previousHash: string;
  /** SHA-256 of the canonical JSON of everything above. */
  readonly hash: string;
}
