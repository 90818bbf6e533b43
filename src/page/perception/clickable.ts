import { isNativeControl, isUndrawn } from './drawn-for.ts';
import { flatParent } from './flat-tree.ts';
import { isHiddenItself } from './hidden.ts';
import { controlOf } from './labels.ts';
import { hasPointerListener } from './listeners.ts';
import { roleOf } from './role.ts';
import { WIDGETS } from './role-sets.ts';
import { CURSOR, mask } from './style-index.ts';
import { visibleLine } from './visible-text.ts';

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
  if (hasPointerListener(element)) return !isOuter(element) && !isPartOfControl(element);
  if (!(bits & CURSOR) || element.localName === 'label') return false;
  if (getComputedStyle(element).cursor !== 'pointer') return false;
  const parent = flatParent(element);
  return (
    !(parent && getComputedStyle(parent).cursor === 'pointer') &&
    !isOuter(element) &&
    !isPartOfControl(element)
  );
}

const FIELDS =
  'input:not([type=hidden]),select,textarea,[contenteditable]:not([contenteditable=false]),[role=checkbox],[role=combobox],[role=radio],[role=searchbox],[role=slider],[role=spinbutton],[role=switch],[role=textbox]';
const CONTROLS = `${FIELDS},button,a[href],summary,[role=button],[role=link],[role=menuitem],[role=option],[role=tab],[role=treeitem]`;
/** A box of such alone is as little of a control as a box of one. */
const CHOICES = 'input[type=radio],[role=radio]';
const WIDGET_TEXT = 80;

/**
 * Whether a box is only the outer part of the one control in it, so that pressing it is pressing that control:
 * a field with what decorates it, or a control whose text is all there is.
 */
function isPartOfControl(box: Element): boolean {
  if (!box.firstElementChild) return false;
  let field: Element | undefined;
  let control: Element | undefined;
  // One that is not drawn only holds the value of one that is.
  const undrawn: Element[] = [];
  for (const found of box.querySelectorAll(CONTROLS)) {
    if (field?.contains(found) || found.closest('[aria-hidden=true],[hidden]')) continue;
    if (found.matches(FIELDS)) {
      if (isNativeControl(found) && !found.matches(CHOICES) && isUndrawn(found)) {
        undrawn.push(found);
        continue;
      }
      if (field && !(field.matches(CHOICES) && found.matches(CHOICES))) return false;
      field ??= found;
    } else if (control?.contains(found)) continue;
    else if (control && !field && undrawn.length === 0) return false;
    else control = found;
  }
  if (undrawn.length > 1) return false;
  field ??= undrawn[0];
  if (field) {
    const text = visibleLine(textOutside(box, CONTROLS));
    if (text === '') return true;
    return (isFileInput(field) || roleOf(field) === 'combobox') && text.length <= WIDGET_TEXT;
  }
  return (
    control !== undefined && visibleLine(textOutside(box, '')) === visibleLine(control.textContent ?? '')
  );
}

/** Text of a box without that of labels, of what is hidden, and of parts that `selector` finds. */
function textOutside(box: Element, selector: string): string {
  let text = '';
  for (const child of box.childNodes) {
    if (child instanceof Text) text += child.data;
    if (!(child instanceof Element) || isHiddenItself(child) || child.localName === 'label') continue;
    if (selector && child.matches(selector)) continue;
    text += ` ${textOutside(child, selector)} `;
  }
  return text;
}

function isFileInput(element: Element): boolean {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** The document itself, and a label that only hands its click to a control. */
function isOuter(element: Element): boolean {
  const tag = element.localName;
  return tag === 'body' || tag === 'html' || (tag === 'label' && controlOf(element) !== null);
}

/** Widgets of several parts take the focus for the keys that move among these. */
const MANAGES_FOCUS = /^(?:grid|menu|menubar|radiogroup|tablist|toolbar|tree|treegrid)$/;

/** A region is made focusable to be scrolled or to take the focus, not to be clicked. */
function isScroller(element: Element): boolean {
  return (
    /^(?:main|section|article|dialog|table|pre|iframe)$/.test(element.localName) ||
    MANAGES_FOCUS.test(element.getAttribute('role') ?? '')
  );
}

/** `<a>` without `href` is a link when something listens on it. */
export function isScriptedLink(element: Element): boolean {
  if (element.localName !== 'a' || element.hasAttribute('href') || element.hasAttribute('role')) return false;
  return element.hasAttribute('onclick') || hasPointerListener(element) || isClickable(element);
}

/** The role that is printed: what the element is, `link` for a scripted `<a>`, `clickable` for the rest that can be clicked. */
export function shownRole(element: Element): string {
  const role = roleOf(element);
  if (role === 'button' && isFileInput(element)) return 'file';
  if (role === 'combobox' && hasFieldOfItsKind(element)) return '';
  if (WIDGETS.has(role)) return role;
  if (isScriptedLink(element)) return 'link';
  if (isEditingHost(element)) return 'textbox';
  return role;
}

/** A box around a field that is a combobox itself: the field is the control. */
function hasFieldOfItsKind(box: Element): boolean {
  return box.localName !== 'input' && box.querySelector('input[role=combobox]') !== null;
}

export function isEditingHost(element: Element): boolean {
  if (!element.hasAttributes() || !element.hasAttribute('contenteditable')) return false;
  return element.getAttribute('contenteditable') !== 'false' && !element.hasAttribute('role');
}
