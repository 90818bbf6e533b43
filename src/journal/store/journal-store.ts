import type { ApprovalAnswer, ApprovalFilter, ApprovalRecord } from '#journal/approval.ts';
import type { ArtifactFilter, ArtifactRecord } from '#journal/artifact-record.ts';
import type { ChainHead } from '#journal/chain.ts';
import type { CommittedDurability } from '#journal/durability.ts';
import type { EventKind, JournalRecord, StampedEvent } from '#journal/event.ts';
import type { FoundRun, KeptRun, KeptStep, RunFilter } from '#journal/kept-run.ts';
import type { Receipt } from '#journal/receipt.ts';
import type { VaultStore } from './vault-store.ts';

/** Events to link and write in one transaction, and the artifact they tell of. */
export interface AppendRequest {
  readonly events: readonly StampedEvent[];
  readonly durability: CommittedDurability;
  readonly artifact?: ArtifactRecord;
}

/** Who runs an operation, so that others can tell whether it still may end. */
export interface Writer {
  readonly host: string;
  readonly pid: number;
}

/** An operation's intent. `event.operationId` names it. */
export interface BeginRequest {
  readonly event: StampedEvent & { readonly operationId: string };
  readonly durability: CommittedDurability;
  /** Keyed hash of the caller's identity and idempotency key, where there is one. */
  readonly keyHash?: string;
  readonly requestHash: string;
  readonly writer: Writer;
  /** Milliseconds since 1970; past it, and without an outcome, the operation's end is unknown. */
  readonly leaseUntilMs: number;
}

/** `begun`: run it. `known`: it was begun before with the same request; do not run it. */
export interface Begun {
  readonly state: 'begun' | 'known';
  readonly receipt: Receipt;
}

export interface SettleRequest {
  readonly event: StampedEvent & { readonly operationId: string };
  readonly durability: CommittedDurability;
}

/** Which records to read. All that is given must fit; `limit` keeps the newest, in order of time. */
export interface RecordFilter {
  readonly session?: string;
  readonly kinds?: readonly EventKind[];
  readonly operationId?: string;
  /** ISO 8601, inclusive. */
  readonly since?: string;
  /** ISO 8601, exclusive. */
  readonly until?: string;
  /** Text that stands in the body, the origin, the operation, the rule or the outcome; case is ignored. */
  readonly text?: string;
  readonly limit?: number;
  /** Only records after this one, in order of time; with it, `limit` keeps the oldest. */
  readonly after?: Pick<JournalRecord, 'at' | 'session' | 'seq'>;
}

/** A row of a chain as it is stored, and the record it holds unless its body is not JSON. */
export interface ChainRow {
  readonly seq: number;
  readonly record: JournalRecord | undefined;
  /** The body is in canonical form, as every body is written. */
  readonly isCanonical: boolean;
}

export interface SignedHead extends ChainHead {
  readonly isSigned: boolean;
}

/** The table of heads: `sessions` is how many there should be. */
export interface ChainHeads {
  readonly heads: readonly SignedHead[];
  readonly sessions: number;
  readonly isCountSigned: boolean;
}

/**
 * Where the journal is kept. Every method is one transaction; records and receipts are never changed or
 * removed. Several processes may use one store at once.
 *
 * All methods throw `environment` when the store cannot be opened, written or trusted: disk full,
 * read-only, locked for longer than the busy timeout, made by a newer version, changed from outside.
 */
export interface JournalStore extends VaultStore {
  append(request: AppendRequest): Promise<readonly JournalRecord[]>;
  /** @throws duplicate_operation when the id or key was used for another request. */
  begin(request: BeginRequest): Promise<Begun>;
  /** Writes the outcome; if the operation was given up meanwhile, a late outcome, and it stays unknown. */
  settle(request: SettleRequest): Promise<Receipt>;
  /** Keeps the leases of running operations. */
  renew(operationIds: readonly string[], leaseUntilMs: number): Promise<void>;
  /** @param at - now, ISO 8601: an operation whose lease or process is gone by then is settled as unknown. */
  receipt(operationId: string, at: string): Promise<Receipt | undefined>;
  records(filter: RecordFilter): Promise<readonly JournalRecord[]>;
  /** Rows of one session's chain after `afterSeq`, at most `limit`. */
  chainRows(session: string, afterSeq: number, limit: number): Promise<readonly ChainRow[]>;
  /** Every session that has records or a head. */
  chainSessions(): Promise<readonly string[]>;
  chainHeads(): Promise<ChainHeads>;
  artifacts(filter: ArtifactFilter): Promise<readonly ArtifactRecord[]>;
  /** Bytes of all artifacts, each content counted once. */
  artifactBytes(): Promise<number>;
  /** Keeps what waits for a person's word, and writes that it was asked. */
  askApprovals(approvals: readonly ApprovalRecord[], event: StampedEvent): Promise<void>;
  approvals(filter: ApprovalFilter): Promise<readonly ApprovalRecord[]>;
  /** Answers all that waits at a gate, once, and writes it; empty when nothing waits there any more. */
  answerApprovals(answer: ApprovalAnswer, event: StampedEvent): Promise<readonly ApprovalRecord[]>;
  /** Takes an approval for its one use; nothing when there is none, or it was used. */
  useApproval(session: string, bound: string, atMs: number): Promise<ApprovalRecord | undefined>;
  /** Keeps a run of a workflow, and writes that it began. */
  beginRun(run: KeptRun, writer: Writer, event: StampedEvent): Promise<void>;
  addRunStep(step: KeptStep): Promise<void>;
  /** Keeps how a run ended, and writes it. */
  endRun(run: KeptRun, event: StampedEvent): Promise<void>;
  runs(filter: RunFilter): Promise<readonly FoundRun[]>;
  runSteps(run: string): Promise<readonly KeptStep[]>;
  /** Writes one row and reads it back. */
  probe(at: string): Promise<void>;
  /** What the database says of its own integrity; empty when it is sound. */
  integrityFaults(): Promise<readonly string[]>;
  close(): Promise<void>;
}
