import type { Kysely, Transaction } from 'kysely';
import type { CommittedDurability } from '#journal/durability.ts';
import type { JournalTables } from './schema.ts';

/** What a database has to bring; everything above it is the same SQL for all. */
export interface SqlConnection {
  readonly db: Kysely<JournalTables>;
  /** Runs `work` in a transaction that excludes other writers from its first statement on. */
  write<T>(
    durability: CommittedDurability,
    work: (transaction: Transaction<JournalTables>) => Promise<T>,
  ): Promise<T>;
  integrityFaults(): Promise<readonly string[]>;
  /** Turns the driver's errors into ours; others are returned as they are. */
  translate(error: unknown): unknown;
  close(): Promise<void>;
}
