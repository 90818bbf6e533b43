import { BrowserContext, type BrowserContextOptions } from '#browser/browser-context.ts';
import type { AttachedBrowser, RunningBrowser } from '#browser/connect.ts';
import type { ContextLook } from '#browser/context-options.ts';
import { deviceLook } from '#browser/device.ts';
import type { LaunchedBrowser } from '#browser/launch.ts';
import { openContext } from '#browser/open-context.ts';
import { compact } from '#kernel/compact.ts';
import { coversAddress } from '#policy/covers-address.ts';
import type { EgressPort } from '#policy/egress-proxy/egress-port.ts';
import { type HostRules, parseHosts } from '#policy/hosts.ts';
import { makePageCode } from './page-code.ts';
import type { PoolSettings } from './settings.ts';

/**
 * A browser context with a way out of its own, which lets nothing through until a session takes it. Serves
 * one session and is never used again.
 */
export class Slot {
  readonly browser: RunningBrowser;
  readonly context: BrowserContext;
  readonly port: EgressPort;
  readonly #ownsBrowser: boolean;

  /** A fresh, isolated context in a browser that others share. */
  static async isolated(browser: LaunchedBrowser, port: EgressPort, settings: PoolSettings): Promise<Slot> {
    const context = await openContext(browser, {
      ...lookOf(settings),
      ...pageCodeFor(settings),
      ...compact({ proxyServer: port.url, storageState: settings.storageState }),
    });
    await context.newPage();
    return new Slot(browser, context, port, false);
  }

  /** The pages of a named profile, which has a browser to itself; that browser goes through `port`. */
  static async ofProfile(browser: LaunchedBrowser, port: EgressPort, settings: PoolSettings): Promise<Slot> {
    const context = await BrowserContext.adopt(browser.defaultContext, pageCodeFor(settings));
    await context.newPage();
    return new Slot(browser, context, port, true);
  }

  /** The tabs of a browser that we did not start; its traffic does not go through `port`, and it is left running. */
  static async attached(browser: AttachedBrowser, port: EgressPort, settings: PoolSettings): Promise<Slot> {
    const context = await BrowserContext.adopt(browser.defaultContext, pageCodeFor(settings, true));
    await context.adoptOpenPages();
    if (context.pages().length === 0) await context.newPage();
    return new Slot(browser, context, port, true);
  }

  private constructor(
    browser: RunningBrowser,
    context: BrowserContext,
    port: EgressPort,
    ownsBrowser: boolean,
  ) {
    this.browser = browser;
    this.context = context;
    this.port = port;
    this.#ownsBrowser = ownsBrowser;
    browser.events.on(({ reason }) => context.browserGone(reason));
  }

  get isUsable(): boolean {
    return !this.browser.isGone;
  }

  /** From now on what the hosts cover is let out. */
  bind(hosts: HostRules): void {
    this.port.bind({ hosts });
  }

  async close(): Promise<void> {
    this.port.unbind();
    // A context of a browser that is gone has nothing left to close.
    await (this.#ownsBrowser ? this.browser.close() : this.context.close().catch(() => {}));
    await this.port.close();
  }
}

/** How the contexts of these settings look to sites. */
export function lookOf(settings: PoolSettings): ContextLook {
  const { viewport, locale, timezone, userAgent, ignoreHttpsErrors, httpCredentials, headers } = settings;
  const look = { viewport, locale, timezone, userAgent, ignoreHttpsErrors, httpCredentials, headers };
  const device = settings.device === undefined ? undefined : deviceLook(settings.device);
  return compact({ ...look, device, permissions: settings.grantPermissions });
}

/** In a browser window that a person sees, that person may use the page as well. */
function pageCodeFor(settings: PoolSettings, isShared = settings.headed): BrowserContextOptions {
  const { worldSource, hookSource, lessSource } = makePageCode({
    held: !isShared,
    webRtc: settings.webRtc !== false,
  });
  const mainSource = lessSource + (settings.settle === 'hook' ? hookSource : '');
  const follow = FOLLOWED.filter((cap) => settings.caps?.includes(cap));
  const readRules = settings.readHosts === undefined ? undefined : parseHosts(settings.readHosts);
  return {
    worldSource,
    isUnattended: !isShared,
    dismissesDialogs: settings.dismissesDialogs === true,
    follow,
    hookSource: mainSource,
    ...(readRules === undefined
      ? {}
      : { mayTellDialogOf: (address: string) => coversAddress(readRules, address) }),
  };
}

const FOLLOWED = ['console', 'network'] as const;
