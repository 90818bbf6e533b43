import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';

const LONGEST_WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 100;

/**
 * Reads a page that is new to its caller. One that has nothing to act on yet is most likely still being built
 * by its script: it is read again until there is something, at most for 2 s.
 */
export async function readWhenBuilt(
  page: Page,
  read: () => Promise<Snapshot>,
  deadline: Deadline,
): Promise<Snapshot> {
  const limit = deadlineIn(LONGEST_WAIT_MS, deadline);
  let snapshot = await read();
  while (!hasSomethingToActOn(snapshot) && leftMs(limit) > 0 && (await mayStillBuild(page, limit))) {
    await sleep(LOOK_AGAIN_MS, deadline.signal);
    snapshot = await read();
  }
  return snapshot;
}

async function mayStillBuild(page: Page, limit: Deadline): Promise<boolean> {
  if (page.url === 'about:blank') return false;
  return await page.mainFrame.call<boolean>('mayStillBuild', [], { deadline: limit }).catch(() => false);
}

/** A control that only shows when it is focused is not yet what the page is for. */
function hasSomethingToActOn(snapshot: Snapshot): boolean {
  for (const node of everyNode(snapshot.nodes))
    if (node.ref !== '' && !node.states.includes('offscreen')) return true;
  return false;
}
