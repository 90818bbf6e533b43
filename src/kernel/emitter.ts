/** A typed list of listeners for one kind of event; a listener that throws does not stop the others. */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** Adds a listener and returns the function that removes it. */
  on(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with the next event that `accepts` lets through. Never rejects: race it with a deadline. */
  next(accepts: (event: Event) => boolean = () => true): { readonly event: Promise<Event>; stop(): void } {
    let stop = () => {};
    const event = new Promise<Event>((resolve) => {
      const off = this.on((value) => {
        if (!accepts(value)) return;
        off();
        resolve(value);
      });
      stop = off;
    });
    return { event, stop: () => stop() };
  }

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
