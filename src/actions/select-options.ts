import type { ChoiceKind, FieldHeld } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { chooseInWidget } from './choose-in-widget.ts';
import { shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun } from './input-run.ts';
import type { Outcome } from './outcome.ts';

/**
 * Chooses options of a list, by value or visible text, and no others; also where the page draws the list
 * itself and opens it on a press.
 *
 * @throws no_such_option, with the options there are; nothing was chosen.
 * @throws not_editable for what no options are chosen in, and for several options where it takes one.
 */
export async function selectOptions(
  target: ActionTarget,
  chosen: readonly string[],
  options: ActionOptions,
): Promise<Outcome> {
  const { frame, element } = target;
  const kind = await frame.call<ChoiceKind | null>('choiceKind', [element], { deadline: options.deadline });
  return kind === 'popup' || kind === 'group'
    ? await chooseInWidget(target, chosen, options)
    : await selectNative(target, chosen, options);
}

async function selectNative(
  target: ActionTarget,
  chosen: readonly string[],
  options: ActionOptions,
): Promise<Outcome> {
  const run = new InputRun(target, options);
  try {
    await run.prepare('prepare', { element: target.element, action: 'select', ...shownOf(target) });
    await run.ask('selectOptions', [{ element: target.element, options: chosen }]);
    const settled = await run.settle();
    const held = await run.readBack({ element: target.element });
    if (held?.alive && held.selected?.length !== chosen.length) {
      throw fail('value_refused', `${target.text} holds ${inWords(held)} and not what was chosen.`, {
        ref: target.text,
        dispatch: 'sent',
      });
    }
    const outcome = await conclude(run, settled, held, null);
    return held?.alive ? { ...outcome, value: (held.selected ?? []).join(', ') } : outcome;
  } finally {
    run.end();
  }
}

function inWords(held: FieldHeld): string {
  const selected = held.selected ?? [];
  return selected.length === 0 ? 'nothing' : selected.map((label) => `"${label}"`).join(', ');
}
