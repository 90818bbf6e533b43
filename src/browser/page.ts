import type {
  Dialog as PlaywrightDialog,
  Download as PlaywrightDownload,
  Page as PlaywrightPage,
} from 'playwright-core';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { Emitter } from '#kernel/emitter.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import { type CdpSession, fromPlaywright } from './cdp-session.ts';
import { fail } from './errors.ts';
import type { Frame } from './frame.ts';
import { FrameNumbers } from './frame-numbers.ts';
import { FrameTree } from './frame-tree.ts';
import { endScript, makeGiveWay } from './give-way.ts';
import { Interruptions, type RaceOptions } from './interruptions.ts';
import { type NavigationResult, navigate, travel } from './navigate.ts';
import { PageClosed } from './page-closed.ts';
import type { PageDialog, PageDownload, PageEvent } from './page-event.ts';
import { ReceivedBytes } from './received-bytes.ts';
import { type Picture, type PictureOptions, takePicture } from './take-picture.ts';

const BROWSER_LOSS_SHOWS_MS = 50;
/** How long a page may take to close by itself, its own questions answered. */
const CLOSES_WITHIN_MS = 1_500;
const ENDS_WITHIN_MS = 1_000;
const MESSAGE_LIMIT = 160;
const DIALOG_ADDRESS_MS = 200;
const TITLE_MS = 500;

export type PageState = 'open' | 'crashed' | 'closed';

export interface PageOptions {
  readonly id: string;
  /** Source of our isolated world. */
  readonly worldSource: string;
  /** Draws the next generation from the session's one counter. */
  readonly nextGeneration: () => number;
  /** No person uses the window: what the browser itself would ask one for is not asked. */
  readonly isUnattended?: boolean;
  /** Whether the words of a dialog may be told, by the address of the document that opened it; all when absent. */
  readonly mayTellDialogOf?: (address: string) => boolean;
  /** Questions of a page are dismissed at once; they wait for an answer when absent. */
  readonly dismissesDialogs?: boolean;
}

/**
 * One tab. Its generation grows when the main frame gets a new document, and only then; generations come
 * from one counter of the session, so that a generation alone names a tab and a document.
 */
export class Page {
  readonly id: string;
  readonly events = new Emitter<PageEvent>();
  readonly mainFrame: Frame;
  readonly #playwright: PlaywrightPage;
  readonly #session: CdpSession;
  readonly #interruptions: Interruptions;
  readonly #frames: FrameTree;
  readonly #numbers = new FrameNumbers();
  readonly #nextGeneration: () => number;
  readonly #mayTellDialogOf: PageOptions['mayTellDialogOf'];
  readonly #dismissesDialogs: boolean;
  readonly #dialogs: { readonly told: PageDialog; readonly handle: PlaywrightDialog }[] = [];
  #generation: number;
  #state: PageState = 'open';
  #title = '';
  #isClosing = false;
  /** The newest dialog's words and the address of the document they are of. */
  #dialogAddress: { readonly url: string; readonly message: string } | undefined;
  /** A new document is on its way, so that the page may be silent for a good reason. */
  #isOnItsWay = false;
  readonly #received = new ReceivedBytes();

  static async attach(playwright: PlaywrightPage, options: PageOptions): Promise<Page> {
    const session = fromPlaywright(await playwright.context().newCDPSession(playwright));
    const { targetInfo } = await session.send<{ targetInfo: { targetId: string } }>('Target.getTargetInfo');
    const page = new Page(playwright, session, targetInfo.targetId, options);
    await page.#frames.serve(session);
    return page;
  }

  private constructor(
    playwright: PlaywrightPage,
    session: CdpSession,
    mainFrameId: string,
    options: PageOptions,
  ) {
    this.id = options.id;
    this.#playwright = playwright;
    this.#session = session;
    this.#nextGeneration = options.nextGeneration;
    this.#mayTellDialogOf = options.mayTellDialogOf;
    this.#dismissesDialogs = options.dismissesDialogs === true;
    this.#generation = options.nextGeneration();
    this.#interruptions = new Interruptions();
    // Ours is first in line, so that everyone else hears of a commit with the new generation in place.
    this.events.on((event) => this.#take(event));
    this.#frames = new FrameTree({
      session,
      mainFrameId,
      worldSource: options.worldSource,
      isUnattended: options.isUnattended === true,
      events: this.events,
      interruptions: this.#interruptions,
    });
    this.mainFrame = this.#frames.main;
    playwright.on('dialog', (dialog) => this.#dialogOpened(dialog));
    this.events.on((event) => {
      if (event.kind === 'dialog-address') this.#dialogAddress = event;
    });
    playwright.on('crash', () => this.#crashed());
    playwright.on('close', () => this.#closedOrLost());
    playwright.on('download', (download) => {
      this.events.emit({ kind: 'download', download: this.#describe(download) });
    });
    session.events.on((event) => this.#received.take(event));
  }

  get generation(): number {
    return this.#generation;
  }

  /** Takes a new generation for the document it shows. */
  drawGeneration(): void {
    this.#generation = this.#nextGeneration();
    this.#numbers.restart();
  }

  get state(): PageState {
    return this.#state;
  }

  get url(): string {
    return this.mainFrame.url;
  }

  /** The title as last told by a reading of the page. */
  get title(): string {
    return this.#title;
  }

  /** Asks the page for its title; the last one told when it does not answer at once. */
  async readTitle(): Promise<string> {
    if (this.#state !== 'open' || this.dialog !== null || this.isSilent) return this.#title;
    const deadline = deadlineIn(TITLE_MS);
    this.#title = await this.mainFrame.call<string>('title', [], { deadline }).catch(() => this.#title);
    return this.#title;
  }

  rememberTitle(title: string): void {
    this.#title = title;
  }

  /** The dialog that waits for an answer, if one does. */
  get dialog(): PageDialog | null {
    return this.#dialogs[0]?.told ?? null;
  }

  /** Attached frames, the main one first. */
  frames(): readonly Frame[] {
    return this.#frames.all();
  }

  frameById(id: string): Frame | undefined {
    return this.#frames.get(id);
  }

  /** The number refs into this frame carry: 0 for the main frame, else given at first asking, never reused in a generation. */
  numberOf(frame: Frame): number {
    return frame === this.mainFrame ? 0 : this.#numbers.of(frame);
  }

  /**
   * The frame that a number stands for.
   *
   * @returns the frame; `gone` when its document was replaced or it was removed; `unknown` when the number was never given.
   */
  frameByNumber(number: number): Frame | 'gone' | 'unknown' {
    return number === 0 ? this.mainFrame : this.#numbers.find(number);
  }

  /** Sends a protocol command to the page's own session, raced with what silences a page. */
  async send<Result = unknown>(
    method: string,
    params: object = {},
    options: RaceOptions = {},
  ): Promise<Result> {
    return await this.#interruptions.race(() => this.#session.send<Result>(method, params), method, options);
  }

  /** Waits for anything of this page, raced with what silences it. */
  async race<T>(call: () => Promise<T>, what: string, options: RaceOptions = {}): Promise<T> {
    return await this.#interruptions.race(call, what, options);
  }

  /**
   * Opens an address and waits until its document can be read.
   *
   * @throws navigation_failed, certificate_error, http_auth_required, dialog_open, timeout.
   */
  async navigate(url: string, deadline: Deadline): Promise<NavigationResult> {
    await this.#makeWay();
    return await navigate(this, { url }, deadline);
  }

  async reload(deadline: Deadline): Promise<NavigationResult> {
    await this.#makeWay();
    return await navigate(this, 'reload', deadline);
  }

  /**
   * Goes through the tab's history.
   *
   * @param delta - -1 for back, 1 for forward.
   * @throws navigation_failed when there is no such entry.
   */
  async travel(delta: -1 | 1, deadline: Deadline): Promise<NavigationResult> {
    await this.#makeWay();
    return await travel(this, delta, deadline);
  }

  /** Answers the open dialog. Nothing happens when none is open. */
  async answerDialog(accept: boolean, text?: string): Promise<PageDialog | null> {
    const dialog = this.#dialogs[0];
    if (!dialog) return null;
    await this.#endDialog(dialog, accept, text);
    return dialog.told;
  }

  /** A picture of what the tab shows; what may hold a secret is painted over. @throws dialog_open. */
  async takePicture(options: PictureOptions): Promise<Picture> {
    const deadline = deadlineIn(options.timeoutMs + 500);
    return await this.race(() => takePicture(this.#playwright, () => this.frames(), options), 'a picture', {
      deadline,
    });
  }

  /** Ends the script that runs in the page right now, where it does not give way by itself. */
  async endScript(): Promise<void> {
    await endScript(this.#session);
  }

  async bringToFront(): Promise<void> {
    await this.send('Page.bringToFront', {}, { duringDialog: true });
  }

  /** Whether the last call into the page was not answered by its deadline, and none was since. */
  get isSilent(): boolean {
    return this.#interruptions.isSilent;
  }

  /** Closes the tab without asking its page. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#state === 'closed') return;
    if (this.isSilent) await this.#endProcess();
    await this.#playwright.close({ runBeforeUnload: false });
  }

  /**
   * Closes the tab as a person does: its page may ask first.
   *
   * @returns `dialog` when it asks; the tab closes when that is accepted.
   */
  async closeAsking(deadline: Deadline): Promise<'closed' | 'dialog'> {
    if (this.#state !== 'open' || this.isSilent || this.dialog !== null) {
      await this.close();
      return 'closed';
    }
    const ended = this.events.next(
      (event) =>
        event.kind === 'closed' ||
        event.kind === 'crashed' ||
        (event.kind === 'dialog-opened' && event.dialog.type === 'beforeunload'),
    );
    try {
      this.#isClosing = true;
      this.#session.send('Page.close').catch(() => {});
      const limit = deadlineIn(CLOSES_WITHIN_MS, deadline);
      const event = await Promise.race([ended.event, sleep(leftMs(limit))]);
      if (event?.kind === 'closed') return 'closed';
      if (event?.kind !== 'dialog-opened') await this.close();
      else this.#isClosing = false;
      return event?.kind === 'dialog-opened' ? 'dialog' : 'closed';
    } finally {
      ended.stop();
    }
  }

  /** The browser died: every waiting and later call on this page is told so. */
  browserGone(reason: string): void {
    this.#state = 'closed';
    this.#interruptions.end(fail('browser_gone', `The browser is gone: ${reason}.`));
    this.events.emit({ kind: 'closed' });
  }

  #describe(download: PlaywrightDownload): PageDownload {
    const received = new Emitter<number>();
    const url = download.url();
    this.#received.follow(url, received);
    return {
      url,
      suggestedName: download.suggestedFilename(),
      received,
      finished: download.path().then(
        (path) => ({ path }),
        async () => ({ failure: (await download.failure().catch(() => null)) ?? 'it ended early' }),
      ),
      cancel: async () => await download.cancel().catch(() => {}),
      discard: async () => await download.delete().catch(() => {}),
    };
  }

  #take(event: PageEvent): void {
    if (event.kind === 'navigation-started' && event.frame === this.mainFrame) this.#isOnItsWay = true;
    else if (event.kind === 'loading-stopped' && event.frame === this.mainFrame) this.#isOnItsWay = false;
    if (event.kind === 'committed' && event.main) {
      this.#isOnItsWay = false;
      this.drawGeneration();
      this.#title = '';
      if (this.#state === 'crashed') this.#state = 'open';
    } else if (event.kind === 'committed' || event.kind === 'frame-detached')
      this.#numbers.retire(event.frame);
  }

  /** A question waits for its answer; alerts close by themselves. */
  #isAsked(): boolean {
    return this.#dialogs.some(({ told }) => told.type !== 'alert');
  }

  async #endProcess(): Promise<void> {
    const crash = this.events.next((event) => event.kind === 'crashed');
    // Never answered, since whoever would answer is ended by it.
    this.#session.send('Page.crash').catch(() => {});
    await Promise.race([crash.event, sleep(ENDS_WITHIN_MS)]);
    crash.stop();
  }

  /** What is there now must not keep the tab from another document. */
  async #makeWay(): Promise<void> {
    if (this.#state === 'open' && !this.#isAsked()) {
      if (this.#isOnItsWay) await endScript(this.#session);
      else if (!(await makeGiveWay(this.#session))) await this.#endProcess();
    }
    if (this.#state === 'crashed') this.#interruptions.revive();
  }

  #dialogOpened(handle: PlaywrightDialog): void {
    if (this.#mayTellDialogOf === undefined) this.#tellDialog(handle, true);
    else
      void this.#addressOfDialog(handle.message()).then((url) =>
        this.#tellDialog(handle, this.#mayTellDialogOf?.(url) === true),
      );
  }

  /** The two messages of one dialog come by different ways. */
  async #addressOfDialog(message: string): Promise<string> {
    if (this.#dialogAddress?.message === message) return this.#dialogAddress.url;
    const next = this.events.next((event) => event.kind === 'dialog-address' && event.message === message);
    const found = await Promise.race([next.event, sleep(DIALOG_ADDRESS_MS)]);
    next.stop();
    return found?.kind === 'dialog-address' ? found.url : '';
  }

  #tellDialog(handle: PlaywrightDialog, mayTell: boolean): void {
    const told: PageDialog = {
      type: handle.type() as PageDialog['type'],
      message: mayTell ? handle.message() : '(withheld)',
      defaultValue: mayTell ? handle.defaultValue() : '',
    };
    const dialog = { told, handle };
    this.#dialogs.push(dialog);
    const isEndedAtOnce = told.type === 'alert' || this.#dismissesDialogs;
    if (!isEndedAtOnce)
      this.#interruptions.dialogOpened(
        `A ${told.type} dialog is open: ${quotePageText(told.message, MESSAGE_LIMIT)}.`,
      );
    this.events.emit({ kind: 'dialog-opened', dialog: told });
    if (isEndedAtOnce) this.#endDialog(dialog, told.type === 'alert').catch(() => {});
  }

  async #endDialog(
    dialog: { readonly told: PageDialog; readonly handle: PlaywrightDialog },
    accept: boolean,
    text?: string,
  ): Promise<void> {
    const place = this.#dialogs.indexOf(dialog);
    if (place >= 0) this.#dialogs.splice(place, 1);
    if (this.#dialogs.length === 0) this.#interruptions.dialogClosed();
    // A dialog whose page went away meanwhile has been answered by that.
    await (accept ? dialog.handle.accept(text) : dialog.handle.dismiss()).catch(() => {});
    this.events.emit({ kind: 'dialog-closed', dialog: dialog.told, accepted: accept });
  }

  #crashed(): void {
    this.#state = 'crashed';
    this.drawGeneration();
    for (const frame of this.frames()) frame.worldGone();
    this.#interruptions.end(fail('page_crashed', `The page ${showAddress(this.url)} crashed.`));
    this.events.emit({ kind: 'crashed' });
  }

  /** When the browser dies its tabs close first; which of the two it was is known a moment later. */
  #closedOrLost(): void {
    if (this.#isClosing) this.#closed();
    else setTimeout(() => this.#closed(), BROWSER_LOSS_SHOWS_MS);
  }

  #closed(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#interruptions.end(new PageClosed(this.id));
    this.events.emit({ kind: 'closed' });
  }
}
