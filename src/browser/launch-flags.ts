import { fail } from '#kernel/errors.ts';

/** Where the browser's own calls home are pointed: a name that no resolver knows. */
const NOWHERE = 'https://nowhere.invalid';

const QUIET = [
  // Own traffic: updates, experiments, reports, accounts, lists. What still tries is refused at the proxy.
  '--disable-background-networking',
  '--disable-component-update',
  `--component-updater=url-source=${NOWHERE}`,
  '--disable-updater-scheduler',
  '--disable-edgeupdater',
  '--disable-default-apps',
  `--apps-gallery-update-url=${NOWHERE}`,
  '--disable-sync',
  `--gaia-url=${NOWHERE}`,
  `--google-apis-url=${NOWHERE}`,
  `--google-base-url=${NOWHERE}`,
  '--disable-field-trial-config',
  '--disable-variations-seed-fetch',
  `--variations-server-url=${NOWHERE}`,
  `--variations-insecure-server-url=${NOWHERE}`,
  '--metrics-recording-only',
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  // No report of a crash is sent. Without any crash handler the network service does not start.
  '--disable-breakpad',
  '--disable-crash-reporter',
  `--crash-server-url=${NOWHERE}`,
] as const;

const BOUNDARY = [
  // QUIC is UDP, which an HTTP proxy does not carry.
  '--disable-quic',
  // WebRTC sends UDP around a proxy; full Chromium heeds the first spelling, headless shell the second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Without this, loopback addresses go around the proxy.
  '--proxy-bypass-list=<-loopback>',
  // Extensions, also those of the machine, see every page.
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  // Passwords are neither saved nor asked for, and no keychain of the person is opened.
  '--disable-save-password-bubble',
  '--password-store=basic',
  '--use-mock-keychain',
] as const;

const STEADY = [
  // A page that nobody looks at works as one that is looked at.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Going back loads the page again, so that a document is seen once.
  '--disable-back-forward-cache',
  // Our own deadlines tell of a page that hangs; the browser asks nobody.
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--allow-pre-commit-input',
  // Popups of a page become tabs; whether they may is ours to say.
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  // First-run pages, bars and bubbles that would stand in the way.
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--disable-infobars',
  '--unsafely-disable-devtools-self-xss-warnings',
  // Containers often have 64 MB of shared memory, which is too little for a screenshot.
  '--disable-dev-shm-usage',
  // The same picture on every machine, with or without a graphics card.
  '--force-color-profile=srgb',
  '--enable-unsafe-swiftshader',
  // On Windows the browser must not start itself anew: the pipe would be lost.
  '--edge-skip-compat-layer-relaunch',
  '--do-not-de-elevate',
  '--disable-stack-profiler',
] as const;

const HEADLESS = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  // A mouse that can hover, which a machine without one does not report.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
] as const;

const DISABLED_FEATURES = [
  // Sends the shape of every form to a server.
  'AutofillServerCommunication',
  // Downloads models and hints for pages that are opened.
  'OptimizationHints',
  'OptimizationHintsFetching',
  'OptimizationGuideModelDownloading',
  'OptimizationTargetPrediction',
  'OptimizationGuideOnDeviceModel',
  // Asks servers for the time, for certificates, for what an account may use, for translations.
  'NetworkTimeServiceQuerying',
  'CertificateTransparencyComponentUpdater',
  'AimEnabled',
  'Translate',
  'LensOverlay',
  'InterestFeedContentSuggestions',
  'PreconnectToSearch',
  // Compares passwords with a server's list of leaked ones.
  'PasswordLeakDetection',
  // Looks for players and televisions on the local network: UDP past the proxy.
  'MediaRouter',
  'DialMediaRouteProvider',
  'CastMediaRouteProvider',
  // Resolves names by itself, past the proxy.
  'DnsOverHttps',
  'AsyncDns',
  // Turns http into https, which local sites and proxies do not speak.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // Renderers for parts of the browser's own window, which nobody sees: time and memory at start.
  'WebUIReloadButton',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Holds the old picture after a navigation.
  'PaintHolding',
  // What playwright-core expects to be off.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
] as const;

const ENABLED_FEATURES = [
  'CDPScreenshotNewSurface',
  // Asks no server for accounts when there are none.
  'SkipListAccountsWithoutGaiaCookies',
] as const;

/** Switches that would open a port, move the profile, go around the proxy or let other code in. */
const RESERVED = new Set([
  'disable-web-security',
  'enable-automation',
  'host-resolver-rules',
  'host-rules',
  'load-extension',
  'no-proxy-server',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'proxy-pac-url',
  'proxy-server',
  'remote-allow-origins',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'user-data-dir',
]);

export interface SwitchOptions {
  readonly headless: boolean;
  readonly sandbox: boolean;
  readonly proxyServer: string;
  readonly profileDir: string;
  readonly locale?: string;
  readonly args: readonly string[];
}

/**
 * Every switch a browser of ours is started with. They are the strictest of all profiles: what a profile
 * opens is opened per context, never here.
 *
 * Chromium heeds only the last `--disable-features` and `--enable-features`, so those in `args` are merged.
 *
 * @throws invalid_arguments when `args` has what is not a switch, or one that would undo the boundary.
 */
export function launchSwitches(options: SwitchOptions): string[] {
  const disabled = new Set<string>(DISABLED_FEATURES);
  const enabled = new Set<string>(ENABLED_FEATURES);
  const others: string[] = [];
  for (const given of options.args) {
    const { name, value } = parseSwitch(given);
    if (name === 'disable-features') for (const feature of value.split(',')) disabled.add(feature);
    else if (name === 'enable-features') for (const feature of value.split(',')) enabled.add(feature);
    else others.push(given);
  }
  return [
    ...QUIET,
    ...STEADY,
    ...(options.headless ? HEADLESS : []),
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...(options.locale === undefined ? [] : [`--lang=${options.locale}`]),
    ...others,
    ...BOUNDARY,
    `--disable-features=${[...disabled].join(',')}`,
    `--enable-features=${[...enabled].filter((feature) => !disabled.has(feature)).join(',')}`,
    `--proxy-server=${options.proxyServer}`,
    `--user-data-dir=${options.profileDir}`,
    // Driven over two inherited descriptors: there is no port that another process could reach.
    '--remote-debugging-pipe',
    // The first page is made when it is asked for, in its own context.
    '--no-startup-window',
  ];
}

function parseSwitch(given: string): { readonly name: string; readonly value: string } {
  const [, name, value] = /^--([a-z0-9-]+)(?:=(.*))?$/s.exec(given) ?? [];
  if (name === undefined) {
    throw fail('invalid_arguments', `A browser switch is --name or --name=value, not "${given}".`, { given });
  }
  if (RESERVED.has(name)) {
    throw fail('invalid_arguments', `The browser switch --${name} cannot be given: it is set here.`, {
      name,
    });
  }
  return { name, value: value ?? '' };
}

/**
 * Whether the browser's sandbox is on, and what to say when it is not.
 *
 * @param wanted - false when whoever runs us asked for no sandbox.
 */
export function sandboxChoice(wanted: boolean): { readonly sandbox: boolean; readonly note?: string } {
  if (!wanted) return { sandbox: false, note: 'The browser runs without its sandbox, as asked.' };
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return { sandbox: false, note: 'The browser runs without its sandbox because this process is root.' };
  }
  return { sandbox: true };
}
