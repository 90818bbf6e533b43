import type { ViewportPoint } from './input.ts';
import type { RaceOptions } from './interruptions.ts';
import type { Page } from './page.ts';
import type { DragData } from './page-event.ts';

const STEPS = 6;
/** How far the pointer goes before it is a drag to whoever watches it. */
const BEGIN_PIXELS = [4, 9, 14] as const;

/** Presses where a drag begins, and holds. */
export async function pressToDrag(page: Page, from: ViewportPoint, race: RaceOptions): Promise<void> {
  await Promise.all([
    page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...from }, race),
    page.send(
      'Input.dispatchMouseEvent',
      { type: 'mousePressed', ...from, button: 'left', buttons: 1, clickCount: 1 },
      race,
    ),
  ]);
}

/**
 * Moves what is pressed a little towards where it will go, so that a drag begins.
 *
 * @returns where the pointer is then.
 */
export async function beginDrag(
  page: Page,
  from: ViewportPoint,
  to: ViewportPoint,
  race: RaceOptions,
): Promise<ViewportPoint> {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const steps = BEGIN_PIXELS.map((pixels) => {
    const part = Math.min(pixels, length) / length;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  });
  await Promise.all(steps.map(async (step) => await moveHeld(page, step, race)));
  return steps.at(-1) ?? from;
}

/** Moves with the button held, in steps, as a hand does. */
export async function dragTo(
  page: Page,
  from: ViewportPoint,
  to: ViewportPoint,
  race: RaceOptions,
): Promise<void> {
  for (let step = 1; step <= STEPS; step += 1) {
    const part = step / STEPS;
    await moveHeld(page, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, race);
  }
}

export async function releaseDrag(page: Page, at: ViewportPoint, race: RaceOptions): Promise<void> {
  await page.send(
    'Input.dispatchMouseEvent',
    { type: 'mouseReleased', ...at, button: 'left', buttons: 0, clickCount: 1 },
    race,
  );
}

/** Gives drags to us, with what the page lets be dragged, instead of to the system. */
export async function interceptDrags(page: Page, on: boolean, race: RaceOptions): Promise<void> {
  await page.send('Input.setInterceptDrags', { enabled: on }, race);
}

export async function sendDragEvent(
  page: Page,
  type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel',
  at: ViewportPoint,
  data: DragData,
  race: RaceOptions,
): Promise<void> {
  await page.send('Input.dispatchDragEvent', { type, ...at, data }, race);
}

async function moveHeld(page: Page, at: ViewportPoint, race: RaceOptions): Promise<void> {
  await page.send(
    'Input.dispatchMouseEvent',
    { type: 'mouseMoved', ...at, button: 'left', buttons: 1 },
    race,
  );
}
