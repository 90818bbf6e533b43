import { domVersion } from './dom-version.ts';
import { shadowOf } from './flat-tree.ts';

const KINDS_AT_ONCE = 40;
const LOOKED_AT_ONCE = 3_000;
/** Elements other than custom ones that the standard lets have a shadow tree. */
const HOSTS = 'article,aside,blockquote,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span';
const EMPTY = HOSTS.split(',')
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
  noteUndrawn();
  const found = document.querySelectorAll<HTMLElement>(EMPTY);
  for (let index = 0; index < found.length && index < LOOKED_AT_ONCE; index++) {
    const element = found[index];
    if (!element || shadowOf(element)) continue;
    const kind = `${element.localName}.${element.className}`;
    if (!asked.has(kind) && element.offsetHeight > 0 && element.offsetWidth > 0) noteRootless(element, kind);
  }
}

const looked = new WeakSet<Element>();
let undrawn = 0;

/** Elements whose own children are not drawn though nothing hides them: something else stands in their place. */
function noteUndrawn(): void {
  const found = document.querySelectorAll(`:is(${HOSTS}):not(:empty)`);
  let left = LOOKED_AT_ONCE;
  for (let index = 0; index < found.length && left > 0; index++) {
    const element = found[index];
    if (!element || looked.has(element)) continue;
    looked.add(element);
    left--;
    if (!shadowOf(element) && isLeftOut(element)) noteRootless(element, `undrawn ${++undrawn}`);
  }
}

function isLeftOut(element: Element): boolean {
  const first = element.firstElementChild;
  // What is in no drawn tree has no style at all.
  if (first)
    return !first.checkVisibility() && getComputedStyle(first).display === '' && element.checkVisibility();
  if (!/\S/.test(element.textContent ?? '')) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length === 0 && element.checkVisibility();
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
