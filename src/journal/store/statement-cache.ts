import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Database from 'libsql';

const MOST_STATEMENTS = 64;

/** A database that compiles each statement once; compiling was a fifth of the time of a write. */
export class StatementCache implements SqliteDatabase {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    // What failed is compiled anew: the driver may leave it in the middle of its work.
    const guarded = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        this.#statements.delete(sql);
        throw error;
      }
    };
    const kept: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => guarded(() => statement.all(parameters)),
      run: (parameters) => guarded(() => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    };
    this.#statements.set(sql, kept);
    return kept;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
