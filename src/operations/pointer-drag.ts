import type { InputRun } from '#actions/input-run.ts';
import { pressToDrag } from '#actions/press-to-drag.ts';
import { beginDrag, dragTo, interceptDrags, releaseDrag, sendDragEvent } from '#browser/drag-input.ts';
import type { DragData } from '#browser/page-event.ts';
import { type Deadline, deadlineIn, sleep } from '#kernel/deadline.ts';
import type { DragProgress, Point } from '#page/wire.ts';

/** How long the browser may take to hand over what the page lets be dragged. */
const HANDED_OVER_MS = 1_000;

/** An end of a drag: what stands there, and the place in the viewport. */
interface End {
  readonly element: number;
  readonly place: Point;
}

/**
 * Presses at one place and lets go at another, by the browser's drag and drop where the page offers that. The
 * guard takes the press only at what stands at the one and the release only at what stands at the other.
 */
export async function dragBetween(
  run: InputRun,
  ends: { readonly from: End; readonly onto: End },
  race: { readonly deadline: Deadline },
): Promise<void> {
  const { page, frame, token } = run;
  const [start, end] = [ends.from.place, ends.onto.place];
  await frame.call('armDrag', [{ token, from: ends.from.element, to: ends.onto.element }], race);
  await interceptDrags(page, true, race);
  const intercepted = page.events.next((event) => event.kind === 'drag-intercepted');
  let held: Point | undefined = start;
  try {
    await pressToDrag(page, frame, start, race);
    const begun = await beginDrag(page, start, end, race);
    held = begun;
    const { hasStarted, isPrevented } = await frame.call<DragProgress>('dragProgress', [token], race);
    const told =
      hasStarted && !isPrevented ? await Promise.race([intercepted.event, sleep(HANDED_OVER_MS)]) : undefined;
    if (told !== undefined && 'data' in told) {
      const data = told.data as DragData;
      held = undefined;
      await sendDragEvent(page, 'dragEnter', end, data, race);
      await sendDragEvent(page, 'dragOver', end, data, race);
      await sendDragEvent(page, 'drop', end, data, race);
      return;
    }
    await dragTo(page, begun, end, race);
    held = end;
    await releaseDrag(page, end, race);
    held = undefined;
  } finally {
    intercepted.stop();
    if (page.state === 'open' && page.dialog === null) {
      const soon = { deadline: deadlineIn(500) };
      if (held !== undefined) await releaseDrag(page, held, soon).catch(() => {});
      await interceptDrags(page, false, soon).catch(() => {});
    }
  }
}
