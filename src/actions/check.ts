import type { ActionOptions, ActionTarget } from './action-target.ts';
import { pressing, shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun, ONE_RELEASE } from './input-run.ts';
import { nothingToDo, type Outcome } from './outcome.ts';

/**
 * Brings a checkbox, switch or radio button into a state. What already is in it is left alone.
 *
 * @throws not_editable for what cannot be checked, and for unchecking a radio button.
 * @throws value_refused when it does not hold the state after the click.
 */
export async function check(
  target: ActionTarget,
  checked: boolean,
  options: ActionOptions,
): Promise<Outcome> {
  const run = new InputRun(target, options);
  const readBack = { element: target.element };
  run.willReadBack(readBack);
  try {
    const prepared = await run.prepare('prepare', {
      element: target.element,
      action: 'check',
      checked,
      ...shownOf(target),
    });
    const state = checked ? 'checked' : 'unchecked';
    if (prepared.alreadySo === true) return nothingToDo(`It was ${state} already.`);
    const { settled, verdict } = await run.send(await pressing(run, prepared, options, {}), ONE_RELEASE);
    const held = await run.readBack(readBack);
    if (held?.alive && held.checked !== undefined && held.checked !== checked) {
      throw fail('value_refused', `${target.text} was clicked but did not become ${state}.`, {
        ref: target.text,
        dispatch: 'sent',
      });
    }
    return await conclude(run, settled, held, verdict, held?.alive ? [`It is ${state} now.`] : []);
  } finally {
    run.end();
  }
}
