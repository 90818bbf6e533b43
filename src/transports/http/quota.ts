import { fail } from '#kernel/errors.ts';

/** Most calls of one owner that are under way at once; the next is refused with a time to come back. */
export const CALLS_AT_ONCE = 64;

/** Counts the calls of each owner, so that one of them cannot use up the server. */
export class Quota {
  readonly #running = new Map<string, number>();
  readonly #limit: number;

  constructor(limit: number = CALLS_AT_ONCE) {
    this.#limit = limit;
  }

  /**
   * Runs one call of an owner.
   *
   * @throws limit_exceeded when that owner has too many under way; nothing was done.
   */
  async run<T>(owner: string, call: () => Promise<T>): Promise<T> {
    const running = this.#running.get(owner) ?? 0;
    if (running >= this.#limit)
      throw fail('limit_exceeded', `This token has ${running} calls under way, which is the most.`, {
        remedy: 'Wait for one of them, then send this again.',
        limit: this.#limit,
        retryAfterSeconds: 1,
      });
    this.#running.set(owner, running + 1);
    try {
      return await call();
    } finally {
      const left = (this.#running.get(owner) ?? 1) - 1;
      if (left === 0) this.#running.delete(owner);
      else this.#running.set(owner, left);
    }
  }
}
