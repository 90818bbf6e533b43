/** Where the browser's own calls home are pointed: a name that no resolver knows. */
const NOWHERE = 'https://nowhere.invalid';

/**
 * Playwright's own list of features to switch off. Chromium heeds only the last `--disable-features`, so
 * theirs and ours must be one switch.
 */
export const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
] as const;

const OUR_DISABLED_FEATURES = [
  // Sends the shape of every form to a server.
  'AutofillServerCommunication',
  'AutofillServerBehaviors',
  // Downloads models and hints for pages that are opened.
  'OptimizationGuideModelDownloading',
  'OptimizationHintsFetching',
  'OptimizationTargetPrediction',
  'OptimizationGuideOnDeviceModel',
  // Looks for players and televisions on the local network: UDP past the proxy.
  'DialMediaRouteProvider',
  'CastMediaRouteProvider',
  // Resolves names over HTTPS, past the proxy.
  'DnsOverHttps',
  // Offers translation and asks a server for languages.
  'Translate',
  // Compares passwords with a server's list of leaked ones.
  'PasswordLeakDetection',
  'LeakDetectionUnauthenticated',
  // Fetches lists and suggestions for the new tab and the address bar.
  'InterestFeedContentSuggestions',
  'SearchSuggestions',
  'CertificateTransparencyComponentUpdater',
  // Renderers for parts of the browser's own window, which nobody sees: time and memory at start.
  'WebUIReloadButton',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
] as const;

const QUIET = [
  // No crash reports. (`--disable-crashpad-for-testing` must not be added: with it the first navigation of
  // every tab in an isolated context ends in ERR_ABORTED.)
  '--disable-crash-reporter',
  // QUIC is UDP, which an HTTP proxy does not carry.
  '--disable-quic',
  // WebRTC sends UDP around a proxy; full Chromium heeds the first spelling, headless shell the second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Reports, pings and lookups of the browser's own.
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  '--disable-variations-seed-fetch',
  `--variations-server-url=${NOWHERE}`,
  `--variations-insecure-server-url=${NOWHERE}`,
  `--gaia-url=${NOWHERE}`,
  `--google-apis-url=${NOWHERE}`,
  `--google-base-url=${NOWHERE}`,
  `--component-updater=url-source=${NOWHERE}`,
  `--apps-gallery-update-url=${NOWHERE}`,
  `--crash-server-url=${NOWHERE}`,
  // Saves no password and asks for none.
  '--disable-save-password-bubble',
  '--disable-notifications',
] as const;

/** What is taken off Playwright's own list of switches. */
export const IGNORED_PLAYWRIGHT_SWITCHES: readonly string[] = [
  `--disable-features=${PLAYWRIGHT_DISABLED_FEATURES.join(',')}`,
];

/** The switches of every browser we start. A profile's wider rules are opened per context, never here. */
export function launchSwitches(extra: readonly string[]): string[] {
  const features = new Set<string>([...PLAYWRIGHT_DISABLED_FEATURES, ...OUR_DISABLED_FEATURES]);
  const others: string[] = [];
  for (const entry of extra) {
    if (entry.startsWith('--disable-features=')) {
      for (const feature of entry.slice('--disable-features='.length).split(',')) features.add(feature);
    } else others.push(entry);
  }
  return [...QUIET, ...others, `--disable-features=${[...features].filter(Boolean).join(',')}`];
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
