import { randomUUID } from 'node:crypto';

/** Requests the very first session lasts where sessions expire: the same in every run, however fast. */
const FIRST_SESSION_REQUESTS = 12;

/** Who is signed in, and until when. */
export class Sessions {
  #byId = new Map();
  #lifetimeMs;
  #firstRequests;
  #onExpired;

  /** @param {{ lifetimeMs?: number, isFirstShort: boolean, onExpired: (email: string) => void }} options */
  constructor({ lifetimeMs = Number.POSITIVE_INFINITY, isFirstShort, onExpired }) {
    this.#lifetimeMs = lifetimeMs;
    this.#firstRequests = isFirstShort ? FIRST_SESSION_REQUESTS : Number.POSITIVE_INFINITY;
    this.#onExpired = onExpired;
  }

  open(email) {
    const id = randomUUID();
    const session = { id, email, isWarned: false, requestsLeft: this.#firstRequests, endsAt: this.#end() };
    this.#firstRequests = Number.POSITIVE_INFINITY;
    this.#byId.set(id, session);
    return session;
  }

  /** The session of a request, one request nearer to its end; undefined when there is none any more. */
  visit(id) {
    const session = this.#byId.get(id);
    if (session === undefined) return undefined;
    session.requestsLeft -= 1;
    if (session.requestsLeft >= 0 && Date.now() < session.endsAt) return session;
    this.#expire(session);
    return undefined;
  }

  extend(session) {
    session.endsAt = this.#end();
  }

  close(id) {
    this.#byId.delete(id);
  }

  expireAll() {
    for (const session of [...this.#byId.values()]) this.#expire(session);
  }

  #expire(session) {
    this.#byId.delete(session.id);
    this.#onExpired(session.email);
  }

  #end() {
    return Date.now() + this.#lifetimeMs;
  }
}
