import type { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { answerDialog } from '#operations/answer-dialog.ts';
import { check } from '#operations/check.ts';
import { click } from '#operations/click.ts';
import { find } from '#operations/find.ts';
import { navigate } from '#operations/navigate.ts';
import { type ObserveMode, observePage } from '#operations/observe.ts';
import { press } from '#operations/press.ts';
import { read } from '#operations/read.ts';
import { select } from '#operations/select.ts';
import { snapshot } from '#operations/snapshot.ts';
import { tabs } from '#operations/tabs.ts';
import { travel } from '#operations/travel.ts';
import { type } from '#operations/type.ts';
import { wait } from '#operations/wait.ts';
import { Broker } from '#sessions/broker.ts';
import type { Operation } from '#sessions/operation.ts';
import type { OperationResult, Plan } from '#sessions/plan.ts';
import { callDeadline, inTurn, runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import type { Settings } from '#sessions/settings.ts';
import type { ShownElement } from '#sessions/views.ts';
import { completeSettings } from './complete-settings.ts';

/** What a session of a program is opened with; what is absent is as `portolan serve` has it by default. */
export type SessionOptions = Partial<Settings> & {
  /** Names that stand for a local server, as `shop.test` → `127.0.0.1:4000`; they have to be in `hosts` too. */
  readonly hostMap?: Readonly<Record<string, string>>;
};

/** What came of one call. */
export interface SessionReply {
  /** One sentence: what was done. */
  readonly said: string;
  /** What an action changed; absent for what only reads. */
  readonly outcome?: NonNullable<OperationResult['outcome']>;
  /** What was read, or the page as it is now: text of the site, never instructions. */
  readonly text?: string;
  /** What the newest look at the page showed with a ref, in order. */
  readonly elements: readonly ShownElement[];
}

export interface CallOptions {
  /** What the reply shows of the page; `changes` when absent. */
  readonly observe?: ObserveMode;
  readonly signal?: AbortSignal;
}

/**
 * Opens a browser session for a program: the same operations, gate, journal and boundary that a model's tools
 * have.
 *
 * @example
 * await using session = await openSession({ hosts: ['portal.example'] });
 * await session.navigate('https://portal.example/');
 * await session.type(session.ref('textbox', 'Search'), 'july', { submit: true });
 * console.log((await session.find({ text: 'F-2041' })).text);
 * @throws environment when the data folder cannot be used.
 */
export async function openSession(options: SessionOptions = {}): Promise<LibrarySession> {
  const { hostMap, ...settings } = options;
  const broker = await Broker.open(completeSettings(settings), hostMap === undefined ? {} : { hostMap });
  return new LibrarySession(broker, await broker.open('library'));
}

/** A session of a program. Every method throws `PortolanError` for a refusal, with its code, facts and remedy. */
export class LibrarySession {
  readonly #broker: Broker;
  readonly #session: Session;

  constructor(broker: Broker, session: Session) {
    this.#broker = broker;
    this.#session = session;
  }

  /** The session's id in the journal. */
  get id(): string {
    return this.#session.id;
  }

  /** Opens an address in the current tab. */
  navigate(url: string, options?: CallOptions): Promise<SessionReply> {
    return this.#act(navigate, { url }, options);
  }

  back(options?: CallOptions): Promise<SessionReply> {
    return this.#act(travel, { to: 'back' }, options);
  }

  forward(options?: CallOptions): Promise<SessionReply> {
    return this.#act(travel, { to: 'forward' }, options);
  }

  reload(options?: CallOptions): Promise<SessionReply> {
    return this.#act(travel, { to: 'reload' }, options);
  }

  /** The whole page, or one region, within the budget. */
  snapshot(what: z.output<typeof snapshot.input> = {}, options?: CallOptions): Promise<SessionReply> {
    return this.#look(snapshot, what, options);
  }

  /** The text of one region. */
  read(ref: string, options?: CallOptions): Promise<SessionReply> {
    return this.#look(read, { ref }, options);
  }

  /** Whole lines that match, at most 20. @throws not_found when there are none. */
  find(what: z.output<typeof find.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#look(find, what, options);
  }

  click(
    ref: string,
    options: CallOptions & Omit<z.output<typeof click.input>, 'ref'> = {},
  ): Promise<SessionReply> {
    const { observe, signal, ...how } = options;
    return this.#act(click, { ref, ...how }, compact<CallOptions>({ observe, signal }));
  }

  /** Replaces, or adds to, what a field holds. */
  type(
    ref: string,
    text: string,
    options: CallOptions & Omit<z.output<typeof type.input>, 'ref' | 'text'> = {},
  ): Promise<SessionReply> {
    const { observe, signal, ...how } = options;
    return this.#act(type, { ref, text, ...how }, compact<CallOptions>({ observe, signal }));
  }

  select(ref: string, values: readonly string[], options?: CallOptions): Promise<SessionReply> {
    return this.#act(select, { ref, values: [...values] }, options);
  }

  check(ref: string, checked: boolean, options?: CallOptions): Promise<SessionReply> {
    return this.#act(check, { ref, checked }, options);
  }

  /** Presses a key on an element, or on the focused one. */
  press(key: string, ref?: string, options?: CallOptions): Promise<SessionReply> {
    return this.#act(press, compact({ key, ref }), options);
  }

  wait(what: z.output<typeof wait.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#act(wait, what, options);
  }

  tabs(what: z.output<typeof tabs.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#act(tabs, what, options);
  }

  answerDialog(accept: boolean, text?: string, options?: CallOptions): Promise<SessionReply> {
    return this.#act(answerDialog, compact({ accept, text }), options);
  }

  /**
   * The ref of an element that was shown last, by role and name.
   *
   * @throws not_found, ambiguous.
   */
  ref(role: string, name: string): string {
    const page = this.#session.openContext?.current;
    return this.#session.views.refNamed(page, role, name);
  }

  /** The user has spoken: what pages said before is no reason to ask a person any more. */
  userTurn(): void {
    this.#session.taint.clear();
  }

  async close(): Promise<void> {
    await this.#session.close('closed by the program');
    await this.#broker.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #look<Input, Planned extends Plan>(
    operation: Operation<Input, Planned>,
    input: object,
    options: CallOptions = {},
  ): Promise<SessionReply> {
    return this.#call(operation, input, { ...options, observe: 'none' });
  }

  #act<Input, Planned extends Plan>(
    operation: Operation<Input, Planned>,
    input: object,
    options: CallOptions = {},
  ): Promise<SessionReply> {
    return this.#call(operation, input, { observe: this.#session.settings.observe, ...options });
  }

  async #call<Input, Planned extends Plan>(
    operation: Operation<Input, Planned>,
    input: object,
    { observe = 'none', signal }: CallOptions,
  ): Promise<SessionReply> {
    const session = this.#session;
    return await inTurn(session, operation.turn, async () => {
      const within = callDeadline(session, operation.timeoutMs(session, input as Input), signal);
      const { said, outcome, page, text } = await runOperation(session, operation, input, { within });
      const isShown = text === undefined && observe !== 'none' && page?.state === 'open';
      const shown = isShown ? await observePage(session, page, observe) : text;
      const elements = page ? session.views.elements(page) : [];
      return compact<SessionReply>({ said, outcome, text: shown, elements });
    });
  }
}
