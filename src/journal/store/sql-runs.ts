import type { Kysely, Transaction } from 'kysely';
import type { JsonObject } from '#journal/canonical-json.ts';
import type { FoundRun, KeptRun, KeptStep, RunFilter } from '#journal/kept-run.ts';
import type { Writer } from './journal-store.ts';
import type { JournalTables } from './schema.ts';
import { isRunning } from './writer-alive.ts';

type Writing = Transaction<JournalTables>;

export async function insertRun(transaction: Writing, run: KeptRun, writer: Writer): Promise<void> {
  const { facts, startedAt, ...same } = run;
  await transaction
    .insertInto('runs')
    .values({
      ...same,
      started_at: startedAt,
      writer_host: writer.host,
      writer_pid: writer.pid,
      facts: JSON.stringify(facts),
    })
    .execute();
}

export async function insertRunStep(transaction: Writing, { run, number, facts }: KeptStep): Promise<void> {
  await transaction
    .insertInto('run_steps')
    .values({ run, number, facts: JSON.stringify(facts) })
    .execute();
}

export async function endRun(transaction: Writing, { id, state, facts }: KeptRun): Promise<void> {
  await transaction
    .updateTable('runs')
    .set({ state, facts: JSON.stringify(facts) })
    .where('id', '=', id)
    .execute();
}

export async function readRuns(db: Kysely<JournalTables>, filter: RunFilter): Promise<readonly FoundRun[]> {
  let query = db.selectFrom('runs').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc');
  if (filter.owner !== undefined) query = query.where('owner', '=', filter.owner);
  if (filter.idStart !== undefined)
    query = query
      .where('id', '>=', filter.idStart)
      // What begins so comes before the same with the last character that there is behind it.
      .where('id', '<', `${filter.idStart}\u{10ffff}`);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  const rows = await query.execute();
  return rows.map(({ started_at, writer_host, writer_pid, facts, ...same }) => ({
    ...same,
    startedAt: started_at,
    facts: factsIn(facts),
    isAbandoned: same.state === 'running' && !isRunning(writer_host, writer_pid),
  }));
}

export async function readRunSteps(db: Kysely<JournalTables>, run: string): Promise<readonly KeptStep[]> {
  const rows = await db
    .selectFrom('run_steps')
    .selectAll()
    .where('run', '=', run)
    .orderBy('number')
    .execute();
  return rows.map(({ facts, ...same }) => ({ ...same, facts: factsIn(facts) }));
}

/** Written by insertRun, insertRunStep and endRun only. */
function factsIn(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
