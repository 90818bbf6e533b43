import { compact } from '#kernel/compact.ts';
import type { JournalStore } from './journal-store.ts';
import { migrate } from './migrations.ts';
import { SqlStore } from './sql-store.ts';
import { connectSqlite } from './sqlite-connection.ts';

export interface SqliteStoreSettings {
  readonly dataFolder: string;
  /** Signs the heads of the chains. */
  readonly key: Uint8Array;
  /** How long to wait for another process's write, in milliseconds; 5 000 when absent. */
  readonly busyTimeoutMs?: number;
  /** Most pages of 4 096 bytes the file may have; unlimited when absent. */
  readonly maxPages?: number;
}

/**
 * Opens the journal's SQLite database in the data folder, in this thread, and brings its schema up to date.
 *
 * @throws environment when it cannot be opened or written, or was made by a newer version.
 */
export async function openSqliteStore(settings: SqliteStoreSettings): Promise<JournalStore> {
  const { dataFolder, key, busyTimeoutMs = 5_000, maxPages } = settings;
  const connection = connectSqlite(compact({ dataFolder, busyTimeoutMs, maxPages }));
  try {
    await connection.write('full', migrate);
  } catch (error) {
    await connection.close();
    throw connection.translate(error);
  }
  return new SqlStore(connection, key);
}
