import { type Clock, systemClock } from '#kernel/clock.ts';
import { compact } from '#kernel/compact.ts';
import { Emitter } from '#kernel/emitter.ts';
import type { Redactor } from '#kernel/redact.ts';
import { Approvals } from './approvals.ts';
import { type ArtifactLimits, Artifacts, DEFAULT_ARTIFACT_LIMITS } from './artifacts.ts';
import { loadChainKey } from './chain-key.ts';
import { defaultDataFolder, prepareDataFolder } from './data-folder.ts';
import { durabilityOf } from './durability.ts';
import { fail } from './errors.ts';
import { type JournalEvent, type StampedEvent, versionOf } from './event.ts';
import { ReadBatch } from './read-batch.ts';
import { JournalLog } from './read-log.ts';
import type { Receipt } from './receipt.ts';
import { type OperationEvent, Receipts } from './receipts.ts';
import { redactJson } from './redact-event.ts';
import { Runs } from './runs.ts';
import type { JournalStore } from './store/journal-store.ts';
import { openStore } from './store/open-store.ts';
import type { VaultStore } from './store/vault-store.ts';

export interface JournalOptions {
  /** The data folder; the platform's own when absent. */
  readonly dataDir?: string;
  /** Everything that is written passes it. */
  readonly redactor: Redactor;
  readonly clock?: Clock;
  readonly artifactLimits?: ArtifactLimits;
  /** How long to wait for another process's write, in milliseconds; 5 000 when absent. */
  readonly busyTimeoutMs?: number;
  /** Most pages of 4 096 bytes the database may have; unlimited when absent. */
  readonly maxPages?: number;
}

/**
 * What happened, in order, provable: an append-only, hash-chained record of each session in the data
 * folder, with receipts and artifacts. Several processes may use one folder at once.
 *
 * @example
 * await using journal = await Journal.open({ redactor });
 * await journal.intent({ session, operation: 'click', operationId, effect: 'activate' });
 * const receipt = await journal.outcome({ session, operation: 'click', operationId, effect: 'activate',
 *   dispatch: 'sent', outcome: 'changed' });
 */
export class Journal {
  /** Each event as it is handed in, after redaction; before it is written. */
  readonly events = new Emitter<StampedEvent>();
  readonly receipts: Receipts;
  readonly approvals: Approvals;
  readonly artifacts: Artifacts;
  /** Runs of saved workflows. */
  readonly runs: Runs;
  readonly log: JournalLog;
  /** Sealed credentials, kept in the same database. */
  readonly vault: VaultStore;
  readonly dataFolder: string;
  readonly #store: JournalStore;
  readonly #batch: ReadBatch;
  readonly #redactor: Redactor;
  readonly #clock: Clock;
  #closing: Promise<void> | undefined;

  private constructor(options: JournalOptions, dataFolder: string, key: Uint8Array) {
    const { redactor, clock = systemClock, artifactLimits, busyTimeoutMs, maxPages } = options;
    const store = openStore(compact({ dataFolder, key, busyTimeoutMs, maxPages }));
    const batch = new ReadBatch(store);
    const sendWaiting = () => batch.send();
    this.dataFolder = dataFolder;
    this.log = new JournalLog(store);
    this.receipts = new Receipts({
      store,
      key,
      clock,
      sendWaiting,
      stamp: (event) => ({ ...this.#stamp(event), operationId: event.operationId }),
    });
    this.approvals = new Approvals({
      store,
      key,
      clock,
      stamp: (event) => this.#stamp(event),
      redact: (text) => redactor.redact(text),
    });
    this.runs = new Runs({ store, redactor, clock, stamp: (event) => this.#stamp(event) });
    this.artifacts = new Artifacts({
      dataFolder,
      store,
      redactor,
      sendWaiting,
      limits: artifactLimits ?? DEFAULT_ARTIFACT_LIMITS,
      stamp: (event) => this.#stamp(event),
    });
    this.#store = store;
    this.vault = store;
    this.#batch = batch;
    this.#redactor = redactor;
    this.#clock = clock;
  }

  /**
   * Makes the data folder and the key if need be and starts the thread that keeps the database. It does
   * not wait for the thread: what is wrong with the database is told by the first write, or by `ready`.
   *
   * @throws environment when the data folder cannot be made or written.
   */
  static async open(options: JournalOptions): Promise<Journal> {
    const dataFolder = await prepareDataFolder(options.dataDir ?? defaultDataFolder());
    return new Journal(options, dataFolder, await loadChainKey(dataFolder));
  }

  /** Writes one row and reads it back. @throws environment when the database cannot be used. */
  ready(): Promise<void> {
    return this.#store.probe(this.#clock.now().toISOString());
  }

  /**
   * Writes an event, as durably as its kind and effect ask (see durabilityOf). Events are written in the
   * order in which they are handed in. Of a kind that is batched it is taken at once and written later.
   *
   * @throws environment when it cannot be written.
   */
  async append(event: JournalEvent): Promise<void> {
    const durability = durabilityOf(event);
    const stamped = this.#stamp(event);
    if (durability === 'batched') {
      await this.#batch.add(stamped);
      return;
    }
    const waiting = this.#batch.take();
    try {
      await this.#store.append({ events: [...waiting, stamped], durability });
    } catch (error) {
      this.#batch.giveBack(waiting);
      throw error;
    }
  }

  /**
   * Writes what an operation is about to do; nothing may be dispatched before this resolves.
   *
   * @param event - `operationId` is ours and new for each run (`newId('op')`).
   * @throws duplicate_operation when the id was used before.
   */
  async intent(event: OperationEvent): Promise<Receipt> {
    const { state, receipt } = await this.receipts.begin(event);
    if (state === 'begun') return receipt;
    const { operationId } = event;
    throw fail('duplicate_operation', `Operation ${operationId} was begun before.`, { operationId });
  }

  /** Writes how an operation ended that was begun by `intent`, and gives its receipt. */
  outcome(event: OperationEvent): Promise<Receipt> {
    return this.receipts.settle(event);
  }

  /** Waits until everything handed in is written. @throws environment when it cannot be. */
  async flush(): Promise<void> {
    await this.#batch.flush();
  }

  /** Writes what waits and closes the database. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    try {
      await this.#batch.flush();
    } finally {
      this.#batch.stop();
      this.receipts.stop();
      await this.#store.close();
    }
  }

  #stamp(event: JournalEvent): StampedEvent {
    const { kind, body = {}, durationMs, ...fields } = event;
    const stamped = compact<StampedEvent>({
      ...redactJson(fields, this.#redactor),
      kind,
      durationMs: durationMs === undefined ? undefined : Math.round(durationMs * 10) / 10,
      body: redactJson(body, this.#redactor),
      at: this.#clock.now().toISOString(),
      version: versionOf(kind),
    });
    this.events.emit(stamped);
    return stamped;
  }
}
