import type { CdpSession } from '#browser/cdp-session.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { refreshClosedRoots } from './closed-roots.ts';
import type { FrameReading } from './frame-reading.ts';
import { refreshListeners } from './pointer-listeners.ts';
import { readUnreadableSheets } from './unreadable-sheets.ts';

type ReadReading = Extract<FrameReading, { state: 'read' }>;

/**
 * Tells our world what only the browser knows: closed shadow roots, listeners, sheets of another origin. Each
 * session is asked for the frames it serves.
 *
 * @returns frames that must be read again, since they show more or other than was read.
 */
export async function learnBrowserFacts(
  page: Page,
  readings: readonly FrameReading[],
  deadline: Deadline,
): Promise<ReadonlySet<Frame>> {
  const bySession = new Map<CdpSession, ReadReading[]>();
  for (const reading of readings) {
    if (reading.state !== 'read') continue;
    const { session } = reading.frame;
    const group = bySession.get(session);
    if (group) group.push(reading);
    else if (!sharesSession(reading.frame)) bySession.set(session, [reading]);
  }
  const again = await Promise.all([...bySession.values()].map((group) => learnGroup(page, group, deadline)));
  return new Set(again.flat());
}

/** A frame whose parent is served by the same session: the session's document is the parent's. */
function sharesSession(frame: Frame): boolean {
  return frame.parent !== null && frame.parent.session === frame.session;
}

async function learnGroup(
  page: Page,
  group: readonly ReadReading[],
  deadline: Deadline,
): Promise<readonly Frame[]> {
  const top = group[0]?.frame;
  if (!top) return [];
  const askers = group.filter(({ reply }) => reply.rootlessKinds > 0).map(({ frame }) => frame);
  const frames = group.map(({ frame, reply }) => ({ frame, domVersion: reply.domVersion }));
  try {
    const showMore = await refreshClosedRoots(page, top, askers, deadline);
    const clickable = await refreshListeners(page, frames, deadline);
    for (const { frame, reply } of group) if (reply.unreadableSheets > 0) readSheetsBeside(frame, deadline);
    return [...showMore, ...clickable];
  } catch (error) {
    if (top === page.mainFrame) throw error;
    return [];
  }
}

/** What was read is right without the sheets' texts: only the next look gains. */
function readSheetsBeside(frame: Frame, deadline: Deadline): void {
  readUnreadableSheets(frame, deadline).catch(() => {});
}
