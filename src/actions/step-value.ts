import { sendKeys } from '#browser/input.ts';
import { findKey, type KeyDefinition } from '#browser/key-table.ts';
import type { SteppedValue } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun } from './input-run.ts';
import { joinOutcomes } from './join-outcomes.ts';
import { nothingToDo, type Outcome } from './outcome.ts';

/** Keys sent together, and how often the value is looked at again. */
const MOST_KEYS = 250;
const MOST_ROUNDS = 12;

/**
 * Brings a slider or spin button that the page draws itself to a value, by arrow keys: one first, to see how
 * far it goes, then as many as are left.
 *
 * @throws value_refused for what is no number or outside its limits, and when it stops short of it.
 */
export async function stepTo(target: ActionTarget, text: string, options: ActionOptions): Promise<Outcome> {
  const wanted = Number(text.replace(',', '.'));
  const refused = (sentence: string, dispatch: 'not_sent' | 'sent') =>
    fail('value_refused', `${target.text} ${sentence}`, { ref: target.text, dispatch });
  if (text.trim() === '' || !Number.isFinite(wanted))
    throw refused('takes a number, such as 42.', 'not_sent');
  let value = await readValue(target, options);
  if (value === null) throw refused('does not say what its value is.', 'not_sent');
  if (wanted < (value.min ?? -Infinity) || wanted > (value.max ?? Infinity))
    throw refused(`takes values from ${value.min ?? 'any'} to ${value.max ?? 'any'}.`, 'not_sent');
  if (value.now === wanted) return { ...nothingToDo(`It was ${wanted} already.`, text), isSecret: false };
  const done: Outcome[] = [];
  let step = 0;
  for (let round = 0; round < MOST_ROUNDS && value.now !== wanted; round += 1) {
    const before = value.now;
    const [key, count] = plan(wanted - before, step);
    done.push(await pressKeys(target, key, count, options));
    value = await readValue(target, options);
    if (value === null) return joinOutcomes(done);
    const moved = Math.abs(value.now - before) / count;
    if (moved === 0) break;
    step = moved;
  }
  if (value.now !== wanted) throw refused(`stands at ${value.now} and does not come to ${wanted}.`, 'sent');
  return { ...joinOutcomes(done), value: `${value.now}` };
}

function plan(distance: number, step: number): readonly [KeyDefinition | undefined, number] {
  const key = findKey(distance > 0 ? 'ArrowRight' : 'ArrowLeft');
  const count = step === 0 ? 1 : Math.max(1, Math.round(Math.abs(distance) / step));
  return [key, Math.min(count, MOST_KEYS)];
}

async function readValue(target: ActionTarget, { deadline }: ActionOptions): Promise<SteppedValue | null> {
  return await target.frame.call<SteppedValue | null>('steppedValue', [target.element], { deadline });
}

async function pressKeys(
  target: ActionTarget,
  key: KeyDefinition | undefined,
  count: number,
  options: ActionOptions,
): Promise<Outcome> {
  const run = new InputRun(target, options);
  try {
    await run.prepare('prepare', { element: target.element, action: 'press', ...shownOf(target) });
    const keys = key === undefined ? [] : Array.from({ length: count }, () => key);
    const { settled } = await run.send(
      async () => await sendKeys(run.page, keys, [], { deadline: options.deadline }),
    );
    const held = await run.readBack({ element: target.element });
    return await conclude(run, settled, held, null);
  } finally {
    run.end();
  }
}
