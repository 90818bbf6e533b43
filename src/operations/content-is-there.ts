import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';

const LONGEST_WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 50;

/**
 * A page that has nothing to act on yet is most likely still being built by its script. Waits until its
 * document changes, at most 2 s.
 *
 * @returns `changed` when it is worth reading the page again, `as-read` when it is not.
 */
export async function contentIsThere(
  page: Page,
  snapshot: Snapshot,
  deadline: Deadline,
): Promise<'changed' | 'as-read'> {
  if (page.url === 'about:blank' || hasSomethingToActOn(snapshot)) return 'as-read';
  const limit = deadlineIn(LONGEST_WAIT_MS, deadline);
  while (leftMs(limit) > 0) {
    const hasControls = await page.mainFrame
      .call<boolean>('hasControls', [], { deadline: limit })
      .catch(() => false);
    if (hasControls) return 'changed';
    if (!(await page.mainFrame.call<boolean>('mayStillBuild', [], { deadline: limit }).catch(() => false)))
      return 'as-read';
    await sleep(LOOK_AGAIN_MS, deadline.signal);
  }
  return 'changed';
}

function hasSomethingToActOn(snapshot: Snapshot): boolean {
  for (const node of everyNode(snapshot.nodes)) if (node.ref !== '') return true;
  return false;
}
