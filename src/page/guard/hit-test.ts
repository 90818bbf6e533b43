import { drawnFor, isNativeControl, isUndrawn } from '#page/perception/drawn-for.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { controlOf, labelsOf } from '#page/perception/labels.ts';
import type { Point } from '#page/wire.ts';

const CONTROLS =
  'input:not([type=hidden]),select,textarea,button,a[href],summary,[contenteditable=true],[role=button],[role=link],[role=menuitem],[role=option],[role=tab],[onclick]';
const NO_WIDGET =
  'body,html,form,fieldset,table,tr,td,th,li,ul,dialog,main,nav,section,article,header,footer,label';

/** Where an element is pressed, and what of the page may receive the press. */
export interface Target {
  readonly element: Element;
  /** What is drawn for it: itself, or its stand-in. */
  readonly drawn: Element;
  readonly accepted: readonly Element[];
}

/** What stands for an element: a native control that is not drawn is pressed on what is drawn for it. */
export function targetOf(element: Element): Target {
  const isStoodFor = isNativeControl(element) && isUndrawn(element);
  const drawn = isStoodFor ? pressedFor(element, drawnFor(element) ?? element) : element;
  const accepted = new Set<Element>([element, drawn]);
  if (isNativeControl(element)) {
    for (const label of labelsOf(element)) accepted.add(label);
    const widget = widgetAround(element);
    if (widget !== null) accepted.add(widget);
  }
  const label = element.closest('label');
  const control = label === null ? null : controlOf(label);
  if (control !== null && label !== null && element.contains(control)) accepted.add(control);
  if (element instanceof HTMLLabelElement && element.control !== null) accepted.add(element.control);
  return { element, drawn, accepted: [...accepted] };
}

/** A file field is often drawn as a button in a wider part: the button is what opens it. */
function pressedFor(control: Element, drawn: Element): Element {
  if (!(control instanceof HTMLInputElement) || control.type !== 'file') return drawn;
  const buttons = drawn.querySelectorAll('button,[role=button],label');
  return buttons.length === 1 ? (buttons[0] ?? drawn) : drawn;
}

/** The part of a widget that holds this control and no other: what lies over the field there is its decoration. */
function widgetAround(element: Element): Element | null {
  let widget: Element | null = null;
  let at = flatParent(element);
  for (let step = 0; step < 3 && at !== null && !at.matches(NO_WIDGET); step += 1, at = flatParent(at)) {
    if (at.matches(CONTROLS) || controlsIn(at) > 1) break;
    widget = at;
  }
  return widget;
}

/** Controls in a part but those that are never drawn and only carry what a form sends. */
function controlsIn(part: Element): number {
  let count = 0;
  for (const control of part.querySelectorAll(CONTROLS))
    if (control.closest('[hidden],[aria-hidden=true]') === null) count += 1;
  return count;
}

/** The part of a target's box that lies in the viewport; nothing when none does. */
export function visibleBox(element: Element): DOMRect | null {
  let best: DOMRect | null = null;
  for (const rect of element.getClientRects()) {
    const left = Math.max(rect.left, 0);
    const top = Math.max(rect.top, 0);
    const right = Math.min(rect.right, innerWidth);
    const bottom = Math.min(rect.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) continue;
    const box = new DOMRect(left, top, right - left, bottom - top);
    if (best === null || box.width * box.height > best.width * best.height) best = box;
  }
  return best;
}

/** What a pointer would hit at a point, as seen from the tree an element is in. */
export function hitAt(root: Node, point: Point): Element | null {
  const tree = root instanceof ShadowRoot || root instanceof Document ? root : document;
  return tree.elementFromPoint(point.x, point.y);
}

/** Whether what was hit belongs to the target. */
export function belongs(hit: Element, target: Target): boolean {
  for (let at: Element | null = hit; at !== null; at = flatParent(at)) {
    if (target.accepted.includes(at)) return true;
  }
  const root = target.element.getRootNode();
  // Text that a page slots into a shadow tree is hit as its host.
  return root instanceof ShadowRoot && hit === root.host && target.element.querySelector('slot') !== null;
}

export interface HitResult {
  readonly point: Point;
  /** What lies over the target at every place that was tried. */
  readonly cover: Element | null;
}

/** Looks for a place where the target can be hit: its middle first, then places around it. */
export function findHit(target: Target, box: DOMRect): HitResult {
  const root = target.drawn.getRootNode();
  let cover: Element | null = null;
  for (const [x, y] of PLACES) {
    const point = { x: box.left + box.width * x, y: box.top + box.height * y };
    const hit = hitAt(root, point);
    if (hit !== null && belongs(hit, target)) return { point, cover: null };
    cover ??= hit ?? document.documentElement;
  }
  return { point: { x: box.left + box.width / 2, y: box.top + box.height / 2 }, cover };
}

const PLACES = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
] as const;
