import type { BrowserContext as PlaywrightContext, Page as PlaywrightPage } from 'playwright-core';
import { compact } from '#kernel/compact.ts';
import { Emitter } from '#kernel/emitter.ts';
import { ConsoleLog } from './console-log.ts';
import { CookieJar } from './cookie-jar.ts';
import { NetworkLog } from './network-log.ts';
import { Page } from './page.ts';

export interface BrowserContextOptions {
  /** Source of our isolated world. */
  readonly worldSource: string;
  /** Source of the main world's hook that follows the work an input began; none when absent. */
  readonly hookSource?: string;
  /** No person uses the window: what the browser itself would ask one for is not asked. */
  readonly isUnattended?: boolean;
  /** Whether the words of a dialog may be told, by the address of the document that opened it; all when absent. */
  readonly mayTellDialogOf?: (address: string) => boolean;
  /** Questions of pages are dismissed at once; they wait for an answer when absent. */
  readonly dismissesDialogs?: boolean;
  /** What its tabs do that is kept beside the pages themselves; nothing when absent. */
  readonly follow?: readonly ('console' | 'network')[];
}

/** A log of one tab. */
export interface TabOf<Log> {
  readonly log: Log;
  /** What the log calls the tab. */
  readonly tab: PlaywrightPage;
}

export type ContextEvent =
  | { readonly kind: 'page-opened'; readonly page: Page; readonly opener: Page | undefined }
  | { readonly kind: 'page-closed'; readonly page: Page };

/**
 * The tabs of one session: cookies, storage and pages that no other session shares. It holds the one
 * counter that all its tabs draw their generations from.
 */
export class BrowserContext {
  readonly events = new Emitter<ContextEvent>();
  readonly #playwright: PlaywrightContext;
  readonly #options: BrowserContextOptions;
  readonly #pages = new Map<PlaywrightPage, Page>();
  readonly #console: ConsoleLog | undefined;
  readonly #network: NetworkLog | undefined;
  readonly #attaching = new Map<PlaywrightPage, Promise<Page>>();
  #lastGeneration = 0;
  #lastPageNumber = 0;
  #current: Page | undefined;
  #isClosed = false;

  static async adopt(playwright: PlaywrightContext, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = new BrowserContext(playwright, options);
    if (options.hookSource !== undefined) await playwright.addInitScript({ content: options.hookSource });
    playwright.on('page', (page) => {
      // A tab that is gone again before it was attached was never shown.
      context.#attach(page).catch(() => {});
    });
    return context;
  }

  private constructor(playwright: PlaywrightContext, options: BrowserContextOptions) {
    this.#playwright = playwright;
    this.#options = options;
    if (options.follow?.includes('console')) this.#console = new ConsoleLog(playwright);
    if (options.follow?.includes('network')) this.#network = new NetworkLog(playwright);
  }

  /** Open tabs, oldest first. */
  pages(): readonly Page[] {
    return [...this.#pages.values()];
  }

  page(id: string): Page | undefined {
    return this.pages().find((page) => page.id === id);
  }

  /** The tab whose document this generation names; `undefined` when that document is gone. */
  pageByGeneration(generation: number): Page | undefined {
    return this.pages().find((page) => page.generation === generation);
  }

  /** What was last copied in any of its tabs: a clipboard of its own, since all contexts of a browser share one. */
  clipboard: { readonly text: string; readonly atMs: number } = { text: '', atMs: 0 };

  /** The newest generation given to any tab: a greater one has never been issued. */
  get newestGeneration(): number {
    return this.#lastGeneration;
  }

  /**
   * Goes on counting after a generation of an earlier context of the same session, so that no ref of that one
   * is ever good in this one.
   */
  continueGenerations(after: number): void {
    if (after === 0) return;
    this.#lastGeneration = Math.max(this.#lastGeneration, after);
    for (const page of this.pages()) page.drawGeneration();
  }

  /** The tab that calls without a ref act on. */
  get current(): Page | undefined {
    return this.#current;
  }

  makeCurrent(page: Page): void {
    this.#current = page;
  }

  /** Opens a blank tab. The caller makes it current if it should be. */
  async newPage(): Promise<Page> {
    const playwright = await this.#playwright.newPage();
    return await this.#attach(playwright);
  }

  /** Waits until every tab that the browser has told of can be used. */
  async attached(): Promise<void> {
    await Promise.allSettled(this.#attaching.values());
  }

  /** What a tab wrote to its console; nothing when that is not followed. */
  consoleOf(page: Page): TabOf<ConsoleLog> | undefined {
    return this.#tabOf(page, this.#console);
  }

  /** What a tab asked of servers; nothing when that is not followed. */
  networkOf(page: Page): TabOf<NetworkLog> | undefined {
    return this.#tabOf(page, this.#network);
  }

  get cookies(): CookieJar {
    return new CookieJar(this.#playwright);
  }

  /** Takes the tabs that are open already, for a context that was there before us. */
  async adoptOpenPages(): Promise<void> {
    await Promise.allSettled(this.#playwright.pages().map(async (page) => await this.#attach(page)));
  }

  /** Cookies and storage, as a saved state can be started from. */
  async storageState(): Promise<object> {
    return await this.#playwright.storageState();
  }

  /** The browser died: every tab is told so. */
  browserGone(reason: string): void {
    this.#isClosed = true;
    for (const page of this.pages()) page.browserGone(reason);
    this.#pages.clear();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A page that does not answer would be waited for.
    await Promise.allSettled(
      this.pages()
        .filter((page) => page.isSilent)
        .map(async (page) => await page.close()),
    );
    await this.#playwright.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #tabOf<Log>(page: Page, log: Log | undefined): TabOf<Log> | undefined {
    const tab = [...this.#pages].find(([, known]) => known === page)?.[0];
    return log === undefined || tab === undefined ? undefined : { log, tab };
  }

  #attach(playwright: PlaywrightPage): Promise<Page> {
    const known = this.#pages.get(playwright);
    if (known) return Promise.resolve(known);
    const waiting = this.#attaching.get(playwright);
    if (waiting) return waiting;
    const work = this.#attachNow(playwright).finally(() => this.#attaching.delete(playwright));
    this.#attaching.set(playwright, work);
    return work;
  }

  async #attachNow(playwright: PlaywrightPage): Promise<Page> {
    const id = `t${++this.#lastPageNumber}`;
    const page = await Page.attach(playwright, {
      id,
      worldSource: this.#options.worldSource,
      nextGeneration: () => ++this.#lastGeneration,
      ...compact({
        mayTellDialogOf: this.#options.mayTellDialogOf,
        isUnattended: this.#options.isUnattended,
        dismissesDialogs: this.#options.dismissesDialogs,
      }),
    });
    this.#pages.set(playwright, page);
    page.events.on((event) => {
      if (event.kind === 'closed') this.#forget(playwright, page);
    });
    this.#current ??= page;
    const opener = await playwright.opener();
    this.events.emit({ kind: 'page-opened', page, opener: opener ? this.#pages.get(opener) : undefined });
    return page;
  }

  #forget(playwright: PlaywrightPage, page: Page): void {
    this.#pages.delete(playwright);
    if (this.#current === page) this.#current = this.pages().at(-1);
    this.events.emit({ kind: 'page-closed', page });
  }
}
