import { foldSpace } from './visible-text.ts';

/** Elements that `aria-labelledby` names, in its own tree. */
export function labelledBy(element: Element): Element[] {
  const ids = element.getAttribute('aria-labelledby');
  if (!ids) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const found: Element[] = [];
  for (const id of ids.split(/\s+/)) {
    const target = id && root.getElementById ? root.getElementById(id) : null;
    if (target) found.push(target);
  }
  return found;
}

/** Whether the author named it by an attribute: `aria-labelledby`, `aria-label` or `title`. */
export function hasAuthorName(element: Element): boolean {
  if (foldSpace(element.getAttribute('aria-label') ?? '')) return true;
  if (labelledBy(element).length > 0) return true;
  return foldSpace(element.getAttribute('title') ?? '') !== '';
}
