import { elementOf } from '#page/perception/element-table.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { isDisabled } from '#page/perception/states.ts';
import { settleArm } from '#page/settle/world-settle.ts';
import type { DragProgress, DragRequest, DropRequest, PageRefusal, Point } from '#page/wire.ts';
import { checkDrawn, refusal } from './checks.ts';
import { describeCover } from './cover.ts';
import { armDrop } from './guard-state.ts';
import { targetOf, visibleBox } from './hit-test.ts';
import { describeAsShown, isSameMeaning } from './same-meaning.ts';

/** One drag: what was taken up here, if anything, and where it may be put down. */
interface Drag {
  readonly token: number;
  readonly from: Element | null;
  /** What moves along when `from` is dragged: the item of a list that it is the handle of. */
  readonly item: Element | null;
  readonly to: Element | null;
  /** What the page has put into the document since: the picture that follows the pointer is among it. */
  readonly added: Set<Element>;
  readonly stop: () => void;
  hasStarted: boolean;
  isPrevented: boolean;
}

let drag: Drag | null = null;

/** Where something dragged is put down on an element; scrolls there. */
export function dropPoint(request: DropRequest): PageRefusal | { readonly ok: true; readonly point: Point } {
  const element = elementOf(request.element);
  if (element === undefined) return refusal('detached_ref');
  const described = describeAsShown(element, request.shown);
  if (request.shown !== undefined && !isSameMeaning(request.shown, described))
    return refusal('changed_ref', { was: request.shown, is: described });
  const target = targetOf(element);
  const hidden = checkDrawn(target);
  if (hidden !== null) return hidden;
  if (isDisabled(element)) return refusal('disabled');
  const box = boxInView(target.drawn);
  if (box === null) return refusal('hidden', { why: 'it cannot be scrolled into view' });
  const place = placeInList(element, find(request.from));
  if (place !== null && whatIsWrongAt(place, element) === null) return { ok: true, point: place };
  const point = middleOf(box);
  const wrong = whatIsWrongAt(point, element);
  if (wrong === null) return { ok: true, point };
  return refusal('covered', describeCover(wrong, target.drawn));
}

function middleOf(box: DOMRect): Point {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Items of one list change places when the middle of the item is passed, and not of the handle in it. */
function placeInList(to: Element, from: Element | null): Point | null {
  if (from === null) return null;
  const item = itemAround(to, from);
  const isOfOneList = flatParent(item) === flatParent(itemAround(from, to));
  const box = item === to || !isOfOneList ? null : visibleBox(item);
  return box === null ? null : middleOf(box);
}

/** Expects a drag here: of `from`, to `to`, or one end of it where the other is in another document. */
export function armDrag({ token, from, to, settle }: DragRequest): void {
  if (settle !== undefined && from === undefined) settleArm(settle);
  beginDrag(token, find(from), find(to));
}

/** Whether what is dragged may be put down at a point; what is wrong with it otherwise. */
export function dropCheck(point: Point, number: number): PageRefusal | { readonly ok: true } {
  const to = elementOf(number);
  if (to === undefined) return refusal('detached_ref');
  const wrong = whatIsWrongAt(point, to);
  return wrong === null ? { ok: true } : refusal('covered', describeCover(wrong, to));
}

/** How far the drag came: whether the page began one of its own, and whether it stopped the browser from it. */
export function dragProgress(token: number): DragProgress {
  const mine = drag?.token === token ? drag : null;
  return { hasStarted: mine?.hasStarted ?? false, isPrevented: mine?.isPrevented ?? false };
}

export function endDrag(token: number): void {
  if (drag?.token !== token) return;
  drag.stop();
  drag = null;
}

function find(number: number | undefined): Element | null {
  return number === undefined ? null : (elementOf(number) ?? null);
}

function beginDrag(token: number, from: Element | null, to: Element | null): void {
  drag?.stop();
  const added = new Set<Element>();
  const observer = new MutationObserver((records) => {
    for (const record of records)
      for (const node of record.addedNodes) if (node instanceof Element) added.add(node);
  });
  observer.observe(document, { childList: true, subtree: true });
  const mine: Drag = {
    token,
    from,
    item: from === null ? null : itemAround(from, to),
    to,
    added,
    hasStarted: false,
    isPrevented: false,
    stop: () => {
      observer.disconnect();
      window.removeEventListener('dragstart', onStart);
    },
  };
  const onStart = (event: Event) => {
    mine.hasStarted = true;
    mine.isPrevented = event.defaultPrevented;
  };
  // On the window and in the bubbling phase: what the page made of it is known there.
  window.addEventListener('dragstart', onStart);
  drag = mine;
  armDrop(token, {
    accepts: (event) => isDropExpected(event, mine),
    starts: (event) => isOwnStart(event, mine),
  });
}

/** The browser drags the nearest draggable thing around what was pressed. */
function isOwnStart(event: Event, { from }: Drag): boolean {
  const dragged = event.composedPath()[0];
  return from !== null && dragged instanceof Node && (dragged.contains(from) || from.contains(dragged));
}

function isDropExpected(event: Event, mine: Drag): boolean {
  if (!(event instanceof MouseEvent)) return false;
  if (mine.to === null) return event.composedPath().some((at) => at === mine.from);
  // Press and release in two places make a click on what holds both.
  if (event.type === 'click') {
    const [hit] = event.composedPath();
    return (
      hit instanceof Element && (hit.contains(mine.to) || mine.to.contains(hit) || isOfDragged(hit, mine))
    );
  }
  return whatIsWrongAt({ x: event.clientX, y: event.clientY }, mine.to) === null;
}

/**
 * What at a point is neither the place to put something down, nor what is being dragged, nor what holds the
 * place: a sorted list makes room by moving its items away from under the pointer.
 */
function whatIsWrongAt(point: Point, to: Element): Element | null {
  const root = to.getRootNode();
  const tree = root instanceof ShadowRoot ? root : document;
  for (const hit of tree.elementsFromPoint(point.x, point.y)) {
    if (isInside(hit, to)) return null;
    if (drag !== null && isOfDragged(hit, drag)) continue;
    return isInside(to, hit) && (!isPage(hit) || hit === flatParent(to)) ? null : hit;
  }
  return null;
}

function isPage(element: Element): boolean {
  return element === document.body || element === document.documentElement;
}

const ITEM =
  '[draggable=true],li,tr,article,[role=listitem],[role=row],[role=option],[role=treeitem],[role=gridcell],[role=article]';

function itemAround(from: Element, to: Element | null): Element {
  const item = from.closest(ITEM);
  return item === null || (to !== null && isInside(to, item)) ? from : item;
}

function isOfDragged(hit: Element, { from, item, added }: Drag): boolean {
  if (from === null || item === null) return false;
  if (isInside(hit, item)) return true;
  const words = from.textContent?.trim() ?? '';
  for (let at: Element | null = hit; at !== null; at = flatParent(at))
    if (added.has(at)) return at.textContent?.includes(words) === true;
  return false;
}

function isInside(inner: Element, outer: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
}

function boxInView(element: Element): DOMRect | null {
  const box = visibleBox(element);
  const whole = element.getBoundingClientRect();
  if (box !== null && box.width * box.height >= (whole.width * whole.height) / 4) return box;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return visibleBox(element);
}
