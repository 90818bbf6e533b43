import { isPortolanError } from '#kernel/error.ts';
import { canonicalHost, isAddress, splitAuthority } from '#policy/canonical-host.ts';
import { fail } from '#policy/errors.ts';
import { type HostRuleKind, matchHost } from '#policy/hosts.ts';
import { resolveAndPin } from '#policy/resolve-and-pin.ts';
import type { EgressOptions, EgressRules, RefusalCode } from './egress-rules.ts';

/** Where a request may go: dial one of `addresses` on `port`, or ask the upstream proxy for `host`. */
export interface Admission {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
  readonly isUpstream: boolean;
}

/** A name's addresses are kept this long, so that a page's many requests look it up once. */
const PIN_LIFE_MS = 10_000;

/**
 * Decides where a request may go, for one binding of rules. What a name was when first seen is remembered for
 * the life of the binding; addresses are remembered for ten seconds, or until one cannot be dialled.
 */
export class Admitter {
  readonly rules: EgressRules;
  readonly #options: EgressOptions;
  readonly #ownPorts: () => ReadonlySet<number>;
  readonly #pins = new Map<string, { readonly pin: Promise<Admission>; readonly untilMs: number }>();
  readonly #firstSeen: Map<string, 'public' | 'special'>;

  constructor(
    rules: EgressRules,
    options: EgressOptions,
    ownPorts: () => ReadonlySet<number>,
    before?: Admitter,
  ) {
    this.rules = rules;
    this.#options = options;
    this.#ownPorts = ownPorts;
    this.#firstSeen = before ? before.#firstSeen : new Map();
  }

  /**
   * @param host - as the client sent it.
   * @throws blocked_host or blocked_address, `facts.rule` saying why; what the resolver throws passes through.
   */
  async admit(host: string, port: number): Promise<Admission> {
    const verdict = matchHost(this.rules.hosts, host, port);
    const name = canonicalHost(host);
    if (!verdict.allowed || name === undefined) {
      const { code, rule } = verdict.allowed
        ? { code: 'blocked_host' as const, rule: 'not a valid host' }
        : verdict;
      throw fail(code, `The boundary refused ${host}:${port}: ${rule}.`, { host: name ?? host, port, rule });
    }
    const key = `${name} ${port}`;
    const known = this.#pins.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.pin;
    const pin = this.#pin(name, port, verdict.by);
    const entry = { pin, untilMs: Date.now() + PIN_LIFE_MS };
    this.#pins.set(key, entry);
    pin.catch(() => {
      if (this.#pins.get(key) === entry) this.#pins.delete(key);
    });
    return pin;
  }

  /** Makes the next request for this host look it up again. */
  forget(host: string, port: number): void {
    this.#pins.delete(`${host} ${port}`);
  }

  async #pin(host: string, port: number, by: HostRuleKind): Promise<Admission> {
    const { resolver, resolveTimeoutMs, hostMap, upstreamProxy } = this.#options;
    const mapped = hostMap?.[`${host}:${port}`] ?? hostMap?.[host];
    const settings = {
      ownPorts: this.#ownPorts(),
      ...(resolver === undefined ? {} : { resolver }),
      ...(resolveTimeoutMs === undefined ? {} : { timeoutMs: resolveTimeoutMs }),
    };
    if (mapped !== undefined) {
      const target = splitAuthority(mapped);
      const address = target === undefined ? undefined : canonicalHost(target.host);
      if (target === undefined || address === undefined)
        throw new TypeError(`hostMap: bad target "${mapped}"`);
      const mappedPort = target.port ?? port;
      const { addresses } = await resolveAndPin(address, mappedPort, {
        ...settings,
        by: isAddress(address) ? 'literal' : 'name',
      });
      return { host, port: mappedPort, addresses, isUpstream: false };
    }
    const isHere = host === 'localhost' || host.endsWith('.localhost');
    if (upstreamProxy !== undefined && !isAddress(host) && !isHere) {
      return { host, port, addresses: [], isUpstream: true };
    }
    const first = this.#firstSeen.get(host);
    const pin = await resolveAndPin(host, port, {
      ...settings,
      by,
      ...(first === undefined ? {} : { first }),
    });
    if (first === undefined) this.#firstSeen.set(host, pin.is);
    const isUpstream = upstreamProxy !== undefined && isAddress(host) && pin.is === 'public';
    return { host, port, addresses: pin.addresses, isUpstream };
  }
}

/** The refusal in an error of `admit`, or nothing when it was another kind of failure. */
export function refusalOf(error: unknown): { code: RefusalCode; rule: string } | undefined {
  if (!isPortolanError(error)) return undefined;
  const { code, facts } = error;
  if (code !== 'blocked_host' && code !== 'blocked_address' && code !== 'blocked_scheme') return undefined;
  return { code, rule: String(facts['rule']) };
}
