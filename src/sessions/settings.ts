import { deviceNames } from '#browser/device.ts';
import { BROWSER_CHANNELS, type BrowserChannel } from '#browser/find-browser.ts';
import { DEFAULT_VAULT, isVaultName } from '#vault/vault-name.ts';

/** The vault that sessions may use when nobody says otherwise, and which names a vault can have. */
export const USUAL_VAULT = DEFAULT_VAULT;
export const canNameVault = isVaultName;

/** Release channels that a browser can be asked for by. */
export const CHANNELS = BROWSER_CHANNELS;

/** Names of the devices that pages can be shown to. */
export function knownDevices(): readonly string[] {
  return deviceNames();
}

export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export const OBSERVE_MODES = ['changes', 'full', 'none'] as const;
export type ObserveMode = (typeof OBSERVE_MODES)[number];

export const SETTLE_MODES = ['hook', 'ids', 'network'] as const;
export type SettleMode = (typeof SETTLE_MODES)[number];

/** What a page may be allowed to do, by the names of the web's own standards. */
export const PERMISSIONS = [
  'geolocation',
  'notifications',
  'camera',
  'microphone',
  'clipboard-read',
  'clipboard-write',
  'midi',
  'background-sync',
  'payment-handler',
  'storage-access',
  'local-fonts',
  'screen-wake-lock',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Groups of tools that are off until they are asked for. */
export const CAPS = ['console', 'network', 'storage', 'pdf', 'script', 'vision'] as const;
export type Cap = (typeof CAPS)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

export interface HttpCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Everything a person can set, after the command line, the settings file and the defaults are joined.
 * An optional field was set nowhere and has no default. Times are in milliseconds.
 */
export interface Settings {
  /** Where sessions may go: `host`, `host:port`, `host:*`, or `*` for every public host. Checked for syntax. */
  readonly hosts: readonly string[];
  /** Hosts whose text may be shown, in the same form; absent: `hosts` and what their pages frame. */
  readonly readHosts?: readonly string[];
  /** Folders (absolute) that files may be uploaded from; none means no uploads. */
  readonly uploadRoots: readonly string[];
  /** Whether a client on standard input may name upload folders by its roots, within `uploadRoots` if there are any. */
  readonly clientRoots?: boolean;

  /** Folder (absolute) that downloads go to; one for each session in the data folder when absent. */
  readonly downloadDir?: string;
  /** Most bytes of one downloaded file; all of a session together may have four times as many. */
  readonly downloadLimitBytes: number;
  /** What pages may do without asking; whatever else they ask for is denied. */
  readonly grantPermissions: readonly Permission[];

  /** Vaults whose credentials sessions may use, the first that has an id first; none when absent. */
  readonly vaults?: readonly string[];
  /** Number of the file descriptor that the vault's passphrase is read from, where it has one. */
  readonly vaultPassphraseFd?: number;

  /** Folder (absolute) of saved workflows, whose tools then are on; none when absent. */
  readonly workflows?: string;

  /** Groups of tools that are on beside the usual ones; none when absent. */
  readonly caps?: readonly Cap[];

  /** Address the HTTP server listens on. */
  readonly host: string;
  /** Port of the HTTP server; 0 takes any free one. */
  readonly port: number;
  /** Token given by hand; when absent, the one in the data folder is used. */
  readonly token?: string;
  /** Whether `host` and `cdpEndpoint` may be addresses of other machines' reach. */
  readonly allowRemote: boolean;
  /** Folder (absolute) for the token, the store, artifacts and downloads. */
  readonly dataDir: string;

  readonly headed: boolean;
  /** A browser to start, by its path. */
  readonly executablePath?: string;
  /** A browser to start, by its release channel, such as `chrome` or `msedge`. */
  readonly channel?: BrowserChannel;
  /** Debugging address of a running browser to use instead of starting one, as a URL. */
  readonly cdpEndpoint?: string;
  /** Whether the browser's own sandbox is on. */
  readonly sandbox: boolean;
  /** Whether pages have WebRTC, which reaches no further than the proxy; they have when absent. */
  readonly webRtc?: boolean;
  /** Name of a persistent browser profile; absent means a fresh one for each session. */
  readonly profile?: string;
  /** An upstream proxy that all page traffic takes, as a URL. */
  readonly proxy?: string;

  readonly viewport: ViewportSize;
  /** A device that pages see instead, by its descriptor's name, such as `iPhone 15`. */
  readonly device?: string;
  /** The browser's language, as a BCP 47 tag. */
  readonly locale?: string;
  /** The browser's time zone, as an IANA name. */
  readonly timezone?: string;
  readonly userAgent?: string;
  /** File (absolute) with cookies and local storage that a session begins with. */
  readonly storageState?: string;
  readonly ignoreHttpsErrors: boolean;
  readonly httpCredentials?: HttpCredentials;
  /** Extra request headers that pages of listed hosts are asked with. */
  readonly headers: Readonly<Record<string, string>>;

  /** The language of our own words in replies. */
  readonly language: Language;
  /** Names of the skills that agents may open; all that ship when absent. */
  readonly skills?: readonly string[];
  /** Most characters of a reply's page part. */
  readonly budgetCharacters: number;
  /** What a reply shows of the page after an action. */
  readonly observe: ObserveMode;
  /** How the end of the work that an action began is found. */
  readonly settle: SettleMode;
  /** Most time an action waits for a passing obstacle. */
  readonly actionTimeoutMs: number;
  /** Most time any call takes, whatever it waits for. */
  readonly callTimeoutMs: number;
  readonly navigationTimeoutMs: number;
  /** Nobody is there to be asked: what would have to be asked is refused at once. Attended when absent. */
  readonly unattended?: boolean;
  /** How long a call waits for a person's word before it answers that one is needed; not at all when absent. */
  readonly approvalWaitMs?: number;
  /** A session that nobody called for this long is closed. */
  readonly idleTimeoutMs: number;

  readonly logLevel: LogLevel;
}

/** What a pool of browsers goes by: the settings, and what the face of its sessions decides. */
export interface PoolSettings extends Settings {
  /** Questions of pages are dismissed at once; they wait for an answer when absent. */
  readonly dismissesDialogs?: boolean;
}
