import { showPageWords } from '#kernel/untrusted-text.ts';
import type { CdpSession } from './cdp-session.ts';
import { DocumentReplaced } from './document-replaced.ts';
import { fail } from './errors.ts';
import type { Interruptions, RaceOptions } from './interruptions.ts';

interface CallResult {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

interface World {
  readonly contextId: number;
  readonly session: CdpSession;
  /** Rejects when this world is gone, so that a call into it does not wait for an answer that never comes. */
  readonly gone: Promise<never>;
  end(): void;
}

const CALL_OUR_WORLD = 'function (method, args) { return globalThis.portolan[method](...args); }';
const LOST_WORLD = /context (was|with)|cannot find context|target closed|inspected target navigated/i;

/**
 * One frame of a page, through however many documents it shows. Calls go to our isolated world in it.
 */
export class Frame {
  readonly id: string;
  readonly parent: Frame | null;
  readonly #interruptions: Interruptions;
  #session: CdpSession;
  #documentId = '';
  #url = 'about:blank';
  #securityOrigin = 'null';
  #isDetached = false;
  #world: World | undefined;
  #worldWaiters: (() => void)[] = [];

  constructor(id: string, parent: Frame | null, session: CdpSession, interruptions: Interruptions) {
    this.id = id;
    this.parent = parent;
    this.#session = session;
    this.#interruptions = interruptions;
  }

  /** Identifier of the document it shows; changes with each navigation that is not within the document. */
  get documentId(): string {
    return this.#documentId;
  }

  get url(): string {
    return this.#url;
  }

  /** Serialised origin; `null` for an opaque one. */
  get origin(): string {
    return this.#securityOrigin;
  }

  get isDetached(): boolean {
    return this.#isDetached;
  }

  /** Whether calls can be answered at once: our world is in its document. */
  get hasWorld(): boolean {
    return this.#world !== undefined;
  }

  /** The session that serves this frame: the page's own, or one of its process. */
  get session(): CdpSession {
    return this.#session;
  }

  /**
   * Calls a method of our world in this frame: `portolan[method](...args)`, by value.
   *
   * @throws DocumentReplaced when the frame's document went away before it answered.
   * @throws page_unresponsive when the page is such that our code fails in it.
   * @throws dialog_open, page_crashed, browser_gone, page_unresponsive, cancelled.
   */
  async call<Result>(method: string, args: readonly unknown[], options: RaceOptions = {}): Promise<Result> {
    const reply = await this.#interruptions.race(() => this.#callWorld(method, args), method, options);
    if (reply.exceptionDetails) {
      const { text, exception } = reply.exceptionDetails;
      const [reason = text] = (exception?.description ?? text).split('\n');
      throw fail('page_unresponsive', `The page cannot be read (${method}: ${showPageWords(reason)}).`, {
        what: method,
      });
    }
    return reply.result.value as Result;
  }

  /** Sends a protocol command to the session that serves this frame, raced like `call`. */
  async send<Result = unknown>(
    method: string,
    params: object = {},
    options: RaceOptions = {},
  ): Promise<Result> {
    return await this.#interruptions.race(() => this.#session.send<Result>(method, params), method, options);
  }

  /** Our world's execution context, for commands that want one. Waits until there is one. */
  async worldContextId(options: RaceOptions = {}): Promise<number> {
    const world = await this.#interruptions.race(() => this.#waitForWorld(), 'our world', options);
    return world.contextId;
  }

  async #callWorld(method: string, args: readonly unknown[]): Promise<CallResult> {
    const world = this.#world ?? (await this.#waitForWorld());
    try {
      return await Promise.race([
        world.session.send<CallResult>('Runtime.callFunctionOn', {
          functionDeclaration: CALL_OUR_WORLD,
          executionContextId: world.contextId,
          arguments: [{ value: method }, { value: args }],
          returnByValue: true,
          awaitPromise: true,
        }),
        world.gone,
      ]);
    } catch (error) {
      if (error instanceof Error && LOST_WORLD.test(error.message))
        throw new DocumentReplaced(this.id, { cause: error });
      throw error;
    }
  }

  async #waitForWorld(): Promise<World> {
    while (!this.#world) {
      if (this.#isDetached) throw new DocumentReplaced(this.id);
      await new Promise<void>((resolve) => this.#worldWaiters.push(resolve));
    }
    return this.#world;
  }

  // --- what follows is called by the frame tree as the browser tells it ---

  committed(document: { readonly id: string; readonly url: string; readonly origin: string }): void {
    this.#documentId = document.id;
    this.#url = document.url;
    this.#securityOrigin = document.origin;
  }

  movedWithinDocument(url: string): void {
    this.#url = url;
  }

  servedBy(session: CdpSession): void {
    if (session === this.#session) return;
    this.#session = session;
    // The browser may tell of the world in the new process before it tells of the move.
    if (this.#world?.session !== session) this.worldGone();
  }

  worldReady(contextId: number, session: CdpSession): void {
    this.worldGone();
    let end = () => {};
    const gone = new Promise<never>((_, reject) => {
      end = () => reject(new DocumentReplaced(this.id));
    });
    gone.catch(() => {});
    this.#world = { contextId, session, gone, end };
    for (const resolve of this.#worldWaiters.splice(0)) resolve();
  }

  worldGone(contextId?: number, session?: CdpSession): void {
    const world = this.#world;
    if (!world) return;
    if (contextId !== undefined && (world.contextId !== contextId || world.session !== session)) return;
    this.#world = undefined;
    world.end();
  }

  detached(): void {
    this.#isDetached = true;
    this.worldGone();
    for (const resolve of this.#worldWaiters.splice(0)) resolve();
  }
}
