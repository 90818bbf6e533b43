import type { Kysely, Transaction } from 'kysely';
import { CHAIN_START, type ChainHead, isSameHash, linkEvent, signCount, signHead } from '#journal/chain.ts';
import type { JournalRecord, StampedEvent } from '#journal/event.ts';
import { fail } from '#kernel/errors.ts';
import { eventRow } from './event-row.ts';
import type { ChainHeads } from './journal-store.ts';
import type { JournalTables } from './schema.ts';

const ROWS_PER_INSERT = 50;

/**
 * Links events to the ends of their sessions' chains and moves the heads. The head is read inside the
 * writer's transaction, so two processes cannot link to the same record; a head that is not ours is
 * refused, since signing on would cover what was done to it.
 */
export async function appendToChains(
  transaction: Transaction<JournalTables>,
  key: Uint8Array,
  events: readonly StampedEvent[],
): Promise<readonly JournalRecord[]> {
  const heads = new Map<string, ChainHead>();
  const records: JournalRecord[] = [];
  for (const event of events) {
    const head = heads.get(event.session) ?? (await headOf(transaction, key, event.session));
    const record = linkEvent(event, head.seq, head.hash);
    records.push(record);
    heads.set(event.session, { ...head, seq: record.seq, hash: record.hash });
  }
  for (let start = 0; start < records.length; start += ROWS_PER_INSERT) {
    const rows = records.slice(start, start + ROWS_PER_INSERT).map(eventRow);
    await transaction.insertInto('events').values(rows).execute();
  }
  for (const head of heads.values()) await putHead(transaction, key, head);
  return records;
}

/** The table of heads as it stands, each with whether its signature is ours. */
export async function readHeads(db: Kysely<JournalTables>, key: Uint8Array): Promise<ChainHeads> {
  const rows = await db.selectFrom('chain_heads').selectAll().orderBy('ordinal').execute();
  const count = await db.selectFrom('chain_count').selectAll().executeTakeFirst();
  return {
    heads: rows.map(({ signature, ...head }) => ({
      ...head,
      isSigned: isSameHash(signature, signHead(key, head)),
    })),
    sessions: count?.sessions ?? 0,
    isCountSigned:
      count === undefined ? rows.length === 0 : isSameHash(count.signature, signCount(key, count.sessions)),
  };
}

async function headOf(
  transaction: Transaction<JournalTables>,
  key: Uint8Array,
  session: string,
): Promise<ChainHead> {
  const found = await transaction
    .selectFrom('chain_heads')
    .selectAll()
    .where('session', '=', session)
    .executeTakeFirst();
  if (found === undefined) return beginChain(transaction, key, session);
  const { signature, ...head } = found;
  if (!isSameHash(signature, signHead(key, head))) throw changedFromOutside(session);
  return head;
}

async function beginChain(
  transaction: Transaction<JournalTables>,
  key: Uint8Array,
  session: string,
): Promise<ChainHead> {
  const { sessions, isCountSigned } = await readCount(transaction, key);
  if (!isCountSigned) throw changedFromOutside(session);
  const ordinal = sessions + 1;
  const signature = signCount(key, ordinal);
  await transaction
    .insertInto('chain_count')
    .values({ id: 1, sessions: ordinal, signature })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sessions: ordinal, signature }))
    .execute();
  return { session, ordinal, seq: 0, hash: CHAIN_START };
}

async function readCount(transaction: Transaction<JournalTables>, key: Uint8Array) {
  const count = await transaction.selectFrom('chain_count').selectAll().executeTakeFirst();
  if (count !== undefined) {
    return {
      sessions: count.sessions,
      isCountSigned: isSameHash(count.signature, signCount(key, count.sessions)),
    };
  }
  const any = await transaction.selectFrom('chain_heads').select('session').limit(1).executeTakeFirst();
  return { sessions: 0, isCountSigned: any === undefined };
}

async function putHead(
  transaction: Transaction<JournalTables>,
  key: Uint8Array,
  head: ChainHead,
): Promise<void> {
  const { session, ordinal, seq, hash } = head;
  const signature = signHead(key, head);
  await transaction
    .insertInto('chain_heads')
    .values({ session, ordinal, seq, hash, signature })
    .onConflict((conflict) => conflict.column('session').doUpdateSet({ seq, hash, signature }))
    .execute();
}

function changedFromOutside(session: string) {
  return fail(
    'environment',
    `The journal was changed from outside: the head of session ${session} is not signed by its key.`,
    {
      session,
      remedy:
        'Run `portolan log --verify` to see what was changed; restore journal.key and the database from one backup, or start with an empty data folder.',
    },
  );
}
