import { rm } from 'node:fs/promises';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type BrowserContext as PlaywrightContext,
} from 'playwright-core';
import { compact } from '#kernel/compact.ts';
import { Emitter } from '#kernel/emitter.ts';
import { fail } from '#kernel/errors.ts';
import { type BrowserChannel, findBrowser } from './find-browser.ts';
import { IGNORED_PLAYWRIGHT_SWITCHES, launchSwitches, sandboxChoice } from './launch-flags.ts';
import { type BrowserFolder, makeBrowserFolder } from './profile-folder.ts';

export interface LaunchOptions {
  /** Our data folder; the browser's own folder is made in it. */
  readonly dataDir: string;
  readonly executablePath?: string;
  readonly channel?: BrowserChannel;
  readonly headless: boolean;
  /** False only when whoever runs us asked for it; as root on Linux it is off anyway, and said. */
  readonly sandbox: boolean;
  /** Proxy of the browser's own traffic, `http://host:port`: one that refuses everything. */
  readonly proxyServer: string;
  /** Absolute path of a named profile that outlives the browser; a fresh one when absent. */
  readonly profileDir?: string;
  readonly locale?: string;
  /** More switches for the browser. */
  readonly args?: readonly string[];
  readonly ignoreHttpsErrors?: boolean;
}

export interface BrowserGone {
  readonly kind: 'gone';
  /** `closed` by us, or `died`. */
  readonly reason: 'closed' | 'died';
}

/**
 * Starts a browser with our switches and a profile of its own, driven over a pipe: it opens no port.
 *
 * @throws environment when no browser is found, or it does not start; the sentence has its last words.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { executablePath } = await findBrowser(
    compact({ executablePath: options.executablePath, channel: options.channel }),
  );
  const { sandbox, note } = sandboxChoice(options.sandbox);
  const folder = await makeBrowserFolder(options.dataDir, options.profileDir);
  try {
    const context = await chromium.launchPersistentContext(
      folder.profileDir,
      compact({
        executablePath,
        headless: options.headless,
        chromiumSandbox: sandbox,
        proxy: { server: options.proxyServer },
        locale: options.locale,
        ignoreHTTPSErrors: options.ignoreHttpsErrors,
        args: launchSwitches(options.args ?? []),
        ignoreDefaultArgs: [...IGNORED_PLAYWRIGHT_SWITCHES],
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      }),
    );
    const browser = context.browser();
    if (browser === null) throw new Error('The browser is not attached.');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const pid = processInfo.find((entry) => entry.type === 'browser')?.id ?? 0;
    return new LaunchedBrowser(browser, context, pid, folder, note === undefined ? [] : [note]);
  } catch (error) {
    await rm(folder.path, { recursive: true, force: true });
    throw fail('environment', `The browser ${executablePath} did not start.`, { executablePath }, error);
  }
}

/** A browser that we started, and whose end we answer for. */
export class LaunchedBrowser {
  readonly playwright: Browser;
  readonly defaultContext: PlaywrightContext;
  readonly pid: number;
  readonly version: string;
  readonly profileDir: string;
  /** What whoever runs us should read in the log. */
  readonly notes: readonly string[];
  readonly events = new Emitter<BrowserGone>();
  readonly #folder: BrowserFolder;
  #isGone = false;
  #closing: Promise<void> | undefined;

  constructor(
    browser: Browser,
    context: PlaywrightContext,
    pid: number,
    folder: BrowserFolder,
    notes: readonly string[],
  ) {
    this.playwright = browser;
    this.defaultContext = context;
    this.pid = pid;
    this.version = browser.version();
    this.profileDir = folder.profileDir;
    this.notes = notes;
    this.#folder = folder;
    browser.once('disconnected', () => {
      this.#isGone = true;
      this.events.emit({ kind: 'gone', reason: this.#closing === undefined ? 'died' : 'closed' });
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  newPlaywrightContext(options: BrowserContextOptions): Promise<PlaywrightContext> {
    return this.playwright.newContext(options);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.defaultContext.close().catch(() => {});
    await rm(this.#folder.path, { recursive: true, force: true, maxRetries: 3 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
