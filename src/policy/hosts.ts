import { fail } from '#kernel/errors.ts';
import { classifyAddress } from './address-class.ts';
import { isBrowserService } from './browser-services.ts';
import { canonicalHost, isAddress, splitAuthority } from './canonical-host.ts';

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/**
 * How an entry covers a host. Only `name` and `literal` name it outright, and so can open a special address; a
 * host that was `added` to a session by a person's word opens public ones only.
 */
export type HostRuleKind = 'name' | 'literal' | 'added' | 'wildcard' | 'every';

export interface HostRule {
  /** The entry as it was written. */
  readonly text: string;
  readonly kind: HostRuleKind;
  /** Canonical name or address; for a wildcard what follows `*.`; empty for `*`. */
  readonly host: string;
  readonly ports: ReadonlySet<number> | 'every';
}

/** A list of hosts. With `within`, a host must be covered by both: that is how a caller narrows and never widens. */
export interface HostRules {
  readonly rules: readonly HostRule[];
  readonly within?: HostRules;
}

export interface HostOptions {
  /** Accept entries with a leading `*.`; off when absent. */
  readonly allowWildcards?: boolean;
}

export type HostVerdict =
  | {
      readonly allowed: true;
      readonly rule: string;
      /** How the outermost list covers the host. */
      readonly by: HostRuleKind;
    }
  | { readonly allowed: false; readonly code: 'blocked_host' | 'blocked_address'; readonly rule: string };

/** No host at all. */
export const NO_HOSTS: HostRules = { rules: [] };

/**
 * Reads a list of hosts: `host`, `host:port`, `host:*`, `*` for every public host; ports 80 and 443 unless given.
 *
 * Hosts are exact: `example.com` does not cover `www.example.com`. Addresses in any form a browser accepts are
 * brought to their canonical form. An empty list covers nothing.
 *
 * @throws invalid_arguments naming the entry and the form it should have.
 */
export function parseHosts(entries: readonly string[], options: HostOptions = {}): HostRules {
  return { rules: entries.map((entry) => parseEntry(entry, options)) };
}

/** `rules`, with one exact host and port that a person has added. */
export function addHost(rules: HostRules, host: string, port: number): HostRules {
  const canonical = canonicalHost(host);
  if (canonical === undefined) return rules;
  const text = `${canonical}:${port}`;
  const added: HostRule = { text, kind: 'added', host: canonical, ports: new Set([port]) };
  return { ...rules, rules: [...rules.rules, added] };
}

/** `rules`, narrowed to what `narrower` covers as well. */
export function narrowHosts(rules: HostRules, narrower: HostRules): HostRules {
  return { rules: narrower.rules, within: narrower.within ? narrowHosts(rules, narrower.within) : rules };
}

/**
 * Whether the list covers a host and port, and the entry that decided. A literal address is judged by its class
 * too; the addresses a name leads to are not known here (see `resolveAndPin`).
 *
 * @param host - in any form; what no browser would dial is refused.
 */
export function matchHost(rules: HostRules, host: string, port: number): HostVerdict {
  const canonical = canonicalHost(host);
  if (canonical === undefined) return refuseHost(`"${host}" is not a valid host`);
  if (rules.within !== undefined) {
    const outer = matchHost(rules.within, canonical, port);
    if (!outer.allowed) return outer;
    const inner = matchList(rules.rules, canonical, port, outer.by === 'name' || outer.by === 'literal');
    return inner.allowed ? { ...inner, by: outer.by } : inner;
  }
  return matchList(rules.rules, canonical, port, false);
}

function matchList(
  rules: readonly HostRule[],
  host: string,
  port: number,
  isListedOutside: boolean,
): HostVerdict {
  const covering = rules.filter((rule) => covers(rule, host));
  const onPort = covering.filter((rule) => rule.ports === 'every' || rule.ports.has(port));
  const exact = onPort.find((rule) => rule.kind === 'name' || rule.kind === 'literal');
  if (exact !== undefined) return { allowed: true, rule: exact.text, by: exact.kind };
  const broad = onPort.find((rule) => rule.kind !== 'every') ?? onPort[0];
  if (broad === undefined) {
    const otherPort = covering[0];
    return refuseHost(
      otherPort === undefined
        ? `${host} is not on the list of hosts`
        : `port ${port} is not open: "${otherPort.text}" covers ${describePorts(otherPort)}`,
    );
  }
  if (isListedOutside) return { allowed: true, rule: broad.text, by: broad.kind };
  if (isAddress(host)) {
    const is = classifyAddress(host);
    if (is !== 'public') {
      return {
        allowed: false,
        code: 'blocked_address',
        rule: `${host} is a ${is} address, which must be listed by itself`,
      };
    }
  }
  if (broad.kind === 'every' && isBrowserService(host)) {
    return refuseHost(`${host} serves the browser itself, and must be listed by name`);
  }
  return { allowed: true, rule: broad.text, by: broad.kind };
}

function covers(rule: HostRule, host: string): boolean {
  if (rule.kind === 'every') return true;
  if (rule.kind === 'wildcard') return !isAddress(host) && host.endsWith(`.${rule.host}`);
  return rule.host === host;
}

function refuseHost(rule: string): HostVerdict {
  return { allowed: false, code: 'blocked_host', rule };
}

function describePorts(rule: HostRule): string {
  return rule.ports === 'every' ? 'every port' : `ports ${[...rule.ports].join(' and ')}`;
}

function parseEntry(entry: string, options: HostOptions): HostRule {
  const text = entry.trim();
  const refuse = (why: string, form: string) =>
    fail('invalid_arguments', `The host entry "${entry}" ${why}; write ${form}.`, { entry, form });
  if (text === '') throw refuse('is empty', 'a host such as example.com, or * for every public host');
  const scheme = /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text);
  if (scheme !== null)
    throw refuse('is a URL', `the host alone: ${scheme[2]?.replace(/^.*@/, '') || 'example.com'}`);
  if (/[/?#\\]/.test(text))
    throw refuse('has a path', `the host alone: ${text.split(/[/?#\\]/)[0] || 'example.com'}`);
  if (text.includes('@')) throw refuse('has a user name', `the host alone: ${text.replace(/^.*@/, '')}`);
  if (text.includes(',')) throw refuse('holds several hosts', 'one entry for each host');
  const { host, ports } = parsePorts(text, refuse);
  if (host === '*') return { text, kind: 'every', host: '', ports };
  if (host.startsWith('*.'))
    return { text, kind: 'wildcard', host: parseWildcard(host, options, refuse), ports };
  if (host.includes('*')) throw refuse('has a * inside', 'the exact host, or * alone for every public host');
  const canonical = canonicalHost(host);
  if (canonical === undefined) throw refuse('is not a host', 'a name such as example.com, or an address');
  return { text, kind: isAddress(canonical) ? 'literal' : 'name', host: canonical, ports };
}

type Refuse = (why: string, form: string) => Error;

function parsePorts(text: string, refuse: Refuse): { host: string; ports: HostRule['ports'] } {
  if (!text.startsWith('[') && text.split(':').length > 2) {
    if (canonicalHost(text) === undefined)
      throw refuse('is not a host', 'host:port, or an address as [::1]:port');
    return { host: text, ports: WEB_PORTS };
  }
  if (text.endsWith(':*')) return { host: text.slice(0, -2), ports: 'every' };
  const parts = splitAuthority(text);
  if (parts === undefined) throw refuse('has a bad port', 'host:port with a port from 1 to 65535, or host:*');
  return { host: parts.host, ports: parts.port === undefined ? WEB_PORTS : new Set([parts.port]) };
}

function parseWildcard(host: string, options: HostOptions, refuse: Refuse): string {
  const suffix = host.slice(2);
  if (options.allowWildcards !== true) throw refuse('is a wildcard', 'each host by its exact name');
  const canonical = suffix.includes('*') ? undefined : canonicalHost(suffix);
  if (canonical === undefined || isAddress(canonical)) throw refuse('is not a wildcard', '*.example.com');
  const labels = canonical.split('.');
  const isRegistry =
    labels.length < 2 ||
    (labels.length === 2 &&
      /^(ac|co|com|edu|gob|gov|gouv|ne|net|or|org)$/.test(labels[0] ?? '') &&
      labels[1]?.length === 2);
  if (isRegistry) throw refuse('covers a whole registry', '*.example.com, under one owner’s domain');
  return canonical;
}
