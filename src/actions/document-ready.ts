import { DocumentReplaced } from '#browser/document-replaced.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { PageWatch } from './page-watch.ts';

const LONGEST_WAIT_MS = 2_000;
/** A request that is still open so long after the load is most likely one that is meant to stay open. */
const LATE_REQUESTS_MS = 600;
const LOADING_TYPES = ['Script', 'Stylesheet', 'Document'];
const DATA_TYPES = ['XHR', 'Fetch'];

/**
 * Waits until a new document has done its first work: what it named has loaded, and the requests that its
 * scripts then sent have been answered. At most 2 s; a page without such work is not waited for.
 */
export async function documentReady(watch: PageWatch, deadline: Deadline): Promise<void> {
  const limit = deadlineIn(LONGEST_WAIT_MS, deadline);
  let loadedAtMs: number | undefined;
  for (;;) {
    if (watch.openDialog !== undefined || watch.isCrashed || watch.isClosed || leftMs(limit) === 0) return;
    if (watch.isLoaded) loadedAtMs ??= Date.now();
    if (!isBusy(watch, loadedAtMs)) {
      await turns(watch, limit);
      if (!isBusy(watch, loadedAtMs)) return;
    }
    await watch.next(Math.min(50, leftMs(limit)));
  }
}

function isBusy(watch: PageWatch, loadedAtMs: number | undefined): boolean {
  if (!watch.isLoaded || watch.openRequests(LOADING_TYPES).length > 0) return true;
  const isLate = loadedAtMs !== undefined && Date.now() - loadedAtMs > LATE_REQUESTS_MS;
  return !isLate && watch.openRequests(DATA_TYPES).length > 0;
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
