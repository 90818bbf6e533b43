import { Agent, createServer, type Server } from 'node:http';
import { Socket } from 'node:net';
import { Emitter } from '#kernel/emitter.ts';
import { isLikelyBackground } from '#policy/browser-services.ts';
import { canonicalHost } from '#policy/canonical-host.ts';
import { matchHost } from '#policy/hosts.ts';
import { Admitter, refusalOf } from './admission.ts';
import type {
  EgressCounts,
  EgressFailure,
  EgressOptions,
  EgressRules,
  Refusal,
  RefusalCode,
} from './egress-rules.ts';
import { failureReason } from './failure-reason.ts';
import { forwardRequest } from './forward-request.ts';
import { openTunnel, openUpgrade } from './open-tunnel.ts';
import type { Flow, Judgement, PortContext, Wanted } from './port-context.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';

export interface PortSetup {
  readonly options: EgressOptions;
  readonly upstream: UpstreamProxy | undefined;
  readonly ownPorts: () => ReadonlySet<number>;
  readonly onClosed: (port: number) => void;
}

/**
 * One loopback port of the egress proxy, for one browser context. It refuses everything until rules are bound,
 * and again after `unbind`. Whoever may reach the port needs no credentials: it opens nothing that the machine
 * itself could not reach.
 */
export class EgressPort implements AsyncDisposable {
  /** Each request that the rules kept in. */
  readonly refusals = new Emitter<Refusal>();
  /** Each request that was let out and did not arrive. */
  readonly failures = new Emitter<EgressFailure>();

  readonly #setup: PortSetup;
  readonly #server: Server;
  readonly #flows = new Set<Flow>();
  readonly #counts = { allowed: 0, refused: 0, background: 0, capped: 0, failed: 0 };
  #admitter: Admitter | undefined;
  #agent = newAgent();
  #number = 0;

  private constructor(setup: PortSetup) {
    this.#setup = setup;
    this.#server = createServer({
      headersTimeout: setup.options.headTimeoutMs ?? 15_000,
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(5_000, setup.options.headTimeoutMs ?? 5_000),
      keepAliveTimeout: 60_000,
    });
    this.#serve();
  }

  static async open(setup: PortSetup): Promise<EgressPort> {
    const port = new EgressPort(setup);
    await new Promise<void>((resolve, reject) => {
      port.#server.once('error', reject);
      port.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = port.#server.address();
    if (address === null || typeof address === 'string')
      throw new TypeError('The egress port has no number.');
    port.#number = address.port;
    return port;
  }

  /** The proxy address to give to a browser context. */
  get url(): string {
    return `http://127.0.0.1:${this.#number}`;
  }

  get port(): number {
    return this.#number;
  }

  get isBound(): boolean {
    return this.#admitter !== undefined;
  }

  /** Puts rules in force, at once: what is under way and not covered by them is ended. */
  bind(rules: EgressRules): void {
    this.#admitter = new Admitter(rules, this.#setup.options, this.#setup.ownPorts, this.#admitter);
    this.#replaceAgent();
    for (const flow of [...this.#flows]) {
      if (!matchHost(rules.hosts, flow.host, flow.port).allowed) flow.close();
    }
  }

  /** Refuses everything from now on, and ends all that is under way. */
  unbind(): void {
    this.#admitter = undefined;
    this.#replaceAgent();
    for (const flow of [...this.#flows]) flow.close();
  }

  counts(): EgressCounts {
    return { ...this.#counts, openTunnels: this.#openTunnels() };
  }

  async close(): Promise<void> {
    this.unbind();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await closed;
    this.#setup.onClosed(this.#number);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #serve(): void {
    const context = this.#context();
    this.#server.on('request', (incoming, response) => {
      forwardRequest(context, incoming, response).catch(() => response.destroy());
    });
    this.#server.on('connect', (incoming, client, head) => {
      if (client instanceof Socket) openTunnel(context, incoming, client, head).catch(() => client.destroy());
    });
    this.#server.on('upgrade', (incoming, client, head) => {
      if (client instanceof Socket)
        openUpgrade(context, incoming, client, head).catch(() => client.destroy());
    });
    this.#server.on('clientError', (_error, client) => {
      if (client.writable) client.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      else client.destroy();
    });
  }

  #context(): PortContext {
    const { options, upstream } = this.#setup;
    const port = this;
    return {
      upstream,
      idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      maxTunnels: options.maxTunnels ?? 256,
      get agent() {
        return port.#agent;
      },
      get openTunnels() {
        return port.#openTunnels();
      },
      judge: (wanted) => this.#judge(wanted),
      refuseScheme: (wanted, scheme) => this.#refuse(wanted, 'blocked_scheme', `${scheme} is not let out`),
      failed: (wanted, error) => this.#fail(wanted, error),
      capped: () => {
        this.#counts.capped += 1;
      },
      track: (flow) => {
        this.#flows.add(flow);
        return () => this.#flows.delete(flow);
      },
    };
  }

  async #judge(wanted: Wanted): Promise<Judgement> {
    const admitter = this.#admitter;
    if (admitter === undefined) {
      return { kind: 'refused', rule: this.#refuse(wanted, 'blocked_host', 'no session holds this port') };
    }
    try {
      const admission = await admitter.admit(wanted.host, wanted.port);
      // The rules may have changed while the name was looked up.
      if (this.#admitter !== admitter) return await this.#judge(wanted);
      this.#counts.allowed += 1;
      return { kind: 'admitted', admission };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) {
        return { kind: 'refused', rule: this.#refuse(wanted, refusal.code, refusal.rule) };
      }
      return { kind: 'failed', detail: this.#fail(wanted, error) };
    }
  }

  #refuse(wanted: Wanted, code: RefusalCode, rule: string): string {
    const host = canonicalHost(wanted.host) ?? wanted.host;
    const background = isLikelyBackground(host);
    this.#counts.refused += 1;
    if (background) this.#counts.background += 1;
    this.refusals.emit({ ...wanted, code, host, rule, background });
    return rule;
  }

  #fail(wanted: Wanted, error: unknown): string {
    const host = canonicalHost(wanted.host) ?? wanted.host;
    const { reason, detail } = failureReason(error);
    this.#counts.failed += 1;
    this.#admitter?.forget(host, wanted.port);
    this.failures.emit({ reason, host, port: wanted.port, detail });
    return detail;
  }

  #openTunnels(): number {
    let open = 0;
    for (const flow of this.#flows) if (flow.isTunnel) open += 1;
    return open;
  }

  /** Connections made under earlier rules are not used again; answers on their way are left to finish. */
  #replaceAgent(): void {
    const old = this.#agent;
    this.#agent = newAgent();
    for (const sockets of Object.values(old.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }
}

function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: 30_000, noDelay: true });
}
