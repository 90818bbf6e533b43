import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#kernel/errors.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';
import { loadChainKey } from './chain-key.ts';
import { defaultDataFolder } from './data-folder.ts';
import type { JournalRecord } from './event.ts';
import { errorCode } from './file-error.ts';
import { DATABASE_FILE } from './store/database-file.ts';
import type { JournalStore, RecordFilter } from './store/journal-store.ts';
import { openStore } from './store/open-store.ts';
import { type ChainFault, verifyChain } from './verify-chain.ts';

export type LogFilter = Omit<RecordFilter, 'after'>;

/** What a check of the whole journal found; both empty when it is as it was written. */
export interface LogCheck {
  readonly faults: readonly ChainFault[];
  /** What the database says of its own integrity. */
  readonly integrityFaults: readonly string[];
}

const RECORDS_PER_READ = 500;

/** The journal as it is read: by filter, as JSON Lines, and checked. Reading writes nothing. */
export class JournalLog {
  readonly #store: JournalStore;

  constructor(store: JournalStore) {
    this.#store = store;
  }

  /**
   * Opens the journal of a data folder for reading, beside whoever writes it.
   *
   * @param dataDir - the platform's own when absent.
   * @throws environment when there is no journal, or it cannot be opened.
   */
  static async open(dataDir: string = defaultDataFolder()): Promise<JournalLog> {
    try {
      await access(join(dataDir, DATABASE_FILE));
    } catch (error) {
      throw fail(
        'environment',
        `There is no journal in ${dataDir}.`,
        {
          folder: dataDir,
          reason: errorCode(error),
          remedy: 'Name the data folder with --data-dir; a journal is made by the first session.',
        },
        error,
      );
    }
    return new JournalLog(openStore({ dataFolder: dataDir, key: await loadChainKey(dataDir) }));
  }

  /** Records that fit, in order of time. With `limit`, the newest so many. */
  async *read(filter: LogFilter = {}): AsyncGenerator<JournalRecord> {
    const { limit = Number.POSITIVE_INFINITY, ...rest } = filter;
    if (limit <= RECORDS_PER_READ) {
      yield* await this.#store.records(filter);
      return;
    }
    let left = limit;
    let after = Number.isFinite(limit) ? await this.#beforeNewest(rest, limit) : BEFORE_ALL;
    while (left > 0) {
      const page = await this.#store.records({ ...rest, after, limit: Math.min(left, RECORDS_PER_READ) });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < RECORDS_PER_READ) return;
      after = last;
      left -= page.length;
    }
  }

  /** The same as JSON Lines: one record a line, in the canonical form its hash was taken of. */
  async *lines(filter: LogFilter = {}): AsyncGenerator<string> {
    for await (const record of this.read(filter)) yield canonicalJson(toJson(record));
  }

  /** Checks the chains, of one session or of all, and the database. */
  async verify(session?: string): Promise<LogCheck> {
    const faults = await verifyChain(this.#store, session);
    return { faults, integrityFaults: await this.#store.integrityFaults() };
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #beforeNewest(filter: LogFilter, limit: number) {
    const newest = await this.#store.records({ ...filter, limit });
    const [first] = newest;
    return first === undefined ? BEFORE_ALL : { ...first, seq: first.seq - 1 };
  }
}

const BEFORE_ALL = { at: '', session: '', seq: 0 };

function toJson(record: JournalRecord): JsonObject {
  return { ...record };
}
