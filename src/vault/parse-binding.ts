import { parse as parseDomain } from 'tldts';
import { fail } from '#kernel/errors.ts';
import { canonicalHost, formatAuthority, isAddress, splitAuthority } from '#policy/canonical-host.ts';
import type { WebBinding } from './credential.ts';
import { mixedLabelOf } from './lookalike.ts';
import { isLoopback } from './loopback.ts';

export interface BindingRequest {
  /** `host` or `host:port`; with `allowWildcards` also `*.host`. */
  readonly hosts: readonly string[];
  readonly origins?: readonly string[];
  readonly allowHttp?: boolean;
  readonly allowWildcards?: boolean;
}

const WILDCARD = '*.';
/** Labels under the public suffix that a wildcard has to name. */
const WILDCARD_LABELS = 2;

/**
 * Reads where a credential may be used, in canonical form.
 *
 * @throws invalid_arguments naming the entry and the form it should have.
 */
export function parseBinding(request: BindingRequest): WebBinding {
  const { hosts, origins = [], allowHttp = false, allowWildcards = false } = request;
  if (hosts.length === 0) {
    throw fail('invalid_arguments', 'The credential is bound to no host.', {
      remedy: 'Give --host with the exact host of the sign-in form, such as telepass.com.',
    });
  }
  const parsed = hosts.map((host) =>
    host.startsWith(WILDCARD) ? parseWildcard(host, allowWildcards) : parseHost(host),
  );
  const further = origins.map((origin) => parseOrigin(origin, allowHttp));
  if (allowHttp && !parsed.some((host) => isLoopback(splitAuthority(host)?.host ?? ''))) {
    throw fail('invalid_arguments', 'Plain http is accepted for loopback hosts only, and none is bound.', {
      remedy: 'Leave --allow-http out; the credential is then used over https.',
    });
  }
  return { hosts: [...new Set(parsed)], origins: [...new Set(further)], allowHttp };
}

function parseHost(entry: string): string {
  const parts = splitAuthority(entry);
  if (parts === undefined || /[/?#\\@,*]/.test(entry)) throw refuse(entry, 'is not a host', 'telepass.com');
  const host = canonicalHost(parts.host);
  if (host === undefined) throw refuse(entry, 'is not a host', 'telepass.com');
  requireOwnHost(entry, host);
  // https is what a host without a scheme means, and 443 its port.
  if (parts.port === undefined || parts.port === 443) return formatHost(host);
  return formatAuthority(host, parts.port);
}

function parseWildcard(entry: string, allowWildcards: boolean): string {
  if (!allowWildcards) throw refuse(entry, 'is a wildcard', 'each host by its exact name');
  const host = canonicalHost(entry.slice(WILDCARD.length));
  if (host === undefined || isAddress(host) || host.includes('*')) {
    throw refuse(entry, 'is not a wildcard', '*.shop.example.com');
  }
  requireOwnHost(entry, host);
  const { publicSuffix } = parseDomain(host, { allowPrivateDomains: true });
  const own = host.split('.').length - (publicSuffix ?? '').split('.').length;
  if (own < WILDCARD_LABELS) throw refuse(entry, 'covers a whole domain', `*.login.${host}`);
  return `${WILDCARD}${host}`;
}

function parseOrigin(entry: string, allowHttp: boolean): string {
  const refused = refuse(entry, 'is not an origin', 'https://sso.example.com');
  if (!URL.canParse(entry)) throw refused;
  const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(entry);
  if (pathname !== '/' || `${search}${hash}${username}${password}` !== '') throw refused;
  const host = canonicalHost(hostname);
  if (host === undefined || hostname.endsWith('.')) throw refused;
  requireOwnHost(entry, host);
  if (protocol === 'https:' || (protocol === 'http:' && allowHttp && isLoopback(host))) return origin;
  throw refuse(entry, 'is not https', `https://${host}`);
}

function requireOwnHost(entry: string, host: string): void {
  const { publicSuffix, isIcann, isPrivate } = parseDomain(host, { allowPrivateDomains: true });
  if (publicSuffix === host && (isIcann === true || isPrivate === true)) {
    throw refuse(entry, 'is a public suffix, under which anybody can have a site', `example.${host}`);
  }
  const mixed = mixedLabelOf(host);
  if (mixed !== undefined)
    throw refuse(entry, `mixes ${mixed.scripts.join(' and ')} letters`, 'its true name');
}

function formatHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function refuse(entry: string, why: string, form: string): Error {
  return fail('invalid_arguments', `The host ${JSON.stringify(entry)} ${why}; write ${form}.`, { entry });
}
