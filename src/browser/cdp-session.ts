import type { CDPSession } from 'playwright-core';
import { Emitter } from '#kernel/emitter.ts';

export interface CdpEvent {
  readonly method: string;
  readonly params: unknown;
}

/**
 * One conversation with a target. It knows nothing of deadlines: outside this domain calls go through
 * `Page.send` and `Frame.send`, which race them with what silences a page.
 */
export interface CdpSession {
  readonly events: Emitter<CdpEvent>;
  send<Result = unknown>(method: string, params?: object): Promise<Result>;
}

/** Wraps playwright's session, so that only this file depends on its shape. */
export function fromPlaywright(session: CDPSession): CdpSession {
  const events = new Emitter<CdpEvent>();
  session.on('event', ({ method, params }) => events.emit({ method, params }));
  // The protocol's own types are not exported by name; the method string decides the shape of both ends.
  const send = session.send.bind(session) as (method: string, params?: object) => Promise<unknown>;
  return {
    events,
    send: async <Result>(method: string, params?: object) => (await send(method, params)) as Result,
  };
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A session carried inside another one's messages. Only a session that was attached this way can hold a
 * new target until our world is in it, and leaves playwright's own sessions alone.
 */
export class NestedCdpSession implements CdpSession {
  readonly events = new Emitter<CdpEvent>();
  readonly #parent: CdpSession;
  readonly #sessionId: string;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(parent: CdpSession, sessionId: string) {
    this.#parent = parent;
    this.#sessionId = sessionId;
  }

  async send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    const message = JSON.stringify({ id, method, params });
    this.#parent
      .send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message })
      .catch((error: unknown) => this.#settle(id, error instanceof Error ? error : new Error(String(error))));
    return (await answer) as Result;
  }

  /** Takes a message that the parent received for this session. */
  receive(text: string): void {
    const message: {
      id?: number;
      method?: string;
      params?: unknown;
      result?: unknown;
      error?: { message: string };
    } = JSON.parse(text);
    if (message.id === undefined) {
      this.events.emit({ method: message.method ?? '', params: message.params });
      return;
    }
    this.#settle(message.id, message.error ? new Error(message.error.message) : message.result);
  }

  /** Rejects everything that waits: the target is gone and will not answer. */
  end(): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, new Error('Target closed'));
  }

  #settle(id: number, outcome: unknown): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (outcome instanceof Error) pending?.reject(outcome);
    else pending?.resolve(outcome);
  }
}
