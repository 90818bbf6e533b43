import type { Browser, BrowserContext as PlaywrightContext } from 'playwright-core';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import type { ContextLook } from './context-options.ts';
import { type BrowserChannel, findBrowser } from './find-browser.ts';
import { browserEnvironment } from './launch-environment.ts';
import { launchSwitches, sandboxChoice } from './launch-flags.ts';
import { LaunchedBrowser } from './launched-browser.ts';
import { lookOptions } from './look-options.ts';
import { refusePersonalProfile } from './personal-profile.ts';
import { playwright } from './playwright.ts';
import { survivePlaywrightFaults } from './playwright-faults.ts';
import { startTimeOf } from './process-identity.ts';
import { killBrowser } from './process-kill.ts';
import { type ProcessRecord, readRecord, writeRecord } from './process-record.ts';
import { type ParentDeathWatch, startParentDeathWatch } from './process-watch.ts';
import { type BrowserFolder, makeBrowserFolder, removeBrowserFolder } from './profile-folder.ts';
import { lockProfile, ownsProfile, profileLockPath, releaseProfileLock } from './profile-lock.ts';

export type { LaunchedBrowser } from './launched-browser.ts';

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
  /** How the profile's own context looks, where its pages are the ones to be used. */
  readonly look?: ContextLook;
  readonly locale?: string;
  /** More switches for the browser. */
  readonly args?: readonly string[];
  readonly ignoreHttpsErrors?: boolean;
}

const LAUNCH_TIMEOUT_MS = 30_000;

/**
 * Starts a browser with our switches and a profile of its own, driven over a pipe: it opens no port.
 *
 * However this process ends, the browser ends with it. There is no page at first.
 *
 * @throws environment when no browser is found, when a named profile is in use (the holder is named), or
 *   when the browser does not start; the sentence then has its last words.
 * @throws invalid_arguments when `args` has a switch that would undo the boundary.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  survivePlaywrightFaults();
  if (options.profileDir !== undefined) refusePersonalProfile(options.profileDir);
  const { executablePath } = await findBrowser(
    compact({ executablePath: options.executablePath, channel: options.channel }),
  );
  const { sandbox, note } = sandboxChoice(options.sandbox);
  const folder = await makeBrowserFolder(options.dataDir, executablePath, options.profileDir);
  const isNamed = options.profileDir !== undefined;
  let watch: ParentDeathWatch | undefined;
  try {
    const args = switchesOf(options, folder, sandbox);
    if (isNamed) await lockProfile(folder.profileDir, folder.id);
    watch = startParentDeathWatch(
      compact({
        path: folder.path,
        profileDir: folder.profileDir,
        crashDir: folder.crashDir,
        lockPath: isNamed ? profileLockPath(folder.profileDir) : undefined,
      }),
    );
    const context = await start(options, folder, executablePath, args);
    const { browser, record } = await recordBrowser(context, folder);
    watch?.tell(record.pid, record.startTime);
    return new LaunchedBrowser({
      browser,
      context,
      folder,
      record,
      watch,
      notes: note === undefined ? [] : [note],
    });
  } catch (error) {
    await clearAway(folder);
    watch?.stop();
    throw error;
  }
}

function switchesOf(options: LaunchOptions, folder: BrowserFolder, sandbox: boolean): string[] {
  return launchSwitches(
    compact({
      headless: options.headless,
      sandbox,
      proxyServer: options.proxyServer,
      profileDir: folder.profileDir,
      locale: options.locale,
      args: options.args ?? [],
    }),
  );
}

async function start(
  options: LaunchOptions,
  folder: BrowserFolder,
  executablePath: string,
  args: string[],
): Promise<PlaywrightContext> {
  const settings = compact({
    ...(options.look === undefined ? {} : lookOptions(options.look)),
    executablePath,
    headless: options.headless,
    args,
    // The list of switches is ours alone, and no first page is waited for.
    ignoreDefaultArgs: true as const,
    ...compact({ locale: options.locale, ignoreHTTPSErrors: options.ignoreHttpsErrors }),
    artifactsDir: folder.artifactsDir,
    env: browserEnvironment(folder.crashDir),
    timeout: LAUNCH_TIMEOUT_MS,
    // Signals are for whoever runs us to answer: a library does not.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    return await playwright().chromium.launchPersistentContext(folder.profileDir, settings);
  } catch (error) {
    const words = lastWords(error instanceof Error ? error.message : String(error));
    throw fail(
      'environment',
      `The browser ${executablePath} did not start: ${words}`,
      { executablePath },
      error,
    );
  }
}

/** What the browser itself said last, on one line. */
function lastWords(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  const said = lines
    .filter((line) => line.includes('[err]'))
    .map((line) => line.replace(/^.*?\[err\]\s*/, ''));
  return (said.at(-1) ?? lines[0] ?? '').slice(0, 300);
}

interface Recorded {
  readonly browser: Browser;
  readonly record: ProcessRecord & { readonly pid: number; readonly startTime: string };
}

async function recordBrowser(context: PlaywrightContext, folder: BrowserFolder): Promise<Recorded> {
  const browser = context.browser();
  if (browser === null) throw fail('environment', 'The browser ended while it started.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find((entry) => entry.type === 'browser')?.id;
  const startTime = pid === undefined ? undefined : await startTimeOf(pid);
  const begun = await readRecord(folder.path);
  if (pid === undefined || startTime === undefined || begun === undefined) {
    throw fail('environment', 'The browser ended while it started.', { folder: folder.path });
  }
  const record = { ...begun, pid, startTime };
  await writeRecord(folder.path, record);
  return { browser, record };
}

async function clearAway(folder: BrowserFolder): Promise<void> {
  const record = await readRecord(folder.path);
  if (record !== undefined) await killBrowser(record, await ownsProfile(folder.path, folder.profileDir));
  await removeBrowserFolder(folder);
  await releaseProfileLock(folder.profileDir, folder.id);
}
