import { parse as parseDomain } from 'tldts';
import { canonicalHost, splitAuthority } from '#policy/canonical-host.ts';
import { isLoopback } from './loopback.ts';

export interface FoundHost {
  /** `host` or `host:port`, canonical. */
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

const HOST =
  /(?<![@\p{Script=Latin}\p{N}._-])(?:https?:\/\/)?(?<authority>(?:(?:[\p{Script=Latin}\p{N}](?:[\p{Script=Latin}\p{N}-]*[\p{Script=Latin}\p{N}])?\.)+[\p{Script=Latin}\p{N}-]+|localhost)(?::\d{1,5})?)(?![@\p{Script=Latin}\p{N}_-])/giu;

/** Hosts that stand in a text: names under a public suffix, loopback ones, whole addresses. No mail addresses. */
export function findHosts(text: string): readonly FoundHost[] {
  const found: FoundHost[] = [];
  for (const match of text.matchAll(HOST)) {
    const host = hostOf(match.groups?.['authority'] ?? '', match[0].includes('://'));
    if (host !== undefined) found.push({ host, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** @param isNamed - it is said to be a host: any that could be one counts. */
export function hostOf(authority: string, isNamed: boolean): string | undefined {
  const parts = splitAuthority(authority.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, ''));
  const host = parts === undefined ? undefined : canonicalHost(parts.host);
  if (parts === undefined || host === undefined) return undefined;
  if (!isNamed && !isLoopback(host) && parseDomain(host).isIcann !== true) return undefined;
  return parts.port === undefined ? host : `${host}:${parts.port}`;
}
