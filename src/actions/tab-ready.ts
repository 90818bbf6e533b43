import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Page } from '#browser/page.ts';
import { PageClosed } from '#browser/page-closed.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import { documentReady } from './document-ready.ts';
import { PageWatch } from './page-watch.ts';

const LONGEST_WAIT_MS = 15_000;

/**
 * Waits until a tab that was just opened shows its document, at most 15 s.
 *
 * @param isEmpty - the tab was opened without an address, so that what it has is what it shows.
 * @param isGivenUp - says that no document will come, as for a file.
 */
export async function tabReady(
  page: Page,
  options: { readonly isEmpty: boolean; readonly isGivenUp: () => boolean },
  deadline: Deadline,
): Promise<void> {
  const limit = deadlineIn(LONGEST_WAIT_MS, { ...deadline, atMs: deadline.atMs - 500 });
  const watch = new PageWatch(page);
  try {
    const isOver = () => leftMs(limit) === 0 || page.state !== 'open' || page.dialog !== null;
    while (!options.isEmpty && page.url === 'about:blank' && !options.isGivenUp() && !isOver())
      await watch.next(Math.min(100, leftMs(limit)));
    if (isOver() || page.url === 'about:blank') return;
    if (await isLoaded(page, limit)) watch.isLoaded = true;
    await documentReady(watch, limit);
  } finally {
    watch.stop();
  }
}

async function isLoaded(page: Page, deadline: Deadline): Promise<boolean> {
  try {
    return await page.mainFrame.call<boolean>('isLoaded', [], { deadline: deadlineIn(2_000, deadline) });
  } catch (error) {
    if (error instanceof DocumentReplaced || error instanceof PageClosed || isPortolanError(error))
      return false;
    throw error;
  }
}
