import { DocumentReplaced } from '#browser/document-replaced.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { PageWatch } from './page-watch.ts';

const LONGEST_WAIT_MS = 3_000;
/** A request that has been open for so long is most likely one that is meant to stay open. */
const LONG_REQUEST_MS = 800;
const LOADING_TYPES = ['Script', 'Stylesheet', 'Document'];
const DATA_TYPES = ['XHR', 'Fetch'];

/**
 * Waits until a new document has done its first work: what it named has loaded, and the requests that its
 * scripts then sent have been answered. At most 3 s; a page without such work is not waited for.
 */
export async function documentReady(watch: PageWatch, deadline: Deadline): Promise<void> {
  const limit = deadlineIn(LONGEST_WAIT_MS, deadline);
  for (;;) {
    if (watch.openDialog !== undefined || watch.isCrashed || watch.isClosed || leftMs(limit) === 0) return;
    if (!isBusy(watch)) {
      await turns(watch, limit);
      if (!isBusy(watch)) return;
    }
    await watch.next(Math.min(50, leftMs(limit)));
  }
}

function isBusy(watch: PageWatch): boolean {
  return (
    !watch.isLoaded ||
    watch.openRequests(LOADING_TYPES).length > 0 ||
    watch.openRequests(DATA_TYPES, LONG_REQUEST_MS).length > 0
  );
}

/** Lets the page's script take what has just arrived. */
async function turns(watch: PageWatch, limit: Deadline): Promise<void> {
  try {
    await watch.page.mainFrame.call('turns', [], { deadline: limit });
  } catch (error) {
    if (error instanceof DocumentReplaced || isPortolanError(error)) return;
    throw error;
  }
}
