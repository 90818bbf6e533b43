import { pressToDrag as press } from '#browser/drag-input.ts';
import type { Frame } from '#browser/frame.ts';
import type { ViewportPoint } from '#browser/input.ts';
import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';

/** How long the work that a press begins is waited for before the pointer moves. */
const PRESS_HELD_MS = 1_000;

/**
 * Presses where a drag begins and holds: some pages take a press for the beginning of a drag only when it was
 * held for a while, so what the press began is waited for before the pointer moves.
 */
export async function pressToDrag(
  page: Page,
  frame: Frame,
  at: ViewportPoint,
  race: { readonly deadline: Deadline },
): Promise<void> {
  await press(page, at, race);
  const deadline = deadlineIn(PRESS_HELD_MS, race.deadline);
  await frame.call('settleWait', [{ limitMs: PRESS_HELD_MS }], { deadline }).catch(() => {});
}
