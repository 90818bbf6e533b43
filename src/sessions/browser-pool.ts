import { join } from 'node:path';
import { connectBrowser, type RunningBrowser, requireOwnEndpoint } from '#browser/connect.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from '#browser/launch.ts';
import { compact } from '#kernel/compact.ts';
import { Emitter } from '#kernel/emitter.ts';
import { fail } from '#kernel/errors.ts';
import type { EgressPort } from '#policy/egress-proxy/egress-port.ts';
import { EgressProxy } from '#policy/egress-proxy/egress-proxy.ts';
import type { PoolSettings } from './settings.ts';
import { lookOf, Slot } from './slot.ts';

export interface BoundaryOptions {
  /** Ports of ours on this machine, which no page may reach whatever the hosts say. */
  readonly ownPorts: () => ReadonlySet<number>;
  /** Names that stand for a local server, as `shop.test` → `127.0.0.1:4000`. */
  readonly hostMap?: Readonly<Record<string, string>> | undefined;
}

export type PoolEvent =
  | { readonly kind: 'started'; readonly version: string; readonly notes: readonly string[] }
  | { readonly kind: 'gone'; readonly reason: string };

/**
 * One browser for all sessions of a server, started ahead of the first and anew after its death, and one
 * spare slot, so that a session does not wait for a context to be made.
 */
export class BrowserPool {
  readonly events = new Emitter<PoolEvent>();
  readonly #settings: PoolSettings;
  readonly #proxy: EgressProxy;
  /** The browser's own traffic goes to this port, to which no rules are ever bound. */
  readonly #closedPort: EgressPort;
  #browser: Promise<LaunchedBrowser> | undefined;
  #spare: Promise<Slot> | undefined;
  /** The slot in a browser that we did not start: it has one set of tabs, so one session at a time. */
  #attached: Slot | undefined;
  #isClosed = false;

  static async start(settings: PoolSettings, boundary: BoundaryOptions): Promise<BrowserPool> {
    requireOwnEndpoint(settings);
    const proxy = await EgressProxy.start(compact({ ...boundary, upstreamProxy: settings.proxy }));
    const pool = new BrowserPool(settings, proxy, await proxy.openPort());
    if (settings.profile === undefined && settings.cdpEndpoint === undefined) pool.#prepare();
    return pool;
  }

  private constructor(settings: PoolSettings, proxy: EgressProxy, closedPort: EgressPort) {
    this.#settings = settings;
    this.#proxy = proxy;
    this.#closedPort = closedPort;
  }

  /**
   * A slot for one session; it lets nothing out until it is bound.
   *
   * @throws environment when no browser can be started.
   */
  async take(): Promise<Slot> {
    const { profile, cdpEndpoint } = this.#settings;
    if (cdpEndpoint !== undefined) return await this.#attach(cdpEndpoint);
    if (profile !== undefined) return await this.#takeProfile(profile);
    const spare = this.#spare;
    this.#spare = undefined;
    const slot = await spare?.catch(() => undefined);
    if (slot?.isUsable) {
      this.#prepareLater();
      return slot;
    }
    const made = await this.#make();
    this.#prepareLater();
    return made;
  }

  /** The browser that runs now, started if none does. */
  async browser(): Promise<RunningBrowser> {
    const { cdpEndpoint } = this.#settings;
    if (cdpEndpoint === undefined) return await this.#ownBrowser();
    if (this.#attached?.isUsable) return this.#attached.browser;
    const browser = await connectBrowser(cdpEndpoint);
    await browser.close();
    return browser;
  }

  async #ownBrowser(): Promise<LaunchedBrowser> {
    const running = await this.#browser?.catch(() => undefined);
    if (running && !running.isGone) return running;
    this.#browser = this.#launch({ proxyServer: this.#closedPort.url });
    return await this.#browser;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const [spare, browser] = await Promise.all([
      this.#spare?.catch(() => undefined),
      this.#browser?.catch(() => undefined),
    ]);
    await spare?.close();
    await browser?.close();
    await this.#proxy[Symbol.asyncDispose]();
  }

  async #make(): Promise<Slot> {
    const [browser, port] = await Promise.all([this.#ownBrowser(), this.#proxy.openPort()]);
    try {
      return await Slot.isolated(browser, port, this.#settings);
    } catch (error) {
      await port.close();
      throw error;
    }
  }

  async #attach(endpoint: string): Promise<Slot> {
    if (this.#attached?.isUsable)
      throw fail('environment', `The browser at ${endpoint} is in use by another session of this server.`, {
        remedy: 'Close that session first, or start a server without --cdp-endpoint.',
      });
    const [browser, port] = await Promise.all([connectBrowser(endpoint), this.#proxy.openPort()]);
    try {
      this.#attached = await Slot.attached(browser, port, this.#settings);
    } catch (error) {
      await Promise.allSettled([browser.close(), port.close()]);
      throw error;
    }
    this.events.emit({ kind: 'started', version: browser.version, notes: browser.notes });
    browser.events.on(({ reason }) => {
      if (reason === 'died') this.events.emit({ kind: 'gone', reason: 'the connection to it was lost' });
    });
    return this.#attached;
  }

  /** A named profile is one set of cookies and pages, so one session at a time has it. */
  async #takeProfile(name: string): Promise<Slot> {
    const port = await this.#proxy.openPort();
    try {
      const profileDir = join(this.#settings.dataDir, 'profiles', name);
      const browser = await this.#launch({ proxyServer: port.url, profileDir, look: lookOf(this.#settings) });
      return await Slot.ofProfile(browser, port, this.#settings);
    } catch (error) {
      await port.close();
      throw error;
    }
  }

  #prepare(): void {
    if (this.#isClosed || this.#spare !== undefined) return;
    const spare = this.#make();
    // Whoever takes it hears of a failure; nobody may.
    spare.catch(() => {});
    this.#spare = spare;
  }

  /** Makes the next spare when the session that just got one has had its first moments to itself. */
  #prepareLater(): void {
    setTimeout(() => this.#prepare(), 1_000).unref();
  }

  async #launch(own: Pick<LaunchOptions, 'proxyServer' | 'profileDir' | 'look'>): Promise<LaunchedBrowser> {
    const settings = this.#settings;
    const options: LaunchOptions = compact({
      dataDir: settings.dataDir,
      executablePath: settings.executablePath,
      channel: settings.channel,
      headless: !settings.headed,
      sandbox: settings.sandbox,
      locale: settings.locale,
      ...own,
    });
    const browser = await launchBrowser(options);
    this.events.emit({ kind: 'started', version: browser.version, notes: browser.notes });
    browser.events.on(({ reason }) => {
      this.#spare = undefined;
      if (reason === 'died') this.events.emit({ kind: 'gone', reason });
    });
    return browser;
  }
}
