import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ApprovalAnswer, ApprovalFilter, ApprovalRecord, ApprovalState } from '#journal/approval.ts';
import type { ApprovalTable, JournalTables } from './schema.ts';

type Writing = Transaction<JournalTables>;

export async function insertApprovals(
  transaction: Writing,
  approvals: readonly ApprovalRecord[],
): Promise<void> {
  for (const approval of approvals)
    await transaction.insertInto('approvals').values(rowOf(approval)).execute();
}

export async function readApprovals(
  db: Kysely<JournalTables>,
  filter: ApprovalFilter,
): Promise<readonly ApprovalRecord[]> {
  let query = db.selectFrom('approvals').selectAll();
  for (const column of ['owner', 'session', 'gate', 'bound', 'state'] as const) {
    const wanted = filter[column];
    if (wanted !== undefined) query = query.where(column, '=', wanted);
  }
  if (filter.openAtMs !== undefined) query = query.where('expires_at_ms', '>', filter.openAtMs);
  const rows = await query.orderBy('asked_at').orderBy('id').execute();
  return rows.map(recordOf);
}

/** Answers what still waits at a gate, and gives it; nothing when it was answered before, or too late. */
export async function answerApprovals(
  transaction: Writing,
  { gate, approve, by, atMs }: ApprovalAnswer,
): Promise<readonly ApprovalRecord[]> {
  const waiting = await readApprovals(transaction, { gate, state: 'waiting', openAtMs: atMs });
  if (waiting.length === 0) return [];
  const state: ApprovalState = approve ? 'approved' : 'declined';
  await transaction
    .updateTable('approvals')
    .set({ state, answered_by: by })
    .where('gate', '=', gate)
    .where('state', '=', 'waiting')
    .execute();
  return waiting.map((approval) => ({ ...approval, state, answeredBy: by }));
}

/** Takes an approval for the one action it was given for; no second call gets it. */
export async function useApproval(
  transaction: Writing,
  session: string,
  bound: string,
  atMs: number,
): Promise<ApprovalRecord | undefined> {
  const [approved] = await readApprovals(transaction, { session, bound, state: 'approved', openAtMs: atMs });
  if (approved === undefined) return undefined;
  await transaction.updateTable('approvals').set({ state: 'used' }).where('id', '=', approved.id).execute();
  return { ...approved, state: 'used' };
}

function rowOf(approval: ApprovalRecord): ApprovalTable {
  const { askedAt, expiresAtMs, answeredBy, ...same } = approval;
  return { ...same, asked_at: askedAt, expires_at_ms: expiresAtMs, answered_by: answeredBy };
}

function recordOf(row: Selectable<ApprovalTable>): ApprovalRecord {
  const { asked_at: askedAt, expires_at_ms: expiresAtMs, answered_by: answeredBy, ...same } = row;
  return { ...same, askedAt, expiresAtMs, answeredBy };
}
