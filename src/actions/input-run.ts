import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { PageClosed } from '#browser/page-closed.ts';
import { compact } from '#kernel/compact.ts';
import { deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { isPortolanError, PortolanError } from '#kernel/error.ts';
import type {
  FieldHeld,
  GuardVerdict,
  PageRefusal,
  Prepared,
  PrepareRequest,
  ReadBackRequest,
  SettleMode,
} from '#page/wire.ts';
import { offerReading } from '#snapshot/early-reading.ts';
import { fail as failRef } from '#snapshot/errors.ts';
import { type ActionOptions, DEFAULT_ACTION_TIMEOUT_MS } from './action-target.ts';
import { fail } from './errors.ts';
import { leaveOpen, openWorkOf } from './open-work.ts';
import type { DispatchState } from './outcome.ts';
import { PageWatch } from './page-watch.ts';
import { keepPreparation, newToken, type Preparation, takePreparation } from './preparation.ts';
import { refuse } from './refuse.ts';
import { askBeside, type FrameVerdict, type Settled, type SettleOptions, settle } from './settle.ts';
import { tabReady } from './tab-ready.ts';

const LOOK_AGAIN_MS = 50;
/** A window that was asked for is there when its first answer has come. */
const WINDOW_COMES_MS = 3_000;
const CHANGED_SINCE = 'The page changed after the last reply.';
/** Reasons of refusal that the answer to an open request may end. */
const PASSES_WITH_WORK = new Set(['disabled', 'covered']);

export interface SendOptions {
  /** Whether the guard's verdict counts: not for a mere move of the pointer. It does when absent. */
  readonly isGuarded?: boolean;
  /** How many buttons and keys come up in the course of it, where that is its end. */
  readonly releases?: number;
}

/** A click, or one key. */
export const ONE_RELEASE: SendOptions = { releases: 1 };

/**
 * One input on its way: the tab is watched from before it is sent, every frame is closed to what is not
 * expected there, and at the end everything is taken back.
 */
export class InputRun {
  readonly page: Page;
  readonly frame: Frame;
  readonly watch: PageWatch;
  token: number;
  readonly settleMode: SettleMode;
  readonly #options: ActionOptions;
  /** The ref it is about, as it is printed. */
  readonly text: string;
  readonly #frames: readonly Frame[];
  /** What there is to say of the way it went. */
  notes: string[] = [];
  /** Whether the page said of the field, before the input, that it holds a secret. */
  isSecret: boolean | undefined;
  /** Frames that came between the arming and the end of the input: no guard stood in them. */
  framesMeanwhile = 0;
  #expected: ReadBackRequest | undefined;
  #held: FieldHeld | undefined;
  #nextToken: number | undefined;
  /** The page has taken back what was armed for this input, to prepare for the next. */
  #isHandedOn = false;
  readonly #opened: Page[] = [];
  readonly #stopContext: () => void;

  constructor(
    at: { readonly text: string; readonly page: Page; readonly frame: Frame },
    options: ActionOptions,
  ) {
    this.page = at.page;
    this.frame = at.frame;
    this.text = at.text;
    this.#options = options;
    this.settleMode = options.settle ?? 'hook';
    this.token = newToken();
    this.watch = new PageWatch(this.page);
    this.#frames = this.page.frames().filter((frame) => frame === this.frame || frame.hasWorld);
    this.#stopContext = options.context.events.on((event) => {
      if (event.kind === 'page-opened' && this.#isOurs(event.opener)) this.#opened.push(event.page);
    });
  }

  /** A tab that cuts its tie to its opener at once is known by the window that was asked for. */
  #isOurs(opener: Page | undefined): boolean {
    if (opener !== undefined) return opener === this.page;
    return this.watch.openedWindows > this.#opened.length;
  }

  /** Prepares in the target's frame; waits for a reason of refusal that is passing. */
  async prepare(method: 'prepare' | 'prepareFocused' | 'preparePointed', request: object): Promise<Prepared> {
    const { deadline } = this.#options;
    const patience = deadlineIn(this.#options.actionTimeoutMs ?? DEFAULT_ACTION_TIMEOUT_MS, deadline);
    const { seenVersion } = this.#options;
    const { secrets } = this.#options;
    const asked = compact({ ...request, seenVersion, secrets, settle: this.settleMode });
    const known = method === 'prepare' ? takePreparation(this.frame, asked) : undefined;
    this.token = known?.token ?? this.token;
    let asking = known?.reply;
    const full = { ...asked, token: this.token };
    await this.#standBy(this.#frames.filter((frame) => frame !== this.frame));
    for (;;) {
      const reply = await this.#answer(
        asking ?? this.frame.call<Prepared | PageRefusal>(method, [full], { deadline }),
      );
      asking = undefined;
      if (reply.ok) return this.#noted(reply);
      const open = PASSES_WITH_WORK.has(reply.code) ? openWorkOf(this.page) : [];
      const isPassing = reply.passing === true || open.length > 0;
      if (!isPassing || leftMs(patience) === 0) throw this.refusal(reply);
      const reason = reply.code === 'disabled' || reply.code === 'covered' ? reply.code : 'not ready';
      this.notes = [
        `It was ${reason} at first, which was waited for${open[0] === undefined ? '' : ` (${open[0]})`}.`,
      ];
      await sleep(Math.min(LOOK_AGAIN_MS, leftMs(patience)), deadline.signal);
    }
  }

  #noted(reply: Prepared): Prepared {
    if (reply.hasChanged === true) this.notes.unshift(CHANGED_SINCE);
    this.isSecret = reply.secret;
    return reply;
  }

  refusal(reply: PageRefusal, frame = this.frame): PortolanError {
    return refuse({ text: this.text, page: this.page, frame }, reply);
  }

  /** The error for a refusal that is about another element than the run's own. */
  refusalOf(at: { readonly text: string; readonly frame: Frame }, reply: PageRefusal): PortolanError {
    return refuse({ text: at.text, page: this.page, frame: at.frame }, reply);
  }

  /** Calls a method that answers by a refusal or not. */
  async ask<Reply extends { readonly ok: true }>(method: string, args: readonly unknown[]): Promise<Reply> {
    const reply = await this.#ask<Reply | PageRefusal>(method, args);
    if (!reply.ok) throw this.refusal(reply);
    return reply;
  }

  async #ask<Reply>(method: string, args: readonly unknown[]): Promise<Reply> {
    return await this.#answer(this.frame.call<Reply>(method, args, { deadline: this.#options.deadline }));
  }

  async #answer<Reply>(asked: Promise<Reply>): Promise<Reply> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof DocumentReplaced)
        throw failRef(
          'detached_ref',
          `The document of ${this.text} was replaced.`,
          { dispatch: 'not_sent' },
          error,
        );
      if (error instanceof PageClosed)
        throw failRef('detached_ref', `The tab of ${this.text} was closed.`, { dispatch: 'not_sent' }, error);
      throw error;
    }
  }

  /** Watches every frame, for an action that sends no input. */
  async standByEverywhere(): Promise<void> {
    await this.#standBy(this.#frames);
  }

  /** Closes frames to the input that is coming: nothing is expected there. */
  async #standBy(frames: readonly Frame[]): Promise<void> {
    const deadline = deadlineIn(500, this.#options.deadline);
    await Promise.allSettled(
      frames.map(async (frame) => await frame.call('standBy', [this.token, this.settleMode], { deadline })),
    );
  }

  /**
   * Sends the input and settles.
   *
   * @param send - resolves when the browser has acknowledged it.
   * @throws intercepted when something else would have got it; page_unresponsive, page_crashed.
   */
  async send(
    send: () => Promise<void>,
    { isGuarded = true, releases }: SendOptions = {},
  ): Promise<{ settled: Settled; verdict: GuardVerdict | null }> {
    await this.recorded();
    let isOver = false;
    const sending = send();
    const beside =
      isGuarded && releases !== undefined ? this.#askBeside({ releases, isOver: () => isOver }) : undefined;
    try {
      await sending;
    } catch (error) {
      // A dialog holds back the acknowledgement of what opened it; settle tells of it.
      if (!isPortolanError(error, 'dialog_open')) throw this.withDispatch(error, 'unknown');
    }
    isOver = true;
    this.framesMeanwhile = this.watch.attachedFrames;
    let verdict: GuardVerdict | null = null;
    const onVerdicts = (all: readonly FrameVerdict[]) => {
      verdict = this.#ownVerdict(all);
      if (verdict !== null) this.#judge(verdict);
    };
    const settled = await this.settle(isGuarded ? { token: this.token, onVerdicts, beside } : {});
    return { settled, verdict };
  }

  /** Waits until it is written what is to be done: from then on it may be. */
  async recorded(): Promise<void> {
    try {
      await this.#options.recorded;
    } catch (error) {
      throw this.withDispatch(error, 'not_sent');
    }
  }

  /** A tab of one frame is asked beside the input; of several, one may have to hear from another first. */
  #askBeside(input: Parameters<typeof askBeside>[3]): SettleOptions['beside'] {
    if (this.#frames.length !== 1 || this.settleMode !== 'hook') return undefined;
    return askBeside(this.watch, this.frame, { ...this.#settleOptions(), token: this.token }, input);
  }

  #settleOptions(): SettleOptions {
    const readBack =
      this.#expected === undefined ? undefined : { frame: this.frame, request: this.#expected };
    const { deadline, walk, next } = this.#options;
    return compact({ mode: this.settleMode, deadline, readBack, walk, next: this.#nextRequest(next) });
  }

  #nextRequest(next: Preparation | undefined): PrepareRequest | undefined {
    if (next?.frame !== this.frame) return undefined;
    this.#nextToken ??= newToken();
    return { ...next.request, token: this.#nextToken };
  }

  async settle(guarded: Pick<SettleOptions, 'token' | 'onVerdicts' | 'beside'> = {}): Promise<Settled> {
    try {
      const settled = await settle(this.watch, this.#frames, {
        ...this.#settleOptions(),
        ...compact(guarded),
      });
      this.#held = settled.held;
      const { next } = this.#options;
      if (settled.next !== undefined && next !== undefined && this.#nextToken !== undefined) {
        this.#isHandedOn = true;
        keepPreparation(next, this.#nextToken, settled.next);
      }
      if (settled.walked !== undefined && this.#options.walk !== undefined)
        offerReading(this.frame, this.#options.walk, settled.walked);
      return settled;
    } catch (error) {
      throw this.withDispatch(error, 'sent');
    }
  }

  /** What the target's own document says; that of another frame, where the input was stopped there. */
  #ownVerdict(all: readonly FrameVerdict[]): GuardVerdict | null {
    const own = all.find(({ frame }) => frame === this.frame)?.verdict ?? null;
    if (own === null || own.state !== 'unseen') return own;
    return all.find(({ verdict }) => verdict?.state === 'refused')?.verdict ?? own;
  }

  #judge(verdict: GuardVerdict): void {
    const by = verdict.hit ?? 'something else';
    if (verdict.state === 'refused') {
      throw fail(
        'intercepted',
        `The input for ${this.text} was stopped before the page got it: it would have hit ${by}.`,
        {
          ref: this.text,
          by,
          dispatch: 'not_sent',
        },
      );
    }
    if (verdict.state === 'late') {
      throw fail(
        'intercepted',
        `${this.text} got the beginning of the input; then ${by} came in its place and the rest was stopped.`,
        { ref: this.text, by, dispatch: 'unknown' },
      );
    }
    if (verdict.state === 'unseen' && this.watch.navigation === 'none') {
      throw fail('intercepted', `The input for ${this.text} did not reach its document.`, {
        ref: this.text,
        dispatch: 'unknown',
      });
    }
  }

  /** Names what will be read back, so that it comes with the answer of settle. */
  willReadBack(request: ReadBackRequest): void {
    this.#expected = request;
  }

  /** Reads the control back; nothing when its document is gone or silent. */
  async readBack(request: ReadBackRequest): Promise<FieldHeld | undefined> {
    if (this.watch.isInterrupted || this.watch.navigation === 'ready') return undefined;
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && this.#expected === request) return held;
    try {
      return await this.frame.call<FieldHeld>('readBack', [request], { deadline: this.#options.deadline });
    } catch (error) {
      if (error instanceof DocumentReplaced || error instanceof PageClosed) return undefined;
      if (isPortolanError(error, 'dialog_open')) return undefined;
      throw this.withDispatch(error, 'sent');
    }
  }

  withDispatch(error: unknown, dispatch: DispatchState): unknown {
    if (!isPortolanError(error) || error.facts['dispatch'] !== undefined) return error;
    return new PortolanError(error.code, error.entry, error.message, { ...error.facts, dispatch }, error);
  }

  /** Tabs that the tab opened meanwhile and that are still there. */
  get openedTabs(): readonly string[] {
    return this.#opened.filter((page) => page.state !== 'closed').map((page) => page.id);
  }

  /** Waits for tabs that were asked for to be there and to show something, so that they can be named. */
  async tabsOpened(): Promise<void> {
    if (this.watch.openedWindows === 0 && this.#opened.length === 0) return;
    const limit = deadlineIn(WINDOW_COMES_MS, this.#options.deadline);
    while (this.#opened.length < this.watch.openedWindows && leftMs(limit) > 0) {
      await this.#options.context.attached();
      if (this.#opened.length < this.watch.openedWindows) await sleep(10);
    }
    const isEmpty = this.watch.openedAddresses === 0;
    const isGivenUp = () => this.watch.downloads.length > 0;
    await Promise.all(
      this.#opened.map(async (page) => await tabReady(page, { isEmpty, isGivenUp }, this.#options.deadline)),
    );
  }

  /** Takes the guard and the watch back, in every frame that can still be reached, before anything is asked next. */
  end(): void {
    this.#stopContext();
    leaveOpen(this.watch);
    if (this.#isHandedOn || this.watch.openDialog !== undefined || this.page.state !== 'open') return;
    const deadline = deadlineIn(500);
    // Not waited for: what is sent to a frame later is answered later.
    for (const frame of this.#frames)
      if (frame.hasWorld && !frame.isDetached)
        frame.call('actionEnd', [this.token], { deadline }).catch(() => {});
  }
}
