import { z } from 'zod';
import {
  CAPS,
  CHANNELS,
  LANGUAGES,
  LOG_LEVELS,
  OBSERVE_MODES,
  PERMISSIONS,
  SETTLE_MODES,
  type Settings,
  USUAL_VAULT,
} from '#sessions/settings.ts';
import { requireStrongToken } from '#transports/token-file.ts';
import { defaultDataDir } from './default-data-dir.ts';
import {
  headersFromText,
  httpCredentialsFromText,
  listFromText,
  numberFromText,
  viewportFromText,
} from './flag-text.ts';
import {
  deviceName,
  headers,
  hostRule,
  languageTag,
  listOf,
  milliseconds,
  skillName,
  timeZone,
  url,
  vaultName,
} from './setting-schemas.ts';

/** One setting: its flag, its key in the settings file, its check and its words. */
export interface SettingRow<Value> {
  /** The flag as the help prints it. The key in the settings file is its name in camel case. */
  readonly flag: string;
  readonly help: string;
  /** Checks a value of the settings file, or what `fromText` made of a flag's text. */
  readonly schema: z.ZodType<Value>;
  /** Turns the texts of a flag (several, when it was repeated) into what the file would hold. */
  readonly fromText?: (texts: readonly string[]) => unknown;
  readonly fallback?: () => Value;
  /** A path: relative to the working folder in a flag, to the file's folder in the file. */
  readonly isPath?: true;
  /**
   * Taken from a settings file only when that file was named: one that merely lies in the working folder may
   * have come with somebody's project, and must not start programs or lead traffic elsewhere.
   */
  readonly onlyIfNamed?: true;
  /** A flag that empties the setting, and its words. */
  readonly off?: { readonly flag: string; readonly help: string };
  /** An environment variable that stands between flag and file. */
  readonly variable?: string;
}

type SettingsTable = { readonly [Name in keyof Settings]-?: SettingRow<NonNullable<Settings[Name]>> };

const text = z.string().min(1);
const port = z.int('a whole number from 0 to 65535').min(0).max(65_535);

/** Every setting there is. The flags, the check of the settings file and their reference page are made from it. */
export const SETTINGS: SettingsTable = {
  hosts: {
    flag: '--hosts <list>',
    help: 'where sessions may go: host, host:port, host:*, or * for every public host; commas between',
    schema: listOf(hostRule),
    fromText: listFromText,
    fallback: () => ['*'],
  },
  readHosts: {
    flag: '--read-hosts <list>',
    help: 'whose text may be shown, commas between; all others are named only; absent: the hosts and what they frame',
    schema: listOf(hostRule),
    fromText: listFromText,
  },
  uploadRoots: {
    onlyIfNamed: true,
    flag: '--upload-root <folder>',
    help: 'a folder that files may be uploaded from; may be repeated; none: no uploads',
    schema: listOf(text),
    fromText: (texts) => texts,
    fallback: () => [],
    isPath: true,
  },
  clientRoots: {
    onlyIfNamed: true,
    flag: '--client-roots',
    help: 'let a client on standard input name upload folders by its roots; with --upload-root, only within those',
    schema: z.boolean(),
    fallback: () => false,
  },
  downloadDir: {
    onlyIfNamed: true,
    flag: '--download-dir <folder>',
    help: 'folder that downloads go to; none: one for each session in the data folder',
    schema: text,
    isPath: true,
  },
  downloadLimitBytes: {
    flag: '--download-limit <bytes>',
    help: 'most bytes of one downloaded file; all of a session together may have four times as many',
    schema: z.int().min(1),
    fromText: numberFromText,
    fallback: () => 256 * 2 ** 20,
  },
  grantPermissions: {
    onlyIfNamed: true,
    flag: '--grant-permissions <list>',
    help: `what pages may do without asking, commas between: ${PERMISSIONS.join(', ')}`,
    schema: listOf(z.enum(PERMISSIONS)),
    fromText: listFromText,
    fallback: () => [],
  },
  vaults: {
    onlyIfNamed: true,
    flag: '--vault <list>',
    help: 'vaults whose credentials sessions may use, commas between: a name of your own, env, op:<vault>, kv:<mount>/<path>',
    off: { flag: '--no-vault', help: 'let sessions use no credentials' },
    schema: listOf(vaultName),
    // A name may hold spaces.
    fromText: (texts) => texts.flatMap((each) => each.split(',').map((name) => name.trim())),
    fallback: () => [USUAL_VAULT],
  },
  vaultPassphraseFd: {
    flag: '--vault-passphrase-fd <number>',
    help: "file descriptor that the vault's passphrase is read from, where the key is one",
    schema: z.int().min(0).max(1023),
    fromText: numberFromText,
  },
  workflows: {
    onlyIfNamed: true,
    flag: '--workflows <folder>',
    help: 'folder of saved workflows; agents get the tools that find, run and save them',
    schema: text,
    isPath: true,
  },
  caps: {
    onlyIfNamed: true,
    flag: '--caps <list>',
    help: `groups of tools to add, commas between: ${CAPS.join(', ')}`,
    schema: listOf(z.enum(CAPS)),
    fromText: listFromText,
  },
  host: {
    flag: '--host <address>',
    help: 'address the server listens on',
    schema: text,
    fallback: () => '127.0.0.1',
  },
  port: {
    flag: '--port <number>',
    help: 'port the server listens on; 0 takes any free one',
    schema: port,
    fromText: numberFromText,
    fallback: () => 8771,
  },
  token: {
    flag: '--token <token>',
    help: 'token that clients must send, instead of the one in the data folder',
    schema: text.transform(requireStrongToken),
    variable: 'PORTOLAN_TOKEN',
  },
  allowRemote: {
    onlyIfNamed: true,
    flag: '--allow-remote',
    help: 'let --host (then with --token) or --cdp-endpoint be an address beyond this machine',
    schema: z.boolean(),
    fallback: () => false,
  },
  dataDir: {
    flag: '--data-dir <folder>',
    help: 'folder for the token, the journal, artifacts and downloads',
    schema: text,
    fallback: defaultDataDir,
    isPath: true,
    variable: 'PORTOLAN_DATA_DIR',
  },
  headed: {
    flag: '--headed',
    help: 'show the browser window',
    schema: z.boolean(),
    fallback: () => false,
  },
  executablePath: {
    onlyIfNamed: true,
    flag: '--executable-path <file>',
    help: 'the browser to start',
    schema: text,
    isPath: true,
  },
  channel: {
    flag: '--channel <name>',
    help: `the installed browser to start: ${CHANNELS.join(', ')}`,
    schema: z.enum(CHANNELS),
  },
  cdpEndpoint: {
    onlyIfNamed: true,
    flag: '--cdp-endpoint <url>',
    help: 'use a running browser by its debugging address; its traffic passes no boundary of ours',
    schema: url(['http:', 'https:', 'ws:', 'wss:']),
  },
  sandbox: {
    flag: '--no-sandbox',
    help: "switch the browser's own sandbox off",
    schema: z.boolean(),
    fallback: () => true,
  },
  webRtc: {
    flag: '--no-web-rtc',
    help: 'take WebRTC from pages; with it they get no way around the proxy either',
    schema: z.boolean(),
  },
  profile: {
    flag: '--profile <name>',
    help: 'keep cookies and logins in a persistent profile of this name',
    schema: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'up to 64 letters, digits or . _ -'),
  },
  proxy: {
    onlyIfNamed: true,
    flag: '--proxy <url>',
    help: 'send page traffic through this proxy',
    schema: url(['http:', 'https:', 'socks5:']),
  },
  viewport: {
    flag: '--viewport <width>x<height>',
    help: 'size of the page',
    schema: z.strictObject({ width: z.int().min(64).max(8192), height: z.int().min(64).max(8192) }),
    fromText: viewportFromText,
    fallback: () => ({ width: 1280, height: 800 }),
  },
  device: {
    flag: '--device <name>',
    help: 'the device that pages see, such as "iPhone 15": its screen, touch and user agent',
    schema: deviceName,
  },
  locale: {
    flag: '--locale <tag>',
    help: "the browser's language, such as pt-BR",
    schema: languageTag,
  },
  timezone: {
    flag: '--timezone <name>',
    help: "the browser's time zone, such as Europe/Lisbon",
    schema: timeZone,
  },
  userAgent: {
    flag: '--user-agent <text>',
    help: 'what the browser says it is',
    schema: text,
  },
  storageState: {
    flag: '--storage-state <file>',
    help: 'cookies and local storage that a session begins with, as JSON',
    schema: text,
    isPath: true,
  },
  ignoreHttpsErrors: {
    flag: '--ignore-https-errors',
    help: 'open pages whose certificate is not valid',
    schema: z.boolean(),
    fallback: () => false,
  },
  httpCredentials: {
    flag: '--http-credentials <name:password>',
    help: 'answer to the sign-in that a server asks of the browser itself',
    schema: z.strictObject({ username: text, password: z.string() }),
    fromText: httpCredentialsFromText,
  },
  headers: {
    flag: '--headers <header>',
    help: 'a request header, "Name: value", for the listed hosts; may be repeated; or a JSON object',
    schema: headers,
    fromText: headersFromText,
    fallback: () => ({}),
  },
  language: {
    flag: '--language <language>',
    help: `language of our own words in replies: ${LANGUAGES.join(', ')}`,
    schema: z.enum(LANGUAGES),
    fallback: () => 'en',
  },
  skills: {
    flag: '--skills <names>',
    help: 'skills that agents may open, commas between, or none; absent: all that ship (portolan skills)',
    schema: listOf(skillName),
    fromText: (texts) => listFromText(texts).filter((name) => name !== 'none'),
  },
  budgetCharacters: {
    flag: '--budget <characters>',
    help: "most characters of a reply's page part",
    schema: z.int().min(1000).max(1_000_000),
    fromText: numberFromText,
    fallback: () => 12_000,
  },
  observe: {
    flag: '--observe <mode>',
    help: `what a reply shows of the page after an action: ${OBSERVE_MODES.join(', ')}`,
    schema: z.enum(OBSERVE_MODES),
    fallback: () => 'changes',
  },
  settle: {
    flag: '--settle <mode>',
    help: `how the end of an action's work is found: ${SETTLE_MODES.join(', ')}`,
    schema: z.enum(SETTLE_MODES),
    fallback: () => 'hook',
  },
  actionTimeoutMs: {
    flag: '--action-timeout <ms>',
    help: 'most time an action waits for a passing obstacle',
    schema: milliseconds,
    fromText: numberFromText,
    fallback: () => 1000,
  },
  callTimeoutMs: {
    flag: '--call-timeout <ms>',
    help: 'most time any call takes, whatever it waits for',
    schema: milliseconds,
    fromText: numberFromText,
    fallback: () => 50_000,
  },
  navigationTimeoutMs: {
    flag: '--navigation-timeout <ms>',
    help: 'most time a navigation takes',
    schema: milliseconds,
    fromText: numberFromText,
    fallback: () => 30_000,
  },
  unattended: {
    flag: '--unattended',
    help: 'nobody is there to be asked: what would have to be asked is refused at once',
    schema: z.boolean(),
  },
  approvalWaitMs: {
    flag: '--approval-wait <ms>',
    help: 'how long a call waits for your word before it answers that it is needed; 0: not at all',
    schema: z.int().min(0).max(300_000),
    fromText: numberFromText,
  },
  idleTimeoutMs: {
    flag: '--idle-timeout <ms>',
    help: 'a session that nobody called for this long is closed',
    schema: milliseconds,
    fromText: numberFromText,
    fallback: () => 3_600_000,
  },
  logLevel: {
    flag: '--log-level <level>',
    help: `what is written to standard error: ${LOG_LEVELS.join(', ')}`,
    schema: z.enum(LOG_LEVELS),
    fallback: () => 'info',
  },
};

export type SettingName = keyof Settings;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** A row with its value type forgotten, for code that treats all alike. */
export function rowOf(name: SettingName): SettingRow<unknown> {
  return SETTINGS[name];
}

/** The key of a setting in the settings file: the flag's name in camel case, without `no-`. */
export function keyOf(row: SettingRow<unknown>): string {
  const [name = ''] = row.flag.replace(/^--(no-)?/, '').split(' ');
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
