import { domVersion } from './dom-version.ts';
import { shadowOf } from './flat-tree.ts';

const KINDS_AT_ONCE = 40;
const EMPTIES_LOOKED_AT = 3_000;
/** Elements without a word of their own that the standard lets have a shadow tree. */
const EMPTY = 'article,aside,blockquote,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'
  .split(',')
  .map((tag) => `${tag}:empty`)
  .join();

const asked = new Set<string>();
const open = new Map<string, WeakRef<Element>>();
let lookedAt = -1;

/**
 * Notes an element that may have a closed shadow tree, which page code cannot see. One of each kind is asked
 * about: a kind keeps its roots open, closed or absent throughout.
 */
export function noteRootless(element: Element, kind = customKind(element)): void {
  if (!asked.has(kind) && !open.has(kind)) open.set(kind, new WeakRef(element));
}

/** An element that is not defined yet is of another kind: its class may give it a root. */
function customKind(element: Element): string {
  return element.matches(':defined') ? element.localName : `${element.localName}?`;
}

/** Elements without text that have a size all the same. */
function noteEmpties(): void {
  const version = domVersion();
  if (version === lookedAt) return;
  lookedAt = version;
  const found = document.querySelectorAll<HTMLElement>(EMPTY);
  for (let index = 0; index < found.length && index < EMPTIES_LOOKED_AT; index++) {
    const element = found[index];
    if (!element || shadowOf(element)) continue;
    const kind = `${element.localName}.${element.className}`;
    if (!asked.has(kind) && element.offsetHeight > 0 && element.offsetWidth > 0) noteRootless(element, kind);
  }
}

/** How many kinds of elements the host has not looked at. */
export function countRootless(): number {
  noteEmpties();
  return open.size;
}

/** One element of each kind that was not asked about before, in the drawn document still. */
export function takeRootless(): Element[] {
  const taken: Element[] = [];
  for (const [kind, reference] of open) {
    if (taken.length === KINDS_AT_ONCE) break;
    open.delete(kind);
    const element = reference.deref();
    if (!element?.isConnected) continue;
    asked.add(kind);
    taken.push(element);
  }
  return taken;
}
