import { EgressPort } from './egress-port.ts';
import type { EgressOptions } from './egress-rules.ts';
import { parseUpstreamProxy, type UpstreamProxy } from './upstream-proxy.ts';

/**
 * The only way out of the browser. Each browser context has a loopback port of its own, and the port's rules
 * decide every request by host, port and the class of the address that is then dialled.
 *
 * @example
 * await using proxy = await EgressProxy.start({ ownPorts: () => new Set([consolePort]) });
 * const port = await proxy.openPort();
 * port.bind({ hosts: parseHosts(['shop.example']) });
 * const context = await browser.newContext({ proxy: { server: port.url, bypass: '<-loopback>' } });
 */
export class EgressProxy implements AsyncDisposable {
  readonly #options: EgressOptions;
  readonly #upstream: UpstreamProxy | undefined;
  readonly #ports = new Map<number, EgressPort>();

  private constructor(options: EgressOptions) {
    this.#options = options;
    this.#upstream =
      options.upstreamProxy === undefined ? undefined : parseUpstreamProxy(options.upstreamProxy);
  }

  /** @throws invalid_arguments when `upstreamProxy` is not `http://host:port`. */
  static async start(options: EgressOptions = {}): Promise<EgressProxy> {
    return new EgressProxy(options);
  }

  /** Opens a port that refuses everything until rules are bound to it. */
  async openPort(): Promise<EgressPort> {
    const port = await EgressPort.open({
      options: this.#options,
      upstream: this.#upstream,
      ownPorts: () => this.#ownPorts(),
      onClosed: (number) => this.#ports.delete(number),
    });
    this.#ports.set(port.port, port);
    return port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#ports.values()].map((port) => port.close()));
  }

  #ownPorts(): ReadonlySet<number> {
    return new Set([...this.#ports.keys(), ...(this.#options.ownPorts?.() ?? [])]);
  }
}
