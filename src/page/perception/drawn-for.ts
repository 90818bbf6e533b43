import { flatParent } from './flat-tree.ts';
import { hidingOf } from './hidden.ts';
import { labelsOf } from './labels.ts';
import { HIDE, mask } from './style-index.ts';

const NATIVE = 'input:not([type=hidden]),select,textarea';
const NO_STAND_IN = new Set(['form', 'fieldset', 'td', 'th', 'li', 'tr', 'body', 'html']);

/** Whether the element is a native control that a widget may draw in another way. */
export function isNativeControl(element: Element): boolean {
  const tag = element.localName;
  return tag === 'input'
    ? (element as HTMLInputElement).type !== 'hidden'
    : tag === 'select' || tag === 'textarea';
}

function isDrawn(element: Element): boolean {
  if (!(element instanceof HTMLElement) || element.offsetWidth <= 1 || element.offsetHeight <= 1)
    return false;
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  return !(mask(element) & HIDE) || isSeen(element);
}

function isSeen(element: Element): boolean {
  const hiding = hidingOf(element);
  return hiding === '' || hiding === 'tiny';
}

/**
 * What is drawn for a native control that itself is hidden, transparent or clipped: the part of the same
 * widget around it, else its visible label, for a file input else its parent. `null` when nothing is.
 */
export function drawnFor(control: Element): Element | null {
  if (control.closest('[aria-hidden=true]')) return null;
  const part = partAround(control);
  if (part) return hasOtherControl(part, control) ? null : (labelAlone(part, control) ?? part);
  for (const label of labelsOf(control)) if (isDrawn(label)) return label;
  if (control instanceof HTMLInputElement && control.type === 'file') {
    const parent = flatParent(control);
    return parent && isDrawn(parent) ? parent : null;
  }
  return null;
}

/** The nearest drawn box around a control with no other native control in it; `null` when there is none near. */
export function partAround(control: Element): Element | null {
  let at = flatParent(control);
  for (let step = 0; step < 4 && at; step++, at = flatParent(at)) {
    if (
      NO_STAND_IN.has(at.localName) ||
      /^(?:row|group|radiogroup|listitem|cell)$/.test(at.getAttribute('role') ?? '')
    )
      return null;
    if (controlsIn(at) > 1) return null;
    if (isDrawn(at)) return at;
  }
  return null;
}

/** The control's label when nothing else is drawn in the part: the part may be wider than what can be pressed. */
function labelAlone(part: Element, control: Element): Element | null {
  const label = labelsOf(control).find((one) => one !== part && part.contains(one) && isDrawn(one));
  if (!label) return null;
  for (const child of part.children)
    if (!child.contains(label) && !child.contains(control) && isDrawn(child)) return null;
  return label;
}

/** A control of its own is drawn beside it (the thumb of a slider): that one is the widget. */
function hasOtherControl(part: Element, control: Element): boolean {
  for (const other of part.querySelectorAll(
    '[role=slider],[role=spinbutton],[role=switch],[role=checkbox],[role=radio]',
  ))
    if (other !== control && !other.closest('[aria-hidden=true]')) return true;
  return false;
}

function controlsIn(part: Element): number {
  let count = 0;
  for (const control of part.querySelectorAll(NATIVE)) if (!control.closest('[aria-hidden=true]')) count++;
  return count;
}

/** Whether a native control is there but not drawn, so that something else stands for it. */
export function isUndrawn(control: Element): boolean {
  if (control instanceof HTMLElement && (control.offsetWidth <= 1 || control.offsetHeight <= 1)) return true;
  return !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || !isSeen(control);
}

const WIDGET_TEXT = 80;

/** The widget whose one control this is, as far out as it stays one box of about the same height. */
export function widgetAround(part: Element): Element {
  let widget = part;
  for (let step = 0; step < 3; step++) {
    const next = flatParent(widget);
    if (!(next instanceof HTMLElement) || NO_STAND_IN.has(next.localName) || controlsIn(next) > 1) break;
    if (next.querySelector('label') || (next.textContent ?? '').trim().length > WIDGET_TEXT) break;
    if (part instanceof HTMLElement && next.offsetHeight > part.offsetHeight * 1.6 + 8) break;
    widget = next;
  }
  return widget;
}
