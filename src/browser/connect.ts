import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext as PlaywrightContext } from 'playwright-core';
import { Emitter } from '#kernel/emitter.ts';
import { fail } from '#kernel/errors.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import type { BrowserGone, LaunchedBrowser } from './launched-browser.ts';
import { playwright } from './playwright.ts';
import { survivePlaywrightFaults } from './playwright-faults.ts';

/** A browser that sessions use, whoever started it. `close` lets go of one that we did not start. */
export type RunningBrowser = Pick<
  LaunchedBrowser,
  'events' | 'isGone' | 'scratchDir' | 'version' | 'notes' | 'close'
>;

const CONNECT_TIMEOUT_MS = 15_000;
const OWN_NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What does not hold in a browser that we did not start. */
const REDUCED = [
  'Attached to a running browser: its traffic does not pass our boundary (only addresses that you open are checked).',
  'It runs with its own profile, logins and switches.',
  'Its process is not ours: it is never closed.',
] as const;

/**
 * Lets a debugging address be on this machine only, unless other machines were allowed: whoever answers there
 * sees all that is typed.
 *
 * @throws invalid_arguments otherwise.
 */
export function requireOwnEndpoint(settings: {
  readonly cdpEndpoint?: string;
  readonly allowRemote: boolean;
}): void {
  const { cdpEndpoint, allowRemote } = settings;
  if (cdpEndpoint === undefined || allowRemote || OWN_NAMES.test(new URL(cdpEndpoint).hostname)) return;
  throw fail('invalid_arguments', `${showAddress(cdpEndpoint)} is not on this machine.`, {
    remedy: 'Use a loopback address such as http://127.0.0.1:9222, or add --allow-remote.',
  });
}

/**
 * Connects to a running browser by its debugging address.
 *
 * @param endpoint - `http://127.0.0.1:9222`, or the WebSocket address that is named there.
 * @throws environment when nothing that can be driven answers there.
 */
export async function connectBrowser(endpoint: string): Promise<AttachedBrowser> {
  survivePlaywrightFaults();
  const browser = await playwright()
    .chromium.connectOverCDP(endpoint, { timeout: CONNECT_TIMEOUT_MS })
    .catch((error: unknown) => {
      const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      throw fail(
        'environment',
        `No browser answers at ${showAddress(endpoint)}: ${why.slice(0, 200)}`,
        {
          remedy:
            'Start it with --remote-debugging-port=9222 and a profile folder of its own, and try again.',
        },
        error,
      );
    });
  const [context] = browser.contexts();
  if (context === undefined) {
    await browser.close();
    throw fail('environment', `The browser at ${showAddress(endpoint)} has no context to use.`);
  }
  return new AttachedBrowser(browser, context, await mkdtemp(join(tmpdir(), 'portolan-attached-')));
}

/** A browser that somebody else started and goes on using. */
export class AttachedBrowser implements RunningBrowser {
  readonly defaultContext: PlaywrightContext;
  readonly version: string;
  readonly notes: readonly string[] = REDUCED;
  readonly events = new Emitter<BrowserGone>();
  /** A folder for what sessions need for a while. */
  readonly scratchDir: string;
  readonly #browser: Browser;
  #isGone = false;
  #isClosing = false;

  constructor(browser: Browser, context: PlaywrightContext, scratchDir: string) {
    this.#browser = browser;
    this.defaultContext = context;
    this.version = browser.version();
    this.scratchDir = scratchDir;
    browser.once('disconnected', () => this.#onDisconnected());
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Ends the connection. The browser and its tabs stay as they are. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // For a browser that was connected to, this disconnects and closes nothing.
    if (!this.#isGone) await this.#browser.close();
    await rm(this.scratchDir, { recursive: true, force: true });
  }

  #onDisconnected(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.events.emit({ kind: 'gone', reason: this.#isClosing ? 'closed' : 'died' });
  }
}
