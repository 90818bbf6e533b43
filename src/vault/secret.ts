import { inspect } from 'node:util';

const HIDDEN = '«secret»';

/**
 * A value that is read by `reveal` and by nothing else: printed, joined into a text, inspected or put into JSON
 * it shows `«secret»`, whatever its length.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value. What comes of it must reach the field it is for and nothing that is written or returned. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
