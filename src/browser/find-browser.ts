import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { readEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';

/** The channels that can be asked for, in the order in which they are looked for. */
export const BROWSER_CHANNELS = ['chrome', 'chrome-beta', 'msedge', 'chromium'] as const;
export type BrowserChannel = (typeof BROWSER_CHANNELS)[number];

export interface FoundBrowser {
  /** Absolute path of the file to run. */
  readonly executablePath: string;
  /** Why this one, for the log: a configured path, `CHROME_PATH` or the channel's name. */
  readonly foundBy: 'configured path' | 'CHROME_PATH' | BrowserChannel;
}

export interface FindBrowserOptions {
  readonly executablePath?: string;
  readonly channel?: BrowserChannel;
}

/**
 * Finds the browser to start: the configured path, then `CHROME_PATH`, then the installed channels.
 *
 * A path that someone configured is used or refused, never passed over for another browser. With a
 * `channel`, only that channel is looked for.
 *
 * @throws environment when the configured path, `CHROME_PATH` or the channel is not a program that can
 *   be run, or when no browser is installed; the sentence then has the command that installs one.
 */
export async function findBrowser(options: FindBrowserOptions = {}): Promise<FoundBrowser> {
  if (options.executablePath !== undefined) {
    return {
      executablePath: await runnable(options.executablePath, 'configured path'),
      foundBy: 'configured path',
    };
  }
  if (options.channel !== undefined) {
    const path = await firstRunnable(placesOf(options.channel));
    if (path !== undefined) return { executablePath: path, foundBy: options.channel };
    throw fail('environment', `The browser channel ${options.channel} is not installed here.`, {
      channel: options.channel,
      lookedIn: placesOf(options.channel),
      remedy: `Install it, ask for another channel (${BROWSER_CHANNELS.join(', ')}), or give a path.`,
    });
  }
  const fromEnvironment = readEnvironment('CHROME_PATH');
  if (fromEnvironment !== undefined) {
    return { executablePath: await runnable(fromEnvironment, 'CHROME_PATH'), foundBy: 'CHROME_PATH' };
  }
  for (const channel of BROWSER_CHANNELS) {
    const path = await firstRunnable(placesOf(channel));
    if (path !== undefined) return { executablePath: path, foundBy: channel };
  }
  const command = installCommand(process.platform);
  throw fail('environment', `No Chrome, Edge or Chromium was found. Install one with: ${command}`, {
    command,
    remedy: `Run: ${command} (or give the path of a browser).`,
  });
}

/** The one command that installs a browser on a platform. */
export function installCommand(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'brew install --cask google-chrome';
  if (platform === 'win32') return 'winget install Google.Chrome';
  if (existsSync('/etc/debian_version')) return 'sudo apt-get install -y chromium';
  if (existsSync('/etc/fedora-release')) return 'sudo dnf install -y chromium';
  return 'sudo snap install chromium';
}

/** Where a channel's program is on this platform, likeliest first. */
function placesOf(channel: BrowserChannel): readonly string[] {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].map((folder) =>
      join(folder, MAC_PLACES[channel]),
    );
  }
  if (process.platform === 'win32') {
    return ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)']
      .map((name) => readEnvironment(name))
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, WINDOWS_PLACES[channel]));
  }
  return LINUX_PLACES[channel];
}

const LINUX_PLACES: Readonly<Record<BrowserChannel, readonly string[]>> = {
  chrome: ['/opt/google/chrome/chrome', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'],
  'chrome-beta': ['/opt/google/chrome-beta/chrome', '/usr/bin/google-chrome-beta'],
  msedge: ['/opt/microsoft/msedge/msedge', '/usr/bin/microsoft-edge-stable', '/usr/bin/microsoft-edge'],
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'],
};

const MAC_PLACES: Readonly<Record<BrowserChannel, string>> = {
  chrome: 'Google Chrome.app/Contents/MacOS/Google Chrome',
  'chrome-beta': 'Google Chrome Beta.app/Contents/MacOS/Google Chrome Beta',
  msedge: 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  chromium: 'Chromium.app/Contents/MacOS/Chromium',
};

const WINDOWS_PLACES: Readonly<Record<BrowserChannel, string>> = {
  chrome: 'Google\\Chrome\\Application\\chrome.exe',
  'chrome-beta': 'Google\\Chrome Beta\\Application\\chrome.exe',
  msedge: 'Microsoft\\Edge\\Application\\msedge.exe',
  chromium: 'Chromium\\Application\\chrome.exe',
};

async function runnable(path: string, source: string): Promise<string> {
  const absolute = isAbsolute(path) ? path : resolve(path);
  if (await isRunnable(absolute)) return absolute;
  const exists = await stat(absolute).then(
    (found) => found.isFile(),
    () => false,
  );
  const why = exists ? 'is not a program that can be run' : 'does not exist or is not a file';
  throw fail('environment', `The browser at ${absolute} (${source}) ${why}.`, { path: absolute, source });
}

async function firstRunnable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isRunnable(path)) return path;
  return undefined;
}

async function isRunnable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
