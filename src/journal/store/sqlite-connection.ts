import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect, SqliteDriver, sql } from 'kysely';
import Database from 'libsql';
import type { CommittedDurability } from '#journal/durability.ts';
import { errorCode, fileError } from '#journal/file-error.ts';
import { DATABASE_FILE } from './database-file.ts';
import type { JournalTables } from './schema.ts';
import type { SqlConnection } from './sql-connection.ts';
import { translateSqliteError } from './sqlite-error.ts';
import { StatementCache } from './statement-cache.ts';
import { takeTurns } from './take-turns.ts';

export interface SqliteSettings {
  readonly dataFolder: string;
  /** How long to wait for another process's write, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Most pages the file may have; unlimited when absent. */
  readonly maxPages?: number;
}

/**
 * Opens the database file (0600) in write-ahead mode, and brings nothing of the schema: see migrate.
 *
 * @throws environment when the file cannot be opened; driver errors otherwise.
 */
export function connectSqlite(settings: SqliteSettings): SqlConnection {
  const { dataFolder, busyTimeoutMs, maxPages } = settings;
  const path = join(dataFolder, DATABASE_FILE);
  const translate = (error: unknown) => translateSqliteError(error, dataFolder);
  let database: Database.Database;
  createForOwner(path, dataFolder);
  try {
    database = new Database(path, { timeout: busyTimeoutMs });
    enterWriteAheadMode(database, busyTimeoutMs);
    if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    throw translate(error);
  }
  const db = new Kysely<JournalTables>({ dialect: new ImmediateDialect({ database }) });
  let set: CommittedDurability | undefined;
  return {
    db,
    translate,
    write: (durability, work) =>
      takeTurns(path, () =>
        db.connection().execute(async (connection) => {
          if (set !== durability) database.exec(`pragma synchronous = ${durability}`);
          set = durability;
          return connection.transaction().execute(work);
        }),
      ),
    async integrityFaults() {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    },
    // The driver aborts the whole process when a closed database is used: what runs ends first.
    close: () => takeTurns(path, () => db.destroy()),
  };
}

/**
 * Makes the file for its owner only, if it is not there; SQLite gives its side files the same permissions.
 *
 * A file that is there is never opened here: closing it would drop the locks that SQLite holds on it for
 * any other connection of this process, and another process would then take the log away from under it.
 */
function createForOwner(path: string, dataFolder: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw fileError(error, dataFolder, 'keep the journal');
  }
}

/** The change of mode does not wait for the busy timeout, and two processes may make it at once. */
function enterWriteAheadMode(database: Database.Database, busyTimeoutMs: number): void {
  const until = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = wal');
      return;
    } catch (error) {
      const isBusy =
        error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
      if (!isBusy || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Takes the write lock at the start: a transaction that reads first and writes later could not wait for it. */
class ImmediateDialect extends SqliteDialect {
  readonly #database: Database.Database;

  constructor(config: { readonly database: Database.Database }) {
    super(config);
    this.#database = config.database;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#database);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database: new StatementCache(database) });
    this.#database = database;
  }

  // Not as prepared statements: one that finds the database locked stays active until it is collected as
  // garbage, and as long as it does nothing can be committed.
  override async beginTransaction(): Promise<void> {
    this.#database.exec('begin immediate');
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec('commit');
  }

  override async rollbackTransaction(): Promise<void> {
    // A full disk has rolled it back already, and a second time would hide the first error.
    if (this.#database.open && this.#database.inTransaction) this.#database.exec('rollback');
  }
}
