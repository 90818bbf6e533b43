import { beginDrag, dragTo, interceptDrags, releaseDrag, sendDragEvent } from '#browser/drag-input.ts';
import { sendKeys } from '#browser/input.ts';
import { findKey } from '#browser/key-table.ts';
import type { DragData } from '#browser/page-event.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import type { DragProgress, PageRefusal, Point } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { placeOf, shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { pointInPage } from './frame-point.ts';
import { InputRun } from './input-run.ts';
import type { Outcome } from './outcome.ts';
import { pressToDrag } from './press-to-drag.ts';

/** How long the browser may take to hand over what the page lets be dragged. */
const HANDED_OVER_MS = 1_000;
/** Pixels past the middle, in the direction of travel: lists change places when that is passed. */
const PAST_MIDDLE = 2;

/**
 * Drags one element onto another, as the page means it: by the browser's drag and drop with its data where the
 * page offers that, else by the pointer alone.
 *
 * @throws detached_ref, changed_ref, hidden, covered, disabled for either end: nothing was sent.
 * @throws intercepted when something else was under the pointer at the end; nothing was put down on it.
 */
export async function drag(from: ActionTarget, to: ActionTarget, options: ActionOptions): Promise<Outcome> {
  if (from.page !== to.page)
    throw kernelFail('invalid_arguments', `${from.text} and ${to.text} are in different tabs.`, NOT_SENT);
  if (from.frame === to.frame && from.element === to.element)
    throw kernelFail('invalid_arguments', `${from.text} cannot be dragged onto itself.`, NOT_SENT);
  const run = new InputRun(from, options);
  const race = {
    deadline: deadlineIn(Number.MAX_SAFE_INTEGER, { ...options.deadline, atMs: options.deadline.atMs - 150 }),
  };
  const onto = from.frame === to.frame ? { ...to, from: from.element } : to;
  let held: Point | undefined;
  try {
    await dropPlace(run, onto, options.deadline);
    const prepared = await run.prepare('prepare', {
      element: from.element,
      action: 'drag',
      ...shownOf(from),
    });
    const start = await placeOf(run, prepared, options);
    await arm(run, from, to);
    await interceptDrags(run.page, true, race);
    const intercepted = run.page.events.next((event) => event.kind === 'drag-intercepted');
    held = start;
    const { settled, verdict } = await run.send(async () => {
      const end = await placeMeanwhile(run, onto, race.deadline);
      await pressToDrag(run.page, run.frame, start, race);
      const begun = await beginDrag(run.page, start, end, race);
      held = begun;
      const data = await handedOver(run, from, intercepted.event, race.deadline);
      held =
        data === undefined
          ? await byPointer(run, onto, begun, race)
          : await byData(run, onto, begun, data, race);
    });
    intercepted.stop();
    held = undefined;
    return await conclude(run, settled, undefined, verdict);
  } finally {
    await letGo(run, held);
    run.end();
  }
}

const NOT_SENT = { dispatch: 'not_sent' } as const;

interface Race {
  readonly deadline: Deadline;
}

/** Where something is put down; `from` is the number of what is dragged there, where it is in the same document. */
type DropTarget = ActionTarget & { readonly from?: number };

/** Both documents expect their end of it, and nothing else. */
async function arm(run: InputRun, from: ActionTarget, to: ActionTarget): Promise<void> {
  const { token, settleMode: settle } = run;
  if (from.frame === to.frame) {
    await from.frame.call('armDrag', [{ token, from: from.element, to: to.element }]);
    return;
  }
  await from.frame.call('armDrag', [{ token, from: from.element }]);
  await to.frame.call('armDrag', [{ token, to: to.element, settle }]);
}

/** What the page lets be dragged, if it lets the browser do it. */
async function handedOver(
  run: InputRun,
  from: ActionTarget,
  event: Promise<{ readonly kind: string }>,
  deadline: Deadline,
): Promise<DragData | undefined> {
  const progress = await from.frame.call<DragProgress>('dragProgress', [run.token], { deadline });
  if (!progress.hasStarted || progress.isPrevented) return undefined;
  const told = await Promise.race([event, sleep(Math.min(HANDED_OVER_MS, leftMs(deadline)))]);
  return told !== undefined && 'data' in told ? (told.data as DragData) : undefined;
}

async function byData(
  run: InputRun,
  to: DropTarget,
  begun: Point,
  data: DragData,
  race: Race,
): Promise<Point | undefined> {
  // What is dragged may push things aside, the place itself among them: it is looked for again, once.
  for (const isLast of [false, true]) {
    const place = await placeMeanwhile(run, to, race.deadline);
    const at = { ...place, ...beyond(begun, place) };
    if (!isLast) await sendDragEvent(run.page, 'dragEnter', at, data, race);
    await sendDragEvent(run.page, 'dragOver', at, data, race);
    await to.frame.call('turns', [], race);
    await settleFrames(run, race);
    await sendDragEvent(run.page, 'dragOver', at, data, race);
    await to.frame.call('turns', [], race);
    const wrong = await wrongAt(run, to, at, race.deadline);
    if (wrong === null) {
      await sendDragEvent(run.page, 'drop', at, data, race);
      return undefined;
    }
    if (!isLast) continue;
    await sendDragEvent(run.page, 'dragCancel', at, data, race);
    throw stopped(to, wrong);
  }
  return undefined;
}

async function byPointer(
  run: InputRun,
  to: DropTarget,
  begun: Point,
  race: Race,
): Promise<Point | undefined> {
  let at = begun;
  // What is dragged may push things aside, the place itself among them: it is looked for again, once.
  for (const isLast of [false, true]) {
    const place: Place = await placeMeanwhile(run, to, race.deadline);
    const past = { ...place, ...beyond(at, place) };
    await dragTo(run.page, at, past, race);
    at = past;
    await settleFrames(run, race);
    const wrong = await wrongAt(run, to, past, race.deadline);
    if (wrong === null) break;
    if (!isLast) continue;
    const cancel = findKey('Escape');
    if (cancel !== undefined) await sendKeys(run.page, [cancel], [], race);
    await dragTo(run.page, at, begun, race);
    await releaseDrag(run.page, begun, race);
    throw stopped(to, wrong);
  }
  await releaseDrag(run.page, at, race);
  return undefined;
}

function beyond(from: Point, to: Point): Point {
  const sign = (distance: number) => (Math.abs(distance) < PAST_MIDDLE ? 0 : Math.sign(distance));
  return {
    x: to.x + PAST_MIDDLE * sign(to.x - from.x),
    y: to.y + PAST_MIDDLE * sign(to.y - from.y),
  };
}

/** Pages follow the pointer once a frame. */
async function settleFrames(run: InputRun, race: Race): Promise<void> {
  await run.frame.call('frames', [], race);
}

/** A point of the tab's viewport, and where in it the viewport of the target's frame begins. */
interface Place extends Point {
  readonly corner: Point;
}

/** The place to put it down while it is being dragged: that may be covered by what is dragged. */
async function placeMeanwhile(run: InputRun, to: DropTarget, deadline: Deadline): Promise<Place> {
  try {
    return await dropPlace(run, to, deadline);
  } catch (error) {
    throw isPortolanError(error) && error.facts['dispatch'] === 'not_sent'
      ? stopped(to, error.message)
      : error;
  }
}

async function dropPlace(run: InputRun, to: DropTarget, deadline: Deadline): Promise<Place> {
  const request = compact({ element: to.element, from: to.from, ...shownOf(to) });
  const reply = await to.frame.call<PageRefusal | { readonly ok: true; readonly point: Point }>(
    'dropPoint',
    [request],
    { deadline },
  );
  if (!reply.ok) throw run.refusalOf(to, reply);
  const place = await pointInPage(to.frame, reply.point, deadline);
  if ('refusal' in place) throw run.refusalOf({ ...to, frame: place.frame }, place.refusal);
  const { point } = reply;
  return { ...place, corner: { x: place.x - point.x, y: place.y - point.y } };
}

/** What would get it in place of the target, if anything would. */
async function wrongAt(
  run: InputRun,
  to: ActionTarget,
  { x, y, corner }: Place,
  deadline: Deadline,
): Promise<string | null> {
  const reply = await to.frame.call<PageRefusal | { readonly ok: true }>(
    'dropCheck',
    [{ x: x - corner.x, y: y - corner.y }, to.element],
    { deadline },
  );
  return reply.ok ? null : run.refusalOf(to, reply).message;
}

function stopped(to: ActionTarget, why: string): Error {
  return fail('intercepted', `The drag was called off over its end: ${why}`, {
    ref: to.text,
    dispatch: 'unknown',
  });
}

/** Whatever happened, no button stays pressed and the next drag is the system's own. */
async function letGo(run: InputRun, held: Point | undefined): Promise<void> {
  if (run.page.state !== 'open' || run.page.dialog !== null) return;
  const race = { deadline: deadlineIn(500) };
  if (held !== undefined) await releaseDrag(run.page, held, race).catch(() => {});
  await interceptDrags(run.page, false, race).catch(() => {});
}
