import { flatParent } from './flat-tree.ts';
import { DISPLAY, mask } from './style-index.ts';

const INLINE = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark nobr output q rp rt ruby s samp slot small span strike strong sub sup svg time tt u var wbr'.split(
    ' ',
  ),
);

/** Whether text on both sides of this element runs on through it. */
export function isInline(element: Element, bits = mask(element)): boolean {
  if (isLaidOutApart(element)) return false;
  if (bits & DISPLAY) {
    const { display } = getComputedStyle(element);
    return display === 'inline' || display === 'contents' || display.startsWith('ruby');
  }
  const tag = element.localName;
  return INLINE.has(tag) || tag.includes('-') || element.namespaceURI !== 'http://www.w3.org/1999/xhtml';
}

let parents = new WeakMap<Element, boolean>();
let lastParent: Element | null = null;
let isLastApart = false;

export function resetInline(): void {
  parents = new WeakMap();
  lastParent = null;
}

/** Whether the element is a box of its own whatever its tag says: a child of a flex box or a grid. */
export function isLaidOutApart(element: Element): boolean {
  const parent = flatParent(element);
  if (!parent) return false;
  if (parent !== lastParent) {
    isLastApart = isFlexOrGrid(parent);
    lastParent = parent;
  }
  return isLastApart;
}

function isFlexOrGrid(parent: Element): boolean {
  if (!(mask(parent) & DISPLAY)) return false;
  let answer = parents.get(parent);
  if (answer === undefined) {
    answer = /flex|grid/.test(getComputedStyle(parent).display);
    parents.set(parent, answer);
  }
  return answer;
}
