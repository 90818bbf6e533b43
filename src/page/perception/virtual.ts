/** Fewer items than this are not worth a word. */
const LEAST_MISSING = 5;

export interface Virtual {
  /** Items that are in the document. */
  readonly present: number;
  /** Items there are in all, as far as can be told. */
  readonly total: number;
}

/**
 * Whether a list keeps only the items in view in the document, and how many there are in all: by
 * `aria-rowcount` or `aria-setsize`, or by a box that is made as high as all items together would be.
 */
export function virtualOf(parent: Element): Virtual | null {
  if (!parent.hasAttributes()) return null;
  return declared(parent) ?? bySpacer(parent);
}

function declared(parent: Element): Virtual | null {
  const rows = parent.hasAttribute('aria-rowcount') ? Number(parent.getAttribute('aria-rowcount')) : 0;
  if (rows > 0) return worthTelling(parent.querySelectorAll('tr,[role=row]').length, rows);
  const item = parent.firstElementChild;
  if (!item?.hasAttribute('aria-setsize')) return null;
  const size = Number(item.getAttribute('aria-setsize'));
  return size > 0 && !parent.matches('[role=radiogroup]')
    ? worthTelling(parent.childElementCount, size)
    : null;
}

function bySpacer(parent: Element): Virtual | null {
  if (!parent.hasAttribute('style') || !(parent instanceof HTMLElement)) return null;
  const height = Number.parseFloat(parent.style.height || parent.style.minHeight);
  if (!(height > 0)) return null;
  const only = parent.firstElementChild;
  const holder = parent.childElementCount === 1 && only && only.childElementCount > 1 ? only : parent;
  const [first, last] = [holder.firstElementChild, holder.lastElementChild];
  if (!(first instanceof HTMLElement) || !last || holder.childElementCount < 3) return null;
  if (first.localName !== last.localName || first.offsetHeight === 0) return null;
  if (height <= clippedHeight(parent) * 1.5) return null;
  return worthTelling(holder.childElementCount, Math.round(height / first.offsetHeight));
}

/** Height of the part of it that shows: a box of its own height that nothing clips is not virtual. */
function clippedHeight(element: Element): number {
  let around = element.parentElement;
  for (let step = 0; around && step < 3; step += 1, around = around.parentElement) {
    if (around.scrollHeight > around.clientHeight + 1 && around.clientHeight > 0) return around.clientHeight;
  }
  return Number.POSITIVE_INFINITY;
}

function worthTelling(present: number, total: number): Virtual | null {
  return total - present >= LEAST_MISSING ? { present, total } : null;
}
