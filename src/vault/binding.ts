import { splitAuthority } from '#policy/canonical-host.ts';
import type { WebBinding } from './credential.ts';
import { lookalikeOf, mixedLabelOf } from './lookalike.ts';
import { isLoopback } from './loopback.ts';

/** `reason` is a sentence without secrets, which may name the credential's hosts. */
export type BindingVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'origin_mismatch' | 'origin_unverified';
      readonly reason: string;
    };

const OK: BindingVerdict = { ok: true };

/**
 * Whether a credential may be used on an origin: exactly the scheme, host and port that it is bound to. A host
 * without a port stands for https on 443, and on loopback with `allowHttp` for http on 80 too.
 *
 * @param origin - an origin or a URL, as the browser gave it; of a URL only its origin counts.
 * @returns `origin_unverified` when there is no origin to compare (opaque, not a web address),
 *   `origin_mismatch` with the difference, naming the host that it imitates if it does.
 */
export function bindingVerdict(binding: WebBinding, origin: string): BindingVerdict {
  if (!URL.canParse(origin))
    return unverified(`${JSON.stringify(origin.slice(0, 80))} is not the origin of a page`);
  const url = new URL(origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return unverified(`${url.protocol.slice(0, 20)} pages have no site`);
  }
  const host = url.hostname;
  const mixed = mixedLabelOf(host);
  if (mixed !== undefined) {
    const imitates = lookalikeOf(host, hostsOf(binding));
    return mismatch(
      `${host} mixes ${mixed.scripts.join(' and ')} letters in one name${imitates ? `, and looks like ${imitates}` : ''}`,
    );
  }
  if (binding.origins.includes(url.origin)) return schemeVerdict(binding, url);
  const onHost = binding.hosts.filter((bound) => coversHost(bound, host));
  if (onHost.length === 0) return otherHost(binding, host);
  if (!onHost.some((bound) => portOf(url) === (boundPort(bound) ?? usualPort(url)))) {
    return mismatch(`port ${portOf(url)} of ${host} is not the one it is bound to`);
  }
  return schemeVerdict(binding, url);
}

function schemeVerdict({ allowHttp }: WebBinding, { protocol, hostname }: URL): BindingVerdict {
  if (protocol === 'https:') return OK;
  if (!isLoopback(hostname)) return mismatch(`${hostname} is open over plain http`);
  return allowHttp
    ? OK
    : mismatch(`${hostname} is open over plain http, which this credential was not given`);
}

function otherHost(binding: WebBinding, host: string): BindingVerdict {
  const hosts = hostsOf(binding);
  const imitated = lookalikeOf(host, hosts);
  if (imitated !== undefined) return mismatch(`${host} looks like ${imitated} and is not`);
  return mismatch(`${host} is not ${hosts.join(' or ')}`);
}

function coversHost(bound: string, host: string): boolean {
  if (bound.startsWith('*.')) return host.endsWith(bound.slice(1)) && host.length > bound.length - 1;
  const name = splitAuthority(bound)?.host ?? bound;
  return name === host;
}

function boundPort(bound: string): number | undefined {
  return splitAuthority(bound)?.port;
}

function portOf(url: URL): number {
  return url.port === '' ? usualPort(url) : Number(url.port);
}

function usualPort(url: URL): number {
  return url.protocol === 'https:' ? 443 : 80;
}

function hostsOf({ hosts, origins }: WebBinding): readonly string[] {
  const ofHosts = hosts.map((bound) => splitAuthority(bound)?.host ?? bound);
  return [...new Set([...ofHosts, ...origins.map((origin) => new URL(origin).hostname)])];
}

function unverified(reason: string): BindingVerdict {
  return { ok: false, code: 'origin_unverified', reason: `${reason}.` };
}

function mismatch(reason: string): BindingVerdict {
  return { ok: false, code: 'origin_mismatch', reason: `${reason}.` };
}
