import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { type Redactor, SecretRedactor } from '#kernel/redact.ts';
import { secretPattern } from '#kernel/secret-forms.ts';
import { Seal } from './seal.ts';

export interface SecretsSetup {
  /** Redacts what is written of all sessions: log and journal. */
  readonly everywhere: SecretRedactor;
  /** The way out is as wide again as the session's hosts. */
  readonly onLifted: () => void;
}

/** The secrets that one session has used: how they are kept from its outputs. */
export class SessionSecrets implements Redactor {
  readonly seal: Seal;
  readonly #own = new SecretRedactor();
  readonly #everywhere: SecretRedactor;
  readonly #known = new Map<string, () => void>();

  constructor({ everywhere, onLifted }: SecretsSetup) {
    this.#everywhere = everywhere;
    this.seal = new Seal(this.#own, onLifted);
  }

  /** From now on the value is printed as `«secret:name»` wherever it comes up. */
  learn(name: string, value: string): void {
    if (this.#known.has(value)) return;
    const pattern = secretPattern(value);
    const forget = [this.#own.add(name, value, pattern), this.#everywhere.add(name, value, pattern)];
    this.#known.set(value, () => {
      for (const each of forget) each();
    });
  }

  /** A text as it may leave: every reply of every face passes here. */
  redact(text: string): string {
    return this.#own.knowsAny ? this.#own.redact(text) : text;
  }

  /** Where a text holds a secret. */
  get own(): SecretRedactor {
    return this.#own;
  }

  begin(page: Page, frame: Frame): void {
    this.seal.begin(page, frame);
  }

  /** The session has ended, and all that it wrote is written. */
  forget(): void {
    for (const forget of this.#known.values()) forget();
    this.#known.clear();
  }
}
