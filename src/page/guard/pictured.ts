import { numberOf } from '#page/perception/element-table.ts';
import { shadowOf } from '#page/perception/flat-tree.ts';
import { settleArm } from '#page/settle/world-settle.ts';
import type { PageRefusal, PicturedAt, Point, Prepared, SettleMode } from '#page/wire.ts';
import { refusal } from './checks.ts';
import { kindOf } from './control-kind.ts';
import { armGuard, nameElement } from './guard-state.ts';
import { targetOf } from './hit-test.ts';
import { describeAsShown } from './same-meaning.ts';

/** What stood where while a picture was taken. */
interface Noted {
  readonly id: number;
  readonly scroll: Point;
  readonly width: number;
  readonly height: number;
  readonly boxes: ReadonlyMap<Element, DOMRect>;
  /** What a pointer hit at places of a grid over the viewport, row by row. */
  readonly grid: readonly (Element | null)[];
  readonly columns: number;
}

interface PointedRequest {
  readonly picture: number;
  readonly point: Point;
  readonly token: number;
  readonly settle: SettleMode;
}

const STEP = 8;
const MOST_ELEMENTS = 20_000;
/** Less than this is how text is drawn, not a move. */
const SAME_PIXELS = 1;

let noted: Noted | null = null;
let lastId = 0;

/** Notes what stands where, for a picture that is taken now. Returns the number to ask by, and the scroll position. */
export function notePicture(): { readonly picture: number; readonly scroll: Point } {
  lastId += 1;
  const columns = Math.ceil(innerWidth / STEP) + 1;
  const grid: (Element | null)[] = [];
  for (let y = 0; y < innerHeight + STEP; y += STEP)
    for (let column = 0; column < columns; column += 1) grid.push(hitAt({ x: column * STEP, y }));
  const scroll = { x: scrollX, y: scrollY };
  noted = {
    id: lastId,
    scroll,
    width: innerWidth,
    height: innerHeight,
    boxes: boxesIn(document),
    grid,
    columns,
  };
  return { picture: lastId, scroll };
}

/** Whether what was pictured at a point still stands there, and what it is. */
export function picturedAt(picture: number, point: Point): PicturedAt | PageRefusal {
  const found = elementAt(picture, point);
  if (!(found instanceof Element)) return found;
  const reply = { ok: true as const, element: numberOf(found), described: describeAsShown(found, undefined) };
  return isFrame(found) ? { ...reply, inner: pointWithin(found, point) } : reply;
}

/** What stood at a point when the picture was taken, wherever it is now. */
export function picturedThen(picture: number, point: Point): PicturedAt | PageRefusal {
  if (noted === null || noted.id !== picture) return changed('there is a newer picture, or another document');
  const { grid, columns } = noted;
  const then = grid[Math.round(point.y / STEP) * columns + Math.round(point.x / STEP)] ?? null;
  if (then === null || !then.isConnected) return changed('what stood there is gone');
  return { ok: true, element: numberOf(then), described: describeAsShown(then, undefined) };
}

function isFrame(element: Element): boolean {
  return element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
}

/** The point in the viewport of the frame that an element shows. */
function pointWithin(frame: Element, point: Point): Point {
  const box = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  return {
    x: point.x - box.left - frame.clientLeft - Number.parseFloat(paddingLeft),
    y: point.y - box.top - frame.clientTop - Number.parseFloat(paddingTop),
  };
}

/** The same look, with the guard armed for what stands there in the same task. */
export function preparePointed(request: PointedRequest): Prepared | PageRefusal {
  const found = elementAt(request.picture, request.point);
  if (!(found instanceof Element)) return found;
  if (isFrame(found)) return changed('a frame is there');
  settleArm(request.settle, found);
  armGuard(request.token, 'pointer', found, targetOf(found).accepted);
  return {
    ok: true,
    kind: kindOf(found),
    described: describeAsShown(found, undefined),
    point: request.point,
  };
}

function elementAt(picture: number, point: Point): Element | PageRefusal {
  if (noted === null || noted.id !== picture) return changed('there is a newer picture, or another document');
  if (scrollX !== noted.scroll.x || scrollY !== noted.scroll.y) return changed('the page was scrolled since');
  if (innerWidth !== noted.width || innerHeight !== noted.height)
    return changed('the page has another size now');
  if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight)
    return changed('the point is not in the visible part');
  const hit = hitAt(point);
  if (hit === null) return changed('nothing is there');
  const moved = whatMovedAt(noted, point, hit);
  return moved === null ? hit : changed(`${nameElement(moved)} is not as it was in the picture`);
}

function changed(why: string): PageRefusal {
  return refusal('outside', { why });
}

/** What is at a point now or was then, and is not both; or what has changed around it. */
function whatMovedAt({ boxes, grid, columns }: Noted, point: Point, hit: Element): Element | null {
  const before = boxes.get(hit);
  if (before === undefined || !isSameBox(before, hit.getBoundingClientRect())) return hit;
  for (const [element, box] of boxes)
    if (contains(box, point) && !isSameBox(box, element.getBoundingClientRect())) return element;
  const column = Math.floor(point.x / STEP);
  const row = Math.floor(point.y / STEP);
  for (const [x, y] of [
    [column, row],
    [column + 1, row],
    [column, row + 1],
    [column + 1, row + 1],
  ] as const) {
    const then = grid[y * columns + x] ?? null;
    const now = hitAt({ x: x * STEP, y: y * STEP });
    if (then !== now) return now ?? then;
  }
  return null;
}

function isSameBox(one: DOMRect, other: DOMRect): boolean {
  return (
    Math.abs(one.left - other.left) < SAME_PIXELS &&
    Math.abs(one.top - other.top) < SAME_PIXELS &&
    Math.abs(one.width - other.width) < SAME_PIXELS &&
    Math.abs(one.height - other.height) < SAME_PIXELS
  );
}

function contains(box: DOMRect, { x, y }: Point): boolean {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

/** The innermost element that a pointer hits, through shadow trees. */
function hitAt({ x, y }: Point): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner = hit === null ? null : (shadowOf(hit)?.elementFromPoint(x, y) ?? null);
    if (inner === null || inner === hit) return hit;
    hit = inner;
  }
}

/** Boxes of what lies in the viewport, through shadow trees. */
function boxesIn(root: Document | ShadowRoot, boxes = new Map<Element, DOMRect>()): Map<Element, DOMRect> {
  for (const element of root.querySelectorAll('*')) {
    if (boxes.size >= MOST_ELEMENTS) break;
    const box = element.getBoundingClientRect();
    const isInView = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    if (isInView && box.width > 0 && box.height > 0) boxes.set(element, box);
    const shadow = shadowOf(element);
    if (shadow) boxesIn(shadow, boxes);
  }
  return boxes;
}
