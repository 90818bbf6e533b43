import type { Page } from '#browser/page.ts';
import type { PageWatch } from './page-watch.ts';

const DATA_TYPES = ['XHR', 'Fetch', 'Script'];

/** By tab, the watch of the last action that left requests open. */
const left = new WeakMap<Page, PageWatch>();

/** Ends a watch, or keeps it for as long as requests of its action are open. */
export function leaveOpen(watch: PageWatch): void {
  const before = left.get(watch.page);
  const isOpen = watch.openRequests(DATA_TYPES).length > 0 && !watch.isClosed;
  if (!isOpen) {
    watch.stop();
    if (before !== undefined && before.openRequests(DATA_TYPES).length > 0) return;
  }
  before?.stop();
  if (isOpen) left.set(watch.page, watch);
  else left.delete(watch.page);
}

/** Requests of earlier actions in this tab that have not been answered, in words. */
export function openWorkOf(page: Page): readonly string[] {
  return left.get(page)?.openRequests(DATA_TYPES) ?? [];
}
