import { shadowOf } from './flat-tree.ts';

let listening = new WeakSet<Element>();

/** Whether the host found a pointer listener on this very element. */
export function hasPointerListener(element: Element): boolean {
  return listening.has(element);
}

/** Elements of the document in preorder: an open shadow tree before the children of its host. */
export function preorder(): Element[] {
  const found: Element[] = [];
  const add = (element: Element) => {
    found.push(element);
    if (element.shadowRoot) for (const child of element.shadowRoot.children) add(child);
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) add(child);
  };
  if (document.documentElement) add(document.documentElement);
  return found;
}

/**
 * Takes the places, in preorder, of all elements that have a pointer listener of their own.
 *
 * @returns whether one of them was not known before.
 */
export function setListeners(places: readonly number[]): boolean {
  const all = preorder();
  const next = new WeakSet<Element>();
  let isNews = false;
  for (const place of places) {
    const element = all[place];
    if (!element || element === document.body || element === document.documentElement) continue;
    if (isMountRoot(element)) continue;
    next.add(element);
    if (!listening.has(element)) isNews = true;
  }
  listening = next;
  return isNews;
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
