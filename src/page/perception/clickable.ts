import { flatParent } from './flat-tree.ts';
import { controlOf } from './labels.ts';
import { hasPointerListener } from './listeners.ts';
import { roleOf } from './role.ts';
import { WIDGETS } from './role-sets.ts';
import { CURSOR, mask } from './style-index.ts';

/**
 * Whether an element that is no control by its role can be clicked all the same: a listener of its own,
 * `onclick`, `tabindex`, or a pointer cursor that begins at it.
 */
export function isClickable(element: Element, bits = mask(element)): boolean {
  if (element.hasAttributes()) {
    if (element.hasAttribute('onclick') || element.hasAttribute('onmousedown')) return !isOuter(element);
    const tabindex = element.getAttribute('tabindex');
    if (tabindex !== null && Number(tabindex) >= 0 && !isScroller(element)) return !isOuter(element);
  }
  if (hasPointerListener(element)) return !isOuter(element);
  if (!(bits & CURSOR) || element.localName === 'label') return false;
  if (getComputedStyle(element).cursor !== 'pointer') return false;
  const parent = flatParent(element);
  return !(parent && getComputedStyle(parent).cursor === 'pointer') && !isOuter(element);
}

/** The document itself, and a label that only hands its click to a control. */
function isOuter(element: Element): boolean {
  const tag = element.localName;
  return tag === 'body' || tag === 'html' || (tag === 'label' && controlOf(element) !== null);
}

/** A region is made focusable to be scrolled or to take the focus, not to be clicked. */
function isScroller(element: Element): boolean {
  return /^(?:main|section|article|dialog|table|pre|iframe)$/.test(element.localName);
}

/** `<a>` without `href` is a link when something listens on it. */
export function isScriptedLink(element: Element): boolean {
  if (element.localName !== 'a' || element.hasAttribute('href') || element.hasAttribute('role')) return false;
  return element.hasAttribute('onclick') || hasPointerListener(element) || isClickable(element);
}

/** The role that is printed: what the element is, `link` for a scripted `<a>`, `clickable` for the rest that can be clicked. */
export function shownRole(element: Element): string {
  const role = roleOf(element);
  if (role === 'button' && element instanceof HTMLInputElement && element.type === 'file') return 'file';
  if (WIDGETS.has(role)) return role;
  if (isScriptedLink(element)) return 'link';
  if (isEditingHost(element)) return 'textbox';
  return role;
}

export function isEditingHost(element: Element): boolean {
  if (!element.hasAttributes() || !element.hasAttribute('contenteditable')) return false;
  return element.getAttribute('contenteditable') !== 'false' && !element.hasAttribute('role');
}
