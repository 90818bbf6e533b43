import type { Frame } from '#browser/frame.ts';
import { type HostRules, matchHost, parseHosts } from '#policy/hosts.ts';
import type { Session } from '#sessions/session.ts';

const rulesOf = new WeakMap<Session, HostRules>();

/**
 * Whether a frame's text may be shown to the caller of a session. Without a list of its own a session reads its
 * hosts and whatever their pages frame.
 *
 * @returns `undefined` when everything may be read.
 */
export function readSet(session: Session): ((frame: Frame) => boolean) | undefined {
  const { readHosts } = session.settings;
  if (readHosts === undefined) return undefined;
  const rules = rulesOf.get(session) ?? parseHosts(readHosts);
  rulesOf.set(session, rules);
  return (frame) => isCovered(frame, rules);
}

/** A document without an address of its own is its parent's. */
function isCovered(frame: Frame, rules: HostRules): boolean {
  const address = frame.origin === 'null' ? frame.url : frame.origin;
  const { protocol, hostname, port } = new URL(URL.canParse(address) ? address : 'about:blank');
  if (protocol !== 'http:' && protocol !== 'https:')
    return frame.parent === null ? protocol === 'about:' : isCovered(frame.parent, rules);
  const fallback = protocol === 'http:' ? 80 : 443;
  return matchHost(rules, hostname, port === '' ? fallback : Number(port)).allowed;
}
