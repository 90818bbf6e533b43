import { canonicalJson, type JsonObject } from '#journal/canonical-json.ts';
import type { JournalRecord } from '#journal/event.ts';
import { compact } from '#kernel/compact.ts';
import type { ChainRow } from './journal-store.ts';
import type { EventTable } from './schema.ts';

export function eventRow(record: JournalRecord): EventTable {
  return {
    session: record.session,
    seq: record.seq,
    at: record.at,
    kind: record.kind,
    version: record.version,
    operation: record.operation ?? null,
    operation_id: record.operationId ?? null,
    effect: record.effect ?? null,
    origin: record.origin ?? null,
    decision: record.decision ?? null,
    rule: record.rule ?? null,
    dispatch: record.dispatch ?? null,
    outcome: record.outcome ?? null,
    duration_ms: record.durationMs ?? null,
    body: canonicalJson(record.body),
    previous_hash: record.previousHash,
    hash: record.hash,
  };
}

/** The record of a row. A body that was damaged from outside is given as the text it is. */
export function recordOf(row: EventTable): JournalRecord {
  return recordWith(row, parsedBody(row.body) ?? { damaged: row.body });
}

export function chainRowOf(row: EventTable): ChainRow {
  const body = parsedBody(row.body);
  return {
    seq: row.seq,
    record: body === undefined ? undefined : recordWith(row, body),
    isCanonical: body !== undefined && canonicalJson(body) === row.body,
  };
}

function recordWith(row: EventTable, body: JsonObject): JournalRecord {
  return compact<JournalRecord>({
    session: row.session,
    seq: row.seq,
    at: row.at,
    // Rows are written by eventRow only; what was changed from outside is found by its hash.
    kind: row.kind as JournalRecord['kind'],
    version: row.version,
    operation: row.operation ?? undefined,
    operationId: row.operation_id ?? undefined,
    effect: row.effect ?? undefined,
    origin: row.origin ?? undefined,
    decision: (row.decision as JournalRecord['decision'] | null) ?? undefined,
    rule: row.rule ?? undefined,
    dispatch: (row.dispatch as JournalRecord['dispatch'] | null) ?? undefined,
    outcome: row.outcome ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    body,
    previousHash: row.previous_hash,
    hash: row.hash,
  });
}

function parsedBody(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
