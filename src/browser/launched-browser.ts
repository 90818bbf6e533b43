import type { Browser, BrowserContextOptions, BrowserContext as PlaywrightContext } from 'playwright-core';
import { deadlineIn, within } from '#kernel/deadline.ts';
import { Emitter } from '#kernel/emitter.ts';
import { fail } from './errors.ts';
import { killBrowser, waitForExit } from './process-kill.ts';
import type { ProcessRecord } from './process-record.ts';
import type { ParentDeathWatch } from './process-watch.ts';
import { type BrowserFolder, removeBrowserFolder } from './profile-folder.ts';
import { releaseProfileLock } from './profile-lock.ts';

/** How long a browser may take to close by itself before it is ended. */
const CLOSE_MS = 5000;
/** How long a browser that lost its pipe may take to end by itself. */
const DYING_MS = 1000;

export interface BrowserGone {
  readonly kind: 'gone';
  /** `closed` by us, or `died` by itself or by another's hand. */
  readonly reason: 'closed' | 'died';
}

export interface BrowserParts {
  readonly browser: Browser;
  readonly context: PlaywrightContext;
  readonly folder: BrowserFolder;
  readonly record: ProcessRecord & { readonly pid: number };
  readonly watch: ParentDeathWatch | undefined;
  readonly notes: readonly string[];
}

/** A browser that we started, and whose end we answer for. */
export class LaunchedBrowser {
  readonly playwright: Browser;
  /** The profile's own context; the pages of a named profile are here. */
  readonly defaultContext: PlaywrightContext;
  readonly pid: number;
  readonly version: string;
  readonly profileDir: string;
  /** What whoever runs us should read in the log. */
  readonly notes: readonly string[];
  /** One event, once: within a second of the browser's end. */
  readonly events = new Emitter<BrowserGone>();
  readonly #parts: BrowserParts;
  #isGone = false;
  #isClosing = false;
  #cleared: Promise<void> | undefined;

  constructor(parts: BrowserParts) {
    this.#parts = parts;
    this.playwright = parts.browser;
    this.defaultContext = parts.context;
    this.pid = parts.record.pid;
    this.version = parts.browser.version();
    this.profileDir = parts.folder.profileDir;
    this.notes = parts.notes;
    parts.browser.once('disconnected', () => this.#onDisconnected());
    if (!parts.browser.isConnected()) this.#onDisconnected();
  }

  /** A folder for what this browser needs for a while; it goes with the browser. */
  get scratchDir(): string {
    return this.#parts.folder.artifactsDir;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /**
   * Makes an isolated context.
   *
   * @throws browser_gone when the browser is no more.
   */
  async newPlaywrightContext(options: BrowserContextOptions): Promise<PlaywrightContext> {
    try {
      return await this.playwright.newContext(options);
    } catch (error) {
      if (this.playwright.isConnected()) throw error;
      throw fail(
        'browser_gone',
        `The browser with process id ${this.pid} is gone.`,
        { pid: this.pid },
        error,
      );
    }
  }

  /** Closes the browser, ends it if it does not close in time, and removes its temporary profile. */
  async close(): Promise<void> {
    if (!this.#isGone && !this.#isClosing) {
      this.#isClosing = true;
      const closed = this.defaultContext.close().catch(() => {});
      await within(closed, deadlineIn(CLOSE_MS), 'the browser to close').catch(() => {});
    }
    await this.#clearAway();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #onDisconnected(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.events.emit({ kind: 'gone', reason: this.#isClosing ? 'closed' : 'died' });
    // What cannot be removed now is left to the reaping at the next start.
    this.#clearAway().catch(() => {});
  }

  #clearAway(): Promise<void> {
    this.#cleared ??= this.#endAndRemove();
    return this.#cleared;
  }

  async #endAndRemove(): Promise<void> {
    const { folder, record, watch } = this.#parts;
    // The pipe ends before the process has written its profile.
    await waitForExit(record.pid, this.#isClosing ? CLOSE_MS : DYING_MS);
    await killBrowser(record, true);
    await removeBrowserFolder(folder);
    await releaseProfileLock(folder.profileDir, folder.id);
    watch?.stop();
  }
}
