/**
 * Whether page content has reached the model, and from where. Once it has, every later act of the session may
 * be the page's idea; only a turn of the user, or a person, takes that back.
 */
export class Taint {
  readonly #origins = new Set<string>();

  get isTainted(): boolean {
    return this.#origins.size > 0;
  }

  /** Origins whose content was read since the last clearing, in the order they were first read. */
  get origins(): readonly string[] {
    return [...this.#origins];
  }

  /** Content of this origin was shown to the model. */
  mark(origin: string): void {
    this.#origins.add(origin);
  }

  /** The user has spoken, or a person has taken responsibility for what follows. */
  clear(): void {
    this.#origins.clear();
  }
}
