import type { FieldHeld } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun } from './input-run.ts';
import type { Outcome } from './outcome.ts';

/**
 * Chooses options of a native select, by value or visible text, and no others.
 *
 * @throws no_such_option, with the options there are; nothing was chosen.
 * @throws not_editable for what is no select, and for several options where it takes one.
 */
export async function selectOptions(
  target: ActionTarget,
  chosen: readonly string[],
  options: ActionOptions,
): Promise<Outcome> {
  const run = new InputRun(target, options);
  try {
    await run.prepare('prepare', { element: target.element, action: 'select', ...shownOf(target) });
    await run.ask('selectOptions', [{ element: target.element, options: chosen }]);
    const settled = await run.settle();
    const held = await run.readBack<FieldHeld>({ element: target.element });
    if (held?.alive && held.selected?.length !== chosen.length) {
      throw fail('value_refused', `${target.text} holds ${inWords(held)} and not what was chosen.`, {
        ref: target.text,
        dispatch: 'sent',
      });
    }
    const outcome = await conclude(run, settled, held, null);
    return held?.alive ? { ...outcome, value: (held.selected ?? []).join(', ') } : outcome;
  } finally {
    await run.end();
  }
}

function inWords(held: FieldHeld): string {
  const selected = held.selected ?? [];
  return selected.length === 0 ? 'nothing' : selected.map((label) => `"${label}"`).join(', ');
}
