import { type Kysely, sql } from 'kysely';
import { fail } from '#kernel/errors.ts';
import type { JournalTables } from './schema.ts';

type Migration = (db: Kysely<JournalTables>) => Promise<void>;

/** The steps from an empty database to the present one. A step that has shipped is never changed. */
const MIGRATIONS: readonly Migration[] = [createTables, createVault, createApprovals, createRuns];

export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings the database to the present schema, step by step. Runs inside a write transaction of the caller,
 * so that two processes that start together do not both migrate.
 *
 * @throws environment when the database was made by a newer version.
 */
export async function migrate(db: Kysely<JournalTables>): Promise<void> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  const found = (await schemaVersion(db)) ?? 0;
  if (found > SCHEMA_VERSION) {
    throw fail(
      'environment',
      `The journal has schema ${found}; this version of Portolan knows up to ${SCHEMA_VERSION}.`,
      { found, known: SCHEMA_VERSION, remedy: 'Run the newer Portolan, or choose another --data-dir.' },
    );
  }
  if (found === SCHEMA_VERSION) return;
  for (const step of MIGRATIONS.slice(found)) await step(db);
  await db
    .insertInto('schema_version')
    .values({ id: 1, version: SCHEMA_VERSION })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ version: SCHEMA_VERSION }))
    .execute();
}

async function schemaVersion(db: Kysely<JournalTables>): Promise<number | undefined> {
  const row = await db.selectFrom('schema_version').select('version').executeTakeFirst();
  return row?.version;
}

async function createTables(db: Kysely<JournalTables>): Promise<void> {
  const statements = [
    sql`create table events (
      session text not null, seq integer not null, at text not null, kind text not null,
      version integer not null, operation text, operation_id text, effect text, origin text, decision text,
      rule text, dispatch text, outcome text, duration_ms double precision, body text not null,
      previous_hash text not null, hash text not null, primary key (session, seq))`,
    sql`create index events_at on events (at, session, seq)`,
    sql`create index events_operation on events (operation_id)`,
    sql`create table chain_heads (
      session text not null primary key, ordinal integer not null unique, seq integer not null,
      hash text not null, signature text not null)`,
    sql`create table chain_count (
      id integer not null primary key, sessions integer not null, signature text not null)`,
    sql`create table operations (
      operation_id text not null primary key, session text not null, key_hash text unique,
      request_hash text not null, intent_seq integer not null, outcome_seq integer,
      is_lost integer not null, writer_host text not null, writer_pid integer not null,
      lease_until_ms bigint not null)`,
    sql`create table artifacts (
      id text not null primary key, hash text not null, session text not null, kind text not null,
      media_type text not null, size_bytes bigint not null, at text not null, name text not null)`,
    sql`create index artifacts_hash on artifacts (hash)`,
    sql`create index artifacts_session on artifacts (session, at)`,
    sql`create table probes (id integer not null primary key, at text not null)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

async function createVault(db: Kysely<JournalTables>): Promise<void> {
  const statements = [
    sql`create table vault_key (
      id integer not null primary key, key_id text not null, kind text not null, parameters text not null,
      wrapped text not null, created_at text not null)`,
    sql`create table vault_records (
      owner text not null, vault text not null, id text not null, version integer not null,
      key_id text not null, hosts text not null, created_at text not null, updated_at text not null,
      sealed text not null, primary key (owner, vault, id))`,
    sql`create table vault_code_steps (
      owner text not null, vault text not null, id text not null, step bigint not null,
      primary key (owner, vault, id))`,
  ];
  for (const statement of statements) await statement.execute(db);
}

async function createApprovals(db: Kysely<JournalTables>): Promise<void> {
  const statements = [
    sql`create table approvals (
      id text not null primary key, gate text not null, session text not null, owner text not null,
      bound text not null, operation text not null, description text not null, effect text not null,
      origin text not null, destination text, rule text not null, picture text, asked_at text not null,
      expires_at_ms bigint not null, state text not null, answered_by text)`,
    sql`create index approvals_gate on approvals (gate)`,
    sql`create index approvals_bound on approvals (session, bound)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

async function createRuns(db: Kysely<JournalTables>): Promise<void> {
  const statements = [
    sql`create table runs (
      id text not null primary key, owner text not null, session text not null, workflow text not null,
      started_at text not null, state text not null, writer_host text not null, writer_pid integer not null,
      facts text not null)`,
    sql`create index runs_started on runs (started_at)`,
    sql`create table run_steps (
      run text not null, number integer not null, facts text not null, primary key (run, number))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
