const wereOnce = new WeakSet<Element>();
const observer = new MutationObserver(take);
const observed = new WeakSet<Node>();

/** Follows from now on which fields of this document or shadow root stop being password fields. */
export function watchPasswords(root: Document | ShadowRoot): void {
  if (observed.has(root)) return;
  observed.add(root);
  observer.observe(root, {
    subtree: true,
    attributes: true,
    attributeFilter: ['type'],
    attributeOldValue: true,
  });
}

function take(records: readonly MutationRecord[]): void {
  for (const { target, oldValue } of records)
    if (target instanceof Element && (oldValue ?? '').toLowerCase() === 'password') wereOnce.add(target);
}

/** Whether it was a password field before, as one is whose characters were asked to be shown. */
export function wasPassword(element: Element): boolean {
  take(observer.takeRecords());
  return wereOnce.has(element);
}
