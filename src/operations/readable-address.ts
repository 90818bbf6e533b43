import { matchHost, parseHosts } from '#policy/hosts.ts';
import { originTarget } from '#policy/origin-target.ts';
import type { Session } from '#sessions/session.ts';

/**
 * Whether what comes from an address may be shown to the caller of a session. Without a list of its own a
 * session reads whatever its tabs show. What has no host is its page's own.
 */
export function isReadableAddress(session: Session, url: string): boolean {
  const { readHosts } = session.settings;
  if (readHosts === undefined) return true;
  const target = originTarget(url);
  if (target === undefined || target === 'blank') return true;
  return matchHost(parseHosts(readHosts), target.host, target.port).allowed;
}
