import type { StampedEvent } from './event.ts';
import type { JournalStore } from './store/journal-store.ts';

const WAIT_MS = 100;
const RETRY_MS = 1_000;
const MOST_EVENTS = 1_000;

/**
 * Events that may be written a moment later, together. They keep their place: whoever writes something
 * else first sends what is waiting here. None is dropped: when they cannot be written and too many wait,
 * the next one is refused.
 */
export class ReadBatch {
  readonly #store: JournalStore;
  #waiting: StampedEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #error: unknown;

  constructor(store: JournalStore) {
    this.#store = store;
  }

  /** Takes an event; waits only when too many are unwritten. */
  async add(event: StampedEvent): Promise<void> {
    if (this.#waiting.length >= MOST_EVENTS) await this.flush();
    this.#waiting.push(event);
    this.#schedule(WAIT_MS);
  }

  /** Takes what waits, for whoever writes it in one transaction with something else. */
  take(): readonly StampedEvent[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#waiting.splice(0);
  }

  /** Gives back what could not be written, to its place. */
  giveBack(events: readonly StampedEvent[]): void {
    if (events.length === 0) return;
    this.#waiting = [...events, ...this.#waiting];
    this.#schedule(RETRY_MS);
  }

  /** Sends what waits now; the store keeps the order of calls. */
  send(): void {
    const events = this.take();
    if (events.length === 0) return;
    this.#writing = this.#store.append({ events, durability: 'normal' }).then(
      () => {
        this.#error = undefined;
      },
      (error: unknown) => {
        this.#error = error;
        this.giveBack(events);
      },
    );
  }

  /** Waits until all is written. @throws environment when it cannot be. */
  async flush(): Promise<void> {
    this.send();
    await this.#writing;
    if (this.#error !== undefined && this.#waiting.length > 0) throw this.#error;
  }

  /** Stops trying. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(waitMs: number): void {
    this.#timer ??= setTimeout(() => this.send(), waitMs);
  }
}
