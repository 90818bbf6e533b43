import type { InputRun } from '#actions/input-run.ts';
import { pressToDrag } from '#actions/press-to-drag.ts';
import { beginDrag, dragTo, interceptDrags, releaseDrag, sendDragEvent } from '#browser/drag-input.ts';
import type { DragData } from '#browser/page-event.ts';
import { type Deadline, deadlineIn, sleep } from '#kernel/deadline.ts';
import type { DragProgress, Point } from '#page/wire.ts';

/** How long the browser may take to hand over what the page lets be dragged. */
const HANDED_OVER_MS = 1_000;

/** An end of a drag: what stands there, and the place in the viewport of the tab. */
export interface DragEnd {
  readonly element: number;
  readonly place: Point;
}

interface Race {
  readonly deadline: Deadline;
}

/**
 * A button that is pressed and held. The guard takes the press only at what stands where it begins and the release
 * only at what it is told to expect; where the page offers the browser's drag and drop, that is what happens.
 */
export class HeldDrag {
  readonly run: InputRun;
  readonly from: DragEnd;
  #at: Point;
  #hasBegun = false;
  #isDown = false;
  #intercepted: { readonly event: Promise<unknown>; stop(): void } | undefined;

  constructor(run: InputRun, from: DragEnd) {
    this.run = run;
    this.from = from;
    this.#at = from.place;
  }

  /** Presses and waits for what the press begins. */
  async press(onto: DragEnd | undefined, race: Race): Promise<void> {
    const { page, frame } = this.run;
    await this.#expect(onto, race);
    await interceptDrags(page, true, race);
    this.#intercepted = page.events.next((event) => event.kind === 'drag-intercepted');
    this.#isDown = true;
    await pressToDrag(page, frame, this.from.place, race);
  }

  async moveTo(place: Point, race: Race): Promise<void> {
    const { page } = this.run;
    if (!this.#hasBegun) this.#at = await beginDrag(page, this.from.place, place, race);
    this.#hasBegun = true;
    await dragTo(page, this.#at, place, race);
    this.#at = place;
  }

  /** Lets go where the drag is to end, and nowhere else. */
  async release(onto: DragEnd, race: Race): Promise<void> {
    const { page, frame, token } = this.run;
    await this.#expect(onto, race);
    const isStill = onto.place.x === this.from.place.x && onto.place.y === this.from.place.y;
    if (!this.#hasBegun && !isStill) this.#at = await beginDrag(page, this.from.place, onto.place, race);
    this.#hasBegun ||= !isStill;
    const { hasStarted, isPrevented } = await frame.call<DragProgress>('dragProgress', [token], race);
    const told =
      hasStarted && !isPrevented && this.#intercepted !== undefined
        ? await Promise.race([this.#intercepted.event, sleep(HANDED_OVER_MS)])
        : undefined;
    if (isDragData(told)) {
      this.#isDown = false;
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await sendDragEvent(page, type, onto.place, told.data, race);
      return;
    }
    if (this.#hasBegun) await dragTo(page, this.#at, onto.place, race);
    this.#at = onto.place;
    await releaseDrag(page, onto.place, race);
    this.#isDown = false;
  }

  /** Whatever happened: nothing stays pressed, and drags are the system's again. */
  async end(): Promise<void> {
    const { page } = this.run;
    this.#intercepted?.stop();
    if (page.state !== 'open' || page.dialog !== null) return;
    const soon = { deadline: deadlineIn(500) };
    if (this.#isDown) await releaseDrag(page, this.#at, soon).catch(() => {});
    this.#isDown = false;
    await interceptDrags(page, false, soon).catch(() => {});
  }

  async #expect(onto: DragEnd | undefined, race: Race): Promise<void> {
    const { frame, token } = this.run;
    const to = onto === undefined ? {} : { to: onto.element };
    await frame.call('armDrag', [{ token, from: this.from.element, ...to }], race);
  }
}

function isDragData(told: unknown): told is { readonly data: DragData } {
  return typeof told === 'object' && told !== null && 'data' in told;
}
