import type { Kysely, Selectable, Transaction } from 'kysely';
import { fail } from '#journal/errors.ts';
import { type JournalRecord, type StampedEvent, versionOf } from '#journal/event.ts';
import type { Receipt } from '#journal/receipt.ts';
import { compact } from '#kernel/compact.ts';
import { fail as failInKernel } from '#kernel/errors.ts';
import { recordOf } from './event-row.ts';
import type { BeginRequest, Begun, SettleRequest } from './journal-store.ts';
import type { JournalTables, OperationTable } from './schema.ts';
import { appendToChains } from './sql-chain.ts';
import { isRunning } from './writer-alive.ts';

type Row = Selectable<OperationTable>;
type Tables = Kysely<JournalTables>;
type Writing = Transaction<JournalTables>;

/** Writes an operation's intent, unless its id or key was used: then nothing is written. */
export async function beginOperation(
  transaction: Writing,
  key: Uint8Array,
  request: BeginRequest,
): Promise<Begun> {
  const { event, requestHash, keyHash, writer, leaseUntilMs } = request;
  const known = await findOperation(transaction, event.operationId, keyHash);
  if (known !== undefined) {
    if (known.request_hash !== requestHash) throw usedBefore(known);
    return { state: 'known', receipt: await settleIfLost(transaction, key, known, event.at) };
  }
  const [intent] = await appendToChains(transaction, key, [event]);
  if (intent === undefined) throw new Error('an intent was not written');
  await transaction
    .insertInto('operations')
    .values({
      operation_id: event.operationId,
      session: event.session,
      key_hash: keyHash ?? null,
      request_hash: requestHash,
      intent_seq: intent.seq,
      outcome_seq: null,
      is_lost: 0,
      writer_host: writer.host,
      writer_pid: writer.pid,
      lease_until_ms: leaseUntilMs,
    })
    .execute();
  return { state: 'begun', receipt: receiptOf(intent, undefined, false) };
}

/** Writes an operation's outcome; one that was given up as unknown stays so. */
export async function settleOperation(
  transaction: Writing,
  key: Uint8Array,
  { event }: SettleRequest,
): Promise<Receipt> {
  const row = await findOperation(transaction, event.operationId, undefined);
  if (row === undefined || (row.outcome_seq !== null && row.is_lost === 0)) {
    const reason = row === undefined ? 'was never begun' : 'has its outcome already';
    throw failInKernel('invalid_arguments', `Operation ${event.operationId} ${reason}.`, {
      operationId: event.operationId,
    });
  }
  if (row.is_lost === 1) {
    const kind = 'operation-late';
    await appendToChains(transaction, key, [{ ...event, kind, version: versionOf(kind) }]);
    return readReceipt(transaction, row);
  }
  return writeOutcome(transaction, key, row, event, 0);
}

/** The receipt of a row; an open one whose process or lease is gone is settled as unknown first. */
export async function settleIfLost(
  transaction: Writing,
  key: Uint8Array,
  row: Row,
  at: string,
): Promise<Receipt> {
  if (!isLost(row, at)) return readReceipt(transaction, row);
  const intent = await recordAt(transaction, row.session, row.intent_seq);
  const kind = 'operation-outcome';
  const event: StampedEvent = compact<StampedEvent>({
    session: row.session,
    kind,
    version: versionOf(kind),
    at,
    operation: intent?.operation,
    operationId: row.operation_id,
    effect: intent?.effect,
    origin: intent?.origin,
    dispatch: 'unknown',
    outcome: 'unknown',
    body: { reason: 'The process that ran it is gone and left no outcome.' },
  });
  return writeOutcome(transaction, key, row, event, 1);
}

/** Whether an operation is open and whoever ran it cannot end it any more. */
export function isLost(row: Row, at: string): boolean {
  if (row.outcome_seq !== null) return false;
  return row.lease_until_ms < Date.parse(at) || !isRunning(row.writer_host, row.writer_pid);
}

export async function findOperation(
  db: Tables,
  operationId: string,
  keyHash: string | undefined,
): Promise<Row | undefined> {
  if (keyHash !== undefined) {
    const byKey = await db
      .selectFrom('operations')
      .selectAll()
      .where('key_hash', '=', keyHash)
      .executeTakeFirst();
    if (byKey !== undefined) return byKey;
  }
  return db.selectFrom('operations').selectAll().where('operation_id', '=', operationId).executeTakeFirst();
}

export async function readReceipt(db: Tables, row: Row): Promise<Receipt> {
  const intent = await recordAt(db, row.session, row.intent_seq);
  const outcome = row.outcome_seq === null ? undefined : await recordAt(db, row.session, row.outcome_seq);
  if (intent === undefined || (row.outcome_seq !== null && outcome === undefined)) {
    throw recordsLost(row);
  }
  return receiptOf(intent, outcome, row.is_lost === 1);
}

async function writeOutcome(
  transaction: Writing,
  key: Uint8Array,
  row: Row,
  event: StampedEvent,
  isLostNow: 0 | 1,
): Promise<Receipt> {
  const [outcome] = await appendToChains(transaction, key, [event]);
  if (outcome === undefined) throw new Error('an outcome was not written');
  await transaction
    .updateTable('operations')
    .set({ outcome_seq: outcome.seq, is_lost: isLostNow })
    .where('operation_id', '=', row.operation_id)
    .execute();
  const intent = await recordAt(transaction, row.session, row.intent_seq);
  if (intent === undefined) throw recordsLost(row);
  return receiptOf(intent, outcome, isLostNow === 1);
}

async function recordAt(db: Tables, session: string, seq: number): Promise<JournalRecord | undefined> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('session', '=', session)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

function receiptOf(intent: JournalRecord, outcome: JournalRecord | undefined, isUnknown: boolean): Receipt {
  return compact<Receipt>({
    operationId: intent.operationId ?? '',
    session: intent.session,
    operation: intent.operation,
    effect: intent.effect,
    state: outcome === undefined ? 'open' : isUnknown ? 'unknown' : 'settled',
    intent: { seq: intent.seq, hash: intent.hash, at: intent.at },
    outcome:
      outcome === undefined
        ? undefined
        : compact<NonNullable<Receipt['outcome']>>({
            seq: outcome.seq,
            hash: outcome.hash,
            at: outcome.at,
            outcome: outcome.outcome,
            dispatch: outcome.dispatch,
            body: outcome.body,
          }),
  });
}

function usedBefore(row: Row) {
  return fail(
    'duplicate_operation',
    `Operation ${row.operation_id} was begun before with another request; nothing was done.`,
    { operationId: row.operation_id },
  );
}

function recordsLost(row: Row) {
  return failInKernel('environment', `The journal has lost records of operation ${row.operation_id}.`, {
    operationId: row.operation_id,
    remedy: 'Run `portolan log --verify` to see what was changed.',
  });
}
