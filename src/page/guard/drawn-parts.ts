import { shownName } from '#page/perception/describe.ts';
import { flatParent, shadowOf } from '#page/perception/flat-tree.ts';
import { roleOf } from '#page/perception/role.ts';
import { visibleLine } from '#page/perception/visible-text.ts';

/** Every element of a tree and of the shadow trees in it, in document order. */
export function* everyElement(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    const shadow = shadowOf(element);
    if (shadow !== null) yield* everyElement(shadow);
  }
}

/** Whether an element is drawn with a size, and nothing around it clips it to nothing. */
export function isDrawn(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const box = element.getBoundingClientRect();
  if (box.width < 1 || box.height < 1) return false;
  for (let at = flatParent(element); at !== null && at !== document.body; at = flatParent(at)) {
    if (!(at instanceof HTMLElement) || (at.clientWidth > 0 && at.clientHeight > 0)) continue;
    const { display, overflow } = getComputedStyle(at);
    if (display !== 'contents' && display !== 'inline' && overflow !== 'visible') return false;
  }
  return true;
}

/** All that is drawn in the document now. */
export function drawnNow(): Set<Element> {
  const drawn = new Set<Element>();
  for (const element of everyElement(document.body ?? document)) if (isDrawn(element)) drawn.add(element);
  return drawn;
}

/** The topmost elements that are drawn now and were not before, with any text in them. */
export function newlyDrawn(before: ReadonlySet<Element>): readonly Element[] {
  const tops: Element[] = [];
  const fresh = new Set<Element>();
  for (const element of everyElement(document.body ?? document)) {
    if (before.has(element) || !isDrawn(element)) continue;
    const parent = flatParent(element);
    fresh.add(element);
    if (parent !== null && fresh.has(parent)) continue;
    tops.push(element);
  }
  return tops.filter((top) => (top.textContent ?? '').trim() !== '' || top.querySelector('input') !== null);
}

/** The text of an element as it is drawn, on one line; its name where it draws none. */
export function labelOf(element: Element): string {
  const drawn = element instanceof HTMLElement ? visibleLine(element.innerText) : '';
  return drawn === '' ? shownName(element, roleOf(element)) : drawn;
}

/** As texts are compared: without regard to case and white space. */
export function folded(text: string): string {
  return text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase();
}
