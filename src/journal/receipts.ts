import type { Clock } from '#kernel/clock.ts';
import { sleep } from '#kernel/deadline.ts';
import type { JsonValue } from './canonical-json.ts';
import { keyedHash } from './chain.ts';
import { type CommittedDurability, durabilityOf } from './durability.ts';
import type { JournalEvent, StampedEvent } from './event.ts';
import type { Receipt } from './receipt.ts';
import type { Begun, JournalStore } from './store/journal-store.ts';
import { thisWriter } from './store/writer-alive.ts';

const LEASE_MS = 30_000;
const RENEW_EACH_MS = 10_000;
const LOOK_AGAIN_MS = 25;

/** What makes two calls the same one. The key and the arguments are kept as keyed hashes only. */
export interface IdempotentRequest {
  /** Whose key it is: two callers may use one key. */
  readonly owner: string;
  readonly key: string;
  readonly arguments: JsonValue;
}

export type OperationEvent = Omit<JournalEvent, 'kind'> & { readonly operationId: string };
/** How an operation ended. */
export type OperationEnd = Pick<JournalEvent, 'dispatch' | 'outcome' | 'durationMs' | 'body' | 'origin'>;

type Stamp = (event: JournalEvent & { readonly operationId: string }) => StampedEvent & {
  readonly operationId: string;
};

export interface ReceiptsOptions {
  readonly store: JournalStore;
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly stamp: Stamp;
  /** Sends what waits to be written before. */
  readonly sendWaiting: () => void;
}

/**
 * Operations by id: the intent before, the outcome after, each a record of the session's chain. One whose
 * process died in between is `unknown` for ever. Idempotency keys are kept as long as the journal is.
 */
export class Receipts {
  readonly #options: ReceiptsOptions;
  readonly #open = new Set<string>();
  readonly #running = new Map<string, Promise<Receipt>>();
  #renewing: NodeJS.Timeout | undefined;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
  }

  /**
   * Writes the intent of an operation, unless its key (or id) was used before.
   *
   * @param request - with it, the same owner and key give the first receipt again.
   * @returns `begun`: run it, then settle it. `known`: do not run it.
   * @throws duplicate_operation when the key or id was used with other arguments.
   */
  async begin(event: OperationEvent, request?: IdempotentRequest): Promise<Begun> {
    const { store, key, clock, stamp, sendWaiting } = this.#options;
    const intent = stamp({ ...event, kind: 'operation-intent' });
    sendWaiting();
    const begun = await store.begin({
      event: intent,
      durability: request === undefined ? committed(intent) : 'full',
      ...(request === undefined
        ? {}
        : { keyHash: keyedHash(key, { owner: request.owner, key: request.key }) }),
      requestHash: keyedHash(key, {
        operation: event.operation,
        arguments: request?.arguments ?? event.body,
      }),
      writer: thisWriter(),
      leaseUntilMs: clock.now().getTime() + LEASE_MS,
    });
    if (begun.state === 'begun') this.#keep(event.operationId);
    return begun;
  }

  /**
   * Writes the outcome of an operation that was begun here.
   *
   * @returns the receipt; `unknown` when it had been given up before, and then the outcome stands in the
   *   chain as a late one.
   * @throws invalid_arguments when it was never begun or has its outcome already.
   */
  async settle(event: OperationEvent, isKeyed = false): Promise<Receipt> {
    const { store, stamp, sendWaiting } = this.#options;
    const outcome = stamp({ ...event, kind: 'operation-outcome' });
    sendWaiting();
    try {
      return await store.settle({ event: outcome, durability: isKeyed ? 'full' : committed(outcome) });
    } finally {
      this.#release(event.operationId);
    }
  }

  /** The receipt of an operation; `undefined` when there was none of this id. */
  get(operationId: string): Promise<Receipt | undefined> {
    return this.#options.store.receipt(operationId, this.#options.clock.now().toISOString());
  }

  /**
   * Runs an operation once for its key, whoever asks how often, in this process or another. All get the
   * receipt of the one run; one that died on the way is `unknown` and is not run again.
   *
   * @param run - does it and says how it ended, refusals and failures included. If it throws, its end is
   *   recorded as unknown and the error is passed on.
   * @param signal - ends the wait for another's run.
   * @throws duplicate_operation when the key was used with other arguments.
   */
  async once(
    event: OperationEvent,
    request: IdempotentRequest,
    run: () => Promise<OperationEnd>,
    signal?: AbortSignal,
  ): Promise<Receipt> {
    const begun = await this.begin(event, request);
    if (begun.state === 'known') return this.#ended(begun.receipt, signal);
    const running = this.#run(event, run);
    this.#running.set(event.operationId, running);
    try {
      return await running;
    } finally {
      this.#running.delete(event.operationId);
    }
  }

  /** Stops keeping leases; what is open will be `unknown`. */
  stop(): void {
    clearInterval(this.#renewing);
  }

  async #run(event: OperationEvent, run: () => Promise<OperationEnd>): Promise<Receipt> {
    let end: OperationEnd;
    try {
      end = await run();
    } catch (error) {
      await this.settle({ ...event, dispatch: 'unknown', outcome: 'unknown', body: {} }, true);
      throw error;
    }
    return this.settle({ ...event, body: {}, ...end }, true);
  }

  async #ended(first: Receipt, signal?: AbortSignal): Promise<Receipt> {
    let receipt = first;
    while (receipt.state === 'open') {
      const here = this.#running.get(receipt.operationId);
      // The first caller is told of an error; to the others it is in the receipt.
      if (here === undefined) await sleep(LOOK_AGAIN_MS, signal);
      else await here.catch(() => undefined);
      receipt = (await this.get(receipt.operationId)) ?? receipt;
    }
    return receipt;
  }

  #keep(operationId: string): void {
    this.#open.add(operationId);
    this.#renewing ??= setInterval(() => this.#renew(), RENEW_EACH_MS).unref();
  }

  #release(operationId: string): void {
    this.#open.delete(operationId);
    if (this.#open.size > 0) return;
    clearInterval(this.#renewing);
    this.#renewing = undefined;
  }

  #renew(): void {
    const until = this.#options.clock.now().getTime() + LEASE_MS;
    // A renewal that fails is tried again before the lease ends.
    this.#options.store.renew([...this.#open], until).catch(() => undefined);
  }
}

function committed(event: StampedEvent): CommittedDurability {
  const durability = durabilityOf(event);
  return durability === 'batched' ? 'normal' : durability;
}
