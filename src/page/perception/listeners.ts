import { shadowOf } from './flat-tree.ts';

let listening = new WeakSet<Element>();

/** Whether the host found a pointer listener on this very element. */
export function hasPointerListener(element: Element): boolean {
  return listening.has(element);
}

/** Elements of the document in preorder: a shadow tree that is known before the children of its host. */
export function preorder(): Element[] {
  const found: Element[] = [];
  const add = (element: Element) => {
    found.push(element);
    const shadow = shadowOf(element);
    if (shadow) for (const child of shadow.children) add(child);
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) add(child);
  };
  if (document.documentElement) add(document.documentElement);
  return found;
}

/**
 * Takes the places, in preorder, of all elements that have a pointer listener of their own.
 *
 * @param total - elements the host counted.
 * @returns whether one of them was not known before; `null` when the document has moved on since it was counted.
 */
export function setListeners(places: readonly number[], total: number): boolean | null {
  const all = preorder();
  if (all.length !== total) return null;
  const next = new WeakSet<Element>();
  let isNews = false;
  for (const place of places) {
    const element = all[place];
    if (!element || saysNothing(element)) continue;
    next.add(element);
    if (!listening.has(element)) isNews = true;
  }
  listening = next;
  return isNews;
}

/** Takes elements of which a listener was found since. Returns whether one of them was not known. */
export function addListeners(...found: readonly Element[]): boolean {
  let isNews = false;
  for (const element of found) {
    if (saysNothing(element)) continue;
    if (!listening.has(element)) isNews = true;
    listening.add(element);
  }
  return isNews;
}

/** Takes elements that have no listener any more. */
export function dropListeners(...gone: readonly Element[]): boolean {
  let isNews = false;
  for (const element of gone) if (listening.delete(element)) isNews = true;
  return isNews;
}

function saysNothing(element: Element): boolean {
  return element === document.body || element === document.documentElement || isMountRoot(element);
}

/** A framework listens on the element it renders into for everything below: that says nothing of the element. */
function isMountRoot(element: Element): boolean {
  return (
    element.parentElement === document.body &&
    element.childElementCount > 0 &&
    !shadowOf(element) &&
    isLarge(element)
  );
}

function isLarge(element: Element): boolean {
  return element.querySelector('main,nav,header,footer,form,table,h1,h2,button,input,a') !== null;
}
