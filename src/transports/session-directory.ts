import { fail as failSession } from '#sessions/errors.ts';
import type { HostedBroker, HostedSession } from './host.ts';

const MOST_REMEMBERED = 4096;

/**
 * Leads a caller to its session by owner and name, and opens it at its first call.
 *
 * Two calls at once open one session, not two. A session that was there and has ended since is said
 * once as `session_lost`, so that nobody acts on a fresh page in the belief that it is the old one.
 */
export class SessionDirectory<S extends HostedSession> {
  readonly #broker: HostedBroker<S>;
  readonly #opening = new Map<string, Promise<S>>();
  readonly #opened = new Set<string>();

  constructor(broker: HostedBroker<S>) {
    this.#broker = broker;
  }

  /** @throws session_lost once, when the session of that name has ended since it was last used. */
  async sessionOf(owner: string, name: string): Promise<S> {
    const key = `${owner} ${name}`;
    const found = this.#broker.find(owner, name);
    if (found !== undefined) return found;
    const opening = this.#opening.get(key);
    if (opening !== undefined) return opening;
    if (this.#opened.delete(key)) {
      throw failSession('session_lost', 'The session has ended; its pages and refs are gone.');
    }
    const fresh = this.#broker.open(owner, { name }).finally(() => this.#opening.delete(key));
    this.#opening.set(key, fresh);
    const session = await fresh;
    this.#remember(key);
    return session;
  }

  /** Ends a session that its caller gave up. Unknown names are no error. */
  async end(owner: string, name: string, reason: string): Promise<void> {
    this.#opened.delete(`${owner} ${name}`);
    await this.#broker.find(owner, name)?.close(reason);
  }

  #remember(key: string): void {
    this.#opened.add(key);
    if (this.#opened.size <= MOST_REMEMBERED) return;
    const oldest = this.#opened.values().next();
    if (!oldest.done) this.#opened.delete(oldest.value);
  }
}
