import { setImmediate as turn } from 'node:timers/promises';
import { fail } from './errors.ts';

/** Counts the calls under way, so that a stopping server can refuse new ones and wait for the rest. */
export class Admission {
  #running = 0;
  #isStopped = false;
  #idle: (() => void)[] = [];

  get running(): number {
    return this.#running;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Runs one call.
   *
   * @throws shutting_down once `stop` was called.
   */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isStopped) throw fail('shutting_down', 'The server is stopping; nothing was done.');
    this.#running += 1;
    try {
      return await call();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  /** Refuses what comes from now on, and waits for what is under way, at most `atMostMs`. */
  async stop(atMostMs: number): Promise<'finished' | 'cut-short'> {
    this.#isStopped = true;
    if (this.#running === 0) return 'finished';
    let timer: NodeJS.Timeout | undefined;
    const idle = new Promise<'finished'>((resolve) => this.#idle.push(() => resolve('finished')));
    const tooLong = new Promise<'cut-short'>((resolve) => {
      timer = setTimeout(() => resolve('cut-short'), atMostMs);
    });
    try {
      return await Promise.race([idle, tooLong]);
    } finally {
      clearTimeout(timer);
      // The calls have returned; one turn later their replies have been handed to the wire.
      await turn();
    }
  }
}
