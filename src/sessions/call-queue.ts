/**
 * One call at a time, in the order they came. A call that is taken back before its turn never starts.
 */
export class CallQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Calls that have not ended, the running one included. */
  get length(): number {
    return this.#waiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const turn = this.#tail.then(work, work);
    this.#tail = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}
