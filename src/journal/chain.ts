import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { compact } from '#kernel/compact.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';
import type { JournalRecord, StampedEvent } from './event.ts';

/** What the first record of a chain has in place of a previous hash. */
export const CHAIN_START = '0'.repeat(64);

/** The last record of a session's chain, as it is signed. */
export interface ChainHead {
  readonly session: string;
  /** The session's place in the order in which chains were begun, from 1. */
  readonly ordinal: number;
  readonly seq: number;
  readonly hash: string;
}

/** SHA-256 of a record's canonical JSON, its own hash left out, as 64 hexadecimal digits. */
export function hashRecord(record: Omit<JournalRecord, 'hash'>): string {
  const hashed: JsonObject = compact({
    session: record.session,
    seq: record.seq,
    at: record.at,
    kind: record.kind,
    version: record.version,
    operation: record.operation,
    operationId: record.operationId,
    effect: record.effect,
    origin: record.origin,
    decision: record.decision,
    rule: record.rule,
    dispatch: record.dispatch,
    outcome: record.outcome,
    durationMs: record.durationMs,
    body: record.body,
    previousHash: record.previousHash,
  });
  return createHash('sha256').update(canonicalJson(hashed)).digest('hex');
}

/** Links an event behind the record `seq` with hash `previousHash`. */
export function linkEvent(event: StampedEvent, seq: number, previousHash: string): JournalRecord {
  const record = { ...event, seq: seq + 1, previousHash };
  return { ...record, hash: hashRecord(record) };
}

/** Signs a head with the journal's key; without the key a cut chain cannot be given a fitting head. */
export function signHead(key: Uint8Array, head: ChainHead): string {
  const { session, ordinal, seq, hash } = head;
  return keyedHash(key, { head: { session, ordinal, seq, hash } });
}

/** Signs how many chains there are, so that a chain that is gone as a whole is missed. */
export function signCount(key: Uint8Array, sessions: number): string {
  return keyedHash(key, { sessions });
}

/** HMAC-SHA-256 of the canonical JSON of a value, as 64 hexadecimal digits. */
export function keyedHash(key: Uint8Array, value: JsonObject): string {
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}

export function isSameHash(first: string, second: string): boolean {
  const a = Buffer.from(first);
  const b = Buffer.from(second);
  return a.length === b.length && timingSafeEqual(a, b);
}
