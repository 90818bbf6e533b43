import { sendMove } from '#browser/input.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { placeOf, shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { InputRun } from './input-run.ts';
import type { Outcome } from './outcome.ts';

/** Moves the pointer over an element and waits for what that shows. */
export async function hover(target: ActionTarget, options: ActionOptions): Promise<Outcome> {
  const run = new InputRun(target, options);
  try {
    const prepared = await run.prepare('prepare', {
      element: target.element,
      action: 'hover',
      ...shownOf(target),
    });
    const place = await placeOf(run, prepared, options);
    const { settled } = await run.send(
      async () => await sendMove(run.page, place, { deadline: options.deadline }),
      { isGuarded: false },
    );
    return await conclude(run, settled, undefined, null);
  } finally {
    run.end();
  }
}
