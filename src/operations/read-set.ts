import type { Frame } from '#browser/frame.ts';
import { coversAddress } from '#policy/covers-address.ts';
import { type HostRules, parseHosts } from '#policy/hosts.ts';
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
  const isOfItsOwn = /^https?:/i.test(address);
  if (!isOfItsOwn && frame.parent !== null) return isCovered(frame.parent, rules);
  return isOfItsOwn ? coversAddress(rules, address) : !URL.canParse(address) || address.startsWith('about:');
}
