import { resolve } from 'node:path';
import type { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { answerDialog } from '#operations/answer-dialog.ts';
import { check } from '#operations/check.ts';
import { click } from '#operations/click.ts';
import { drag } from '#operations/drag.ts';
import { find } from '#operations/find.ts';
import { hover } from '#operations/hover.ts';
import { login } from '#operations/login.ts';
import { navigate } from '#operations/navigate.ts';
import { press } from '#operations/press.ts';
import { read } from '#operations/read.ts';
import { screenshot } from '#operations/screenshot.ts';
import { scroll } from '#operations/scroll.ts';
import { select } from '#operations/select.ts';
import { snapshot } from '#operations/snapshot.ts';
import { tabs } from '#operations/tabs.ts';
import { travel } from '#operations/travel.ts';
import { type } from '#operations/type.ts';
import { upload } from '#operations/upload.ts';
import { wait } from '#operations/wait.ts';
import type { Broker } from '#sessions/broker.ts';
import type { Session } from '#sessions/session.ts';
import { WorkflowDesk } from '#workflow/desk.ts';
import { type CallOptions, SessionCalls, type SessionReply } from './session-calls.ts';
import { SessionGroups } from './session-groups.ts';
import { SessionTools } from './session-tools.ts';
import { SessionWorkflows } from './session-workflows.ts';

/** A session of a program. Every method throws `PortolanError` for a refusal, with its code, facts and remedy. */
export class LibrarySession extends SessionGroups {
  /** The same session as tools for a model: their list, the rules for its prompt, and what calls them. */
  readonly tools: SessionTools;
  /** Saved workflows of the folder in `workflows` (`./workflows` when absent), and their runs here. */
  readonly workflows: SessionWorkflows;
  readonly #broker: Broker;
  readonly #session: Session;
  readonly #calls: SessionCalls;

  constructor(broker: Broker, session: Session) {
    const calls = new SessionCalls(session);
    super(calls);
    this.tools = new SessionTools(session);
    const folder = resolve(session.settings.workflows ?? 'workflows');
    this.workflows = new SessionWorkflows(session, new WorkflowDesk({ folder, runs: broker.journal.runs }));
    this.#broker = broker;
    this.#session = session;
    this.#calls = calls;
  }

  /** The session's id in the journal. */
  get id(): string {
    return this.#session.id;
  }

  /** Opens an address in the current tab. */
  navigate(url: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(navigate, { url }, options);
  }

  /**
   * Signs in on the current page with a credential of an attached vault. `said` is `Login: verified`, `rejected`,
   * `challenge`, `rate_limited` or `inconclusive`; the program never gets the values.
   */
  login(credentialId: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(login, { credentialId }, options);
  }

  back(options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(travel, { to: 'back' }, options);
  }

  forward(options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(travel, { to: 'forward' }, options);
  }

  reload(options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(travel, { to: 'reload' }, options);
  }

  /** The whole page, or one region, within the budget. */
  snapshot(what: z.output<typeof snapshot.input> = {}, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(snapshot, what, options);
  }

  /** The text of one region. */
  read(ref: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(read, { ref }, options);
  }

  /** Whole lines that match, at most 20. @throws not_found when there are none. */
  find(what: z.output<typeof find.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(find, what, options);
  }

  click(
    ref: string,
    options: CallOptions & Omit<z.output<typeof click.input>, 'ref'> = {},
  ): Promise<SessionReply> {
    const { observe, signal, ...how } = options;
    return this.#calls.act(click, { ref, ...how }, compact<CallOptions>({ observe, signal }));
  }

  /** Replaces, or adds to, what a field holds. */
  type(
    ref: string,
    text: string,
    options: CallOptions & Omit<z.output<typeof type.input>, 'ref' | 'text'> = {},
  ): Promise<SessionReply> {
    const { observe, signal, ...how } = options;
    return this.#calls.act(type, { ref, text, ...how }, compact<CallOptions>({ observe, signal }));
  }

  select(ref: string, values: readonly string[], options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(select, { ref, values: [...values] }, options);
  }

  check(ref: string, checked: boolean, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(check, { ref, checked }, options);
  }

  /** Presses a key on an element, or on the focused one. */
  press(key: string, ref?: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(press, compact({ key, ref }), options);
  }

  /** Puts the pointer on an element. */
  hover(ref: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(hover, { ref }, options);
  }

  /** Scrolls the part around a ref, or the page; with a ref alone, brings it into view. */
  scroll(what: z.output<typeof scroll.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(scroll, what, options);
  }

  /** Drags one element onto another. */
  drag(from: string, to: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(drag, { from, to }, options);
  }

  /** Gives files to a file field, or to what chooses them; only from `uploadRoots`. @throws upload_denied. */
  upload(ref: string, paths: readonly string[], options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(upload, { ref, paths: [...paths] }, options);
  }

  /** Stores a picture among the session's artifacts; `said` has its name. */
  screenshot(what: z.output<typeof screenshot.input> = {}, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(screenshot, what, options);
  }

  wait(what: z.output<typeof wait.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(wait, what, options);
  }

  tabs(what: z.output<typeof tabs.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(tabs, what, options);
  }

  answerDialog(accept: boolean, text?: string, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(answerDialog, compact({ accept, text }), options);
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
}
