import { watchPasswords } from './ever-password.ts';

let version = 0;
const observer = new MutationObserver((records) => {
  version += records.length;
});
const observed = new WeakSet<Node>();

/** Counts changes under this document or shadow root from now on. */
export function observeRoot(root: Document | ShadowRoot): void {
  if (observed.has(root)) return;
  observed.add(root);
  watchPasswords(root);
  observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
}

/** How many changes were recorded so far, those of this very task included. */
export function domVersion(): number {
  version += observer.takeRecords().length;
  return version;
}

/** Does something to the document that is ours and taken back: it counts as no change of the page. */
export function uncounted<Result>(work: () => Result): Result {
  domVersion();
  try {
    return work();
  } finally {
    observer.takeRecords();
  }
}
