import { isClickable, shownRole } from './clickable.ts';
import { isBare } from './describe.ts';
import type { Entry } from './entry.ts';
import { shadowOf } from './flat-tree.ts';
import { isInline } from './inline.ts';
import { isAlike } from './item-key.ts';
import { mayHideSome } from './style-index.ts';
import { untilChanged } from './until-changed.ts';

/** Heads of a run that are always walked. */
export const HEADS = 3;
/** Alike siblings from which on they are a run. */
export const SHORTEST_RUN = HEADS + 4;
/** From here on siblings are counted natively, without touching each. */
const COUNTED_NATIVELY = 60;

/** Alike siblings of which only some are walked. */
export interface Run {
  /** All of them, or `null` when they are reached by `next` one after another. */
  readonly elements: readonly Element[] | null;
  next: Element | null;
  readonly total: number;
  walked: number;
  /** Where its entries go, before `cut`. */
  sink: Entry[];
  readonly cut: Entry;
  readonly context: number;
  readonly level: number;
  /** Its items hold fields of a form and have no role of their own. */
  isFields: boolean;
  readonly isProse: boolean;
  isFull: boolean;
}

/** The first child, when all children are of its kind and none is hidden or styled by itself. */
const firstOfRun = untilChanged((parent: Element): Element | null => {
  const first = parent.firstElementChild;
  if (!first) return null;
  for (let item: Element | null = first; item; item = item.nextElementSibling) {
    if (item !== first && !isAlike(first, item)) return null;
    if (!item.hasAttributes()) continue;
    if (item.hasAttribute('hidden') || item.hasAttribute('style') || item.hasAttribute('aria-hidden'))
      return null;
  }
  return first;
});

/** A parent all of whose children are alike, looked through once while nothing changes; `null` when that cannot be said. */
export function wholeRun(parent: Element, total: number): Pick<Run, 'elements' | 'next' | 'total'> | null {
  if (total < COUNTED_NATIVELY) return null;
  const first = firstOfRun(parent);
  if (!first || !isRunItem(first)) return null;
  if (mayHideSome(first.localName, first.getAttribute('class') ?? '')) return null;
  return { elements: null, next: first, total };
}

/**
 * The run of alike siblings that begins at `from`.
 *
 * @returns `end`, the index of its last child; `elements` when it is long enough to be a run.
 */
export function findRun(
  children: ArrayLike<Node>,
  from: number,
): { readonly end: number; readonly elements: readonly Element[] | null } {
  const first = children[from];
  if (!(first instanceof Element) || children.length - from < SHORTEST_RUN)
    return { end: from, elements: null };
  const elements = [first];
  let end = from;
  for (let index = from + 1; index < children.length; index++) {
    const child = children[index];
    if (child instanceof Text) {
      if (/[^\s]/.test(child.data)) break;
      continue;
    }
    if (!(child instanceof Element)) continue;
    if (!isAlike(first, child)) break;
    end = index;
    elements.push(child);
  }
  if (elements.length < SHORTEST_RUN || !isRunItem(first)) return { end, elements: null };
  return { end, elements: elements.filter((element) => !isPlainlyHidden(element)) };
}

function isPlainlyHidden(element: Element): boolean {
  if (!element.hasAttributes()) return false;
  if (element.hasAttribute('aria-hidden') && element.getAttribute('aria-hidden') === 'true') return true;
  if (
    !mayHideSome(element.localName, element.getAttribute('class') ?? '') &&
    !element.hasAttribute('hidden') &&
    !element.hasAttribute('style')
  )
    return false;
  return !shadowOf(element) && !element.checkVisibility() && getComputedStyle(element).display !== 'contents';
}

/** Finds each run's list again: what holds a run may have been left out as a wrapper since. */
export function rehome(entries: Entry[], runs: readonly Run[]): void {
  const byCut = new Map(runs.map((run) => [run.cut, run]));
  const look = (list: Entry[]) => {
    for (const entry of list) {
      const run = entry.kind === 'cut' ? byCut.get(entry) : undefined;
      if (run) run.sink = list;
      look(entry.children);
    }
  };
  look(entries);
}

/** Pieces of running text are no items. */
function isRunItem(element: Element): boolean {
  if (!isInline(element) || element.localName.includes('-')) return element.localName !== 'hr';
  return !isBare(shownRole(element)) || isClickable(element);
}
