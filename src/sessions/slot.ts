import type { BrowserContext } from '#browser/browser-context.ts';
import type { LaunchedBrowser } from '#browser/launch.ts';
import { openContext } from '#browser/open-context.ts';
import { compact } from '#kernel/compact.ts';
import type { EgressPort } from '#policy/egress-proxy/egress-port.ts';
import type { EgressProxy } from '#policy/egress-proxy/egress-proxy.ts';
import type { HostRules } from '#policy/hosts.ts';
import { makePageCode } from './page-code.ts';
import type { Settings } from './settings.ts';

/**
 * A browser context with a way out of its own, which lets nothing through until a session takes it. Serves
 * one session and is never used again.
 */
export class Slot {
  readonly browser: LaunchedBrowser;
  readonly context: BrowserContext;
  readonly port: EgressPort;

  static async make(browser: LaunchedBrowser, proxy: EgressProxy, settings: Settings): Promise<Slot> {
    const port = await proxy.openPort();
    const code = makePageCode();
    try {
      const context = await openContext(
        browser,
        compact({
          proxyServer: port.url,
          worldSource: code.worldSource,
          hookSource: settings.settle === 'hook' ? code.hookSource : undefined,
          viewport: settings.viewport,
          locale: settings.locale,
          timezone: settings.timezone,
          userAgent: settings.userAgent,
          storageState: settings.storageState,
          ignoreHttpsErrors: settings.ignoreHttpsErrors,
          httpCredentials: settings.httpCredentials,
          headers: settings.headers,
        }),
      );
      await context.newPage();
      return new Slot(browser, context, port);
    } catch (error) {
      await port.close();
      throw error;
    }
  }

  private constructor(browser: LaunchedBrowser, context: BrowserContext, port: EgressPort) {
    this.browser = browser;
    this.context = context;
    this.port = port;
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
    await this.context.close().catch(() => {});
    await this.port.close();
  }
}
