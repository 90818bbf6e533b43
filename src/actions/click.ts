import { type ClickOptions, sendClick } from '#browser/input.ts';
import { compact } from '#kernel/compact.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { Prepared, PrepareRequest } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { pointInPage } from './frame-point.ts';
import { InputRun } from './input-run.ts';
import type { Outcome } from './outcome.ts';

/**
 * Clicks an element, if it still is what was shown and a pointer can reach it, and waits for what comes of it.
 *
 * @returns `effect: 'none'` when nothing came of it; `notes` say why where that is known.
 * @throws detached_ref, changed_ref, hidden, covered, moving, disabled: nothing was sent.
 * @throws intercepted when something else came under the pointer; `facts.dispatch` says how far it got.
 */
export async function click(
  target: ActionTarget,
  options: ActionOptions,
  how: ClickOptions = {},
): Promise<Outcome> {
  try {
    return await clickOnce(target, options, how, false);
  } catch (error) {
    // What a pointer is on the way to may be moved by script: it is watched over two frames, once.
    if (!isPortolanError(error, 'intercepted') || error.facts['dispatch'] !== 'not_sent') throw error;
    return await clickOnce(target, options, how, true);
  }
}

/** What the document of an element is asked before it is clicked. */
export function clickRequest(target: ActionTarget): Pick<PrepareRequest, 'element' | 'action' | 'shown'> {
  return compact({ element: target.element, action: 'click' as const, shown: target.shown });
}

async function clickOnce(
  target: ActionTarget,
  options: ActionOptions,
  how: ClickOptions,
  watch: boolean,
): Promise<Outcome> {
  const run = new InputRun(target, options);
  const readBack = { element: target.element };
  run.willReadBack(readBack);
  try {
    const prepared = await run.prepare('prepare', {
      ...clickRequest(target),
      ...(watch ? { watch } : {}),
    });
    const { settled, verdict } = await run.send(await pressing(run, prepared, options, how), {
      releases: how.count ?? 1,
    });
    const held = await run.readBack(readBack);
    return await conclude(run, settled, held, verdict);
  } finally {
    run.end();
  }
}

/** What was shown of a target, for a request into the page. */
export function shownOf(target: ActionTarget): object {
  return target.shown === undefined ? {} : { shown: target.shown };
}

/** Finds the place in the tab and gives the function that presses there. */
export async function pressing(
  run: InputRun,
  prepared: Prepared,
  options: ActionOptions,
  how: ClickOptions,
): Promise<() => Promise<void>> {
  const point = await placeOf(run, prepared, options);
  const deadline = deadlineIn(Number.MAX_SAFE_INTEGER, {
    ...options.deadline,
    atMs: options.deadline.atMs - 150,
  });
  return async () => await sendClick(run.page, point, how, { deadline });
}

export async function placeOf(
  run: InputRun,
  prepared: Prepared,
  options: ActionOptions,
): Promise<{ readonly x: number; readonly y: number }> {
  if (prepared.point === undefined)
    throw fail('hidden', 'The element has no place to press.', { dispatch: 'not_sent' });
  const place = await pointInPage(run.frame, prepared.point, options.deadline);
  if ('refusal' in place) throw run.refusal(place.refusal, place.frame);
  return place;
}
