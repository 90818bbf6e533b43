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
  const inner = innerSession(session);
  if (inner !== undefined) {
    inner.onEvent(({ method, params }) => events.emit({ method, params }));
    return {
      events,
      send: async <Result>(method: string, params?: object) => {
        try {
          return (await inner.send(method, params)) as Result;
        } catch (error) {
          // Playwright tells of a crash or an end by its longer way, which is to be heard first.
          for (let turn = 0; turn < TURNS_OF_THE_LONG_WAY; turn += 1) await nextTurn();
          throw isEnded(error) ? new TargetClosed(error) : error;
        }
      },
    };
  }
  session.on('event', ({ method, params }) => events.emit({ method, params }));
  // The protocol's own types are not exported by name; the method string decides the shape of both ends.
  const send = session.send.bind(session) as (method: string, params?: object) => Promise<unknown>;
  return {
    events,
    send: async <Result>(method: string, params?: object) => (await send(method, params)) as Result,
  };
}

/** What a session served is gone, which its tab may not have told yet. */
export class TargetClosed extends Error {
  override readonly name = 'TargetClosed';
  constructor(cause: unknown) {
    super('Target closed', { cause });
  }
}

/** Playwright says so by a type without words, or in the browser's words. */
function isEnded(error: unknown): boolean {
  return (
    error instanceof Error &&
    (at(error, 'type') === 'closed' || /session closed|target closed/i.test(error.message))
  );
}

const TURNS_OF_THE_LONG_WAY = 4;
const nextTurn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

interface InnerSession {
  send(method: string, params?: object): Promise<unknown>;
  onEvent(listener: (event: CdpEvent) => void): void;
}

/**
 * The session inside playwright's, where playwright runs in this process: without the validation, the stack
 * traces and the turns of the event loop that each call by its public way costs. Nothing where its shape is
 * another than the one known here.
 */
export function innerSession(session: CDPSession): InnerSession | undefined {
  const toInner = at(at(session, '_connection'), 'toImpl');
  if (typeof toInner !== 'function') return undefined;
  const outer: unknown = toInner(session);
  const wire = at(outer, '_session');
  const send = at(wire, 'send');
  const on = at(outer, 'on');
  if (typeof send !== 'function' || typeof on !== 'function') return undefined;
  return {
    send: async (method, params) => await Reflect.apply(send, wire, [method, params]),
    onEvent: (listener) => {
      Reflect.apply(on, outer, ['event', listener]);
    },
  };
}

function at(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
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
