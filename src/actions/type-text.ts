import { sendKeys, sendText } from '#browser/input.ts';
import { findKey } from '#browser/key-table.ts';
import { compact } from '#kernel/compact.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { FieldHeld, GuardVerdict, Prepared, PrepareRequest } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun, ONE_RELEASE } from './input-run.ts';
import { nothingToDo, type Outcome } from './outcome.ts';
import { press } from './press.ts';
import type { Settled } from './settle.ts';
import { stepTo } from './step-value.ts';

export interface TypeOptions extends ActionOptions {
  /** Writes behind what the field holds; replaces it when absent. */
  readonly append?: boolean;
  /** Presses Enter afterwards. */
  readonly submit?: boolean;
}

/** What the document of a field is asked before it is written into. */
export function typeRequest(
  target: ActionTarget,
  text: string,
  { append }: Pick<TypeOptions, 'append'>,
): Pick<PrepareRequest, 'element' | 'action' | 'text' | 'append' | 'shown'> {
  return compact({
    element: target.element,
    action: 'type' as const,
    text,
    append: append === true,
    shown: target.shown,
  });
}

/** Only for a date or a time does a field have a picker, so for other texts the page is not asked. */
const OF_PICKERS = /^[\d:T -]+$/;

/**
 * Writes into a field, or sets a control of dates, times, colours and ranges by its value.
 *
 * @param text - for such controls what their value is in HTML: `2026-12-31`, `14:30`, `#ff8800`.
 * @returns `value`: what the field holds now, which a limit or a mask may have made another.
 * @throws value_refused when the control cannot hold it, or holds nothing of it; readonly, disabled, not_editable.
 * @throws intercepted when something took the focus; nothing was written into another field.
 */
export async function typeText(target: ActionTarget, text: string, options: TypeOptions): Promise<Outcome> {
  const typed = await write(target, text, options);
  if (options.submit !== true || typed.effect === 'navigated' || typed.effect === 'dialog') return typed;
  const sent = await press(target, 'Enter', options);
  // The key may have led away from the field: what it was typed into is known from before.
  const isSecret = typed.isSecret === true || sent.isSecret === true ? true : typed.isSecret;
  return {
    ...sent,
    ...(isSecret === undefined ? {} : { isSecret }),
    ...(sent.value === undefined && typed.value !== undefined ? { value: typed.value } : {}),
  };
}

async function write(target: ActionTarget, text: string, options: TypeOptions): Promise<Outcome> {
  const first = await attempt(target, text, options, 'insert');
  if (first.kind === 'stepped') return await stepTo(target, text, options);
  // A field that selects a part of itself when it gets the focus has replaced that part only.
  const second = first.isMixed ? await attempt(target, text, options, 'insert') : first;
  if (second.isDropped && second.kind !== 'setter')
    return (await attempt(target, text, options, 'keys')).outcome();
  return second.outcome();
}

interface Attempt {
  readonly kind: Prepared['kind'];
  /** The text was sent and nothing of it is there. */
  readonly isDropped: boolean;
  /** The text stands between what the field held before. */
  readonly isMixed: boolean;
  outcome(): Outcome;
}

async function attempt(
  target: ActionTarget,
  text: string,
  options: TypeOptions,
  way: 'insert' | 'keys',
): Promise<Attempt> {
  const run = new InputRun(target, options);
  try {
    const prepared = await run.prepare('prepare', typeRequest(target, text, options));
    if (prepared.kind === 'stepped')
      return { kind: 'stepped', isDropped: false, isMixed: false, outcome: () => nothingToDo('') };
    if (text === '' && (prepared.empty === true || options.append === true)) {
      return {
        kind: prepared.kind,
        isDropped: false,
        isMixed: false,
        outcome: () => nothingToDo('It was empty already.', ''),
      };
    }
    const written = prepared.written ?? text;
    const readBack = {
      element: target.element,
      ...(options.append === true ? {} : { expected: written }),
    };
    run.willReadBack(readBack);
    const { settled, verdict } = await enter(run, prepared, target, written, options, way);
    const typed = await run.readBack(readBack);
    const isMixed = typed?.matches === false && typed.value?.includes(written) === true;
    const mayPick = !isMixed && prepared.kind === 'text' && OF_PICKERS.test(text);
    const isLeft = mayPick && (await leftPicker(run, target, options));
    const held = isLeft ? await run.readBack(readBack) : typed;
    const outcome = await conclude(run, settled, held, verdict, notesOf(held, written, prepared));
    const isDropped = held?.alive === true && held.matches === false && isNothingOf(held);
    return {
      kind: prepared.kind,
      isDropped,
      isMixed,
      outcome: () => {
        if (!isDropped) return outcome;
        throw fail(
          'value_refused',
          `${target.text} does not hold what was written; it holds ${inWords(held)}.`,
          {
            ref: target.text,
            dispatch: 'sent',
          },
        );
      },
    };
  } finally {
    run.end();
  }
}

async function enter(
  run: InputRun,
  prepared: Prepared,
  target: ActionTarget,
  text: string,
  { deadline }: TypeOptions,
  way: 'insert' | 'keys',
): Promise<{ settled: Settled; verdict: GuardVerdict | null }> {
  if (prepared.kind === 'setter') {
    await run.recorded();
    await run.ask('setValue', [{ element: target.element, value: text }]);
    return { settled: await run.settle(), verdict: null };
  }
  if (text === '') {
    const key = findKey('Delete');
    return await run.send(
      async () => await sendKeys(run.page, key === undefined ? [] : [key], [], { deadline }),
      ONE_RELEASE,
    );
  }
  if (way === 'insert')
    return await run.send(async () => await sendText(run.page, text, { deadline }), ONE_RELEASE);
  return await run.send(async () => {
    const keys = [...text].map((character) => findKey(character === '\n' ? 'Enter' : character));
    if (keys.every((key) => key !== undefined)) await sendKeys(run.page, keys, [], { deadline });
    else await sendText(run.page, text, { deadline });
  });
}

/** A picker of dates takes what was written when its field is left, and lies over the page until then. */
async function leftPicker(run: InputRun, target: ActionTarget, options: TypeOptions): Promise<boolean> {
  if (run.watch.isInterrupted) return false;
  const { deadline } = options;
  const isOpen = await run.frame
    .call<boolean>('isPickerOpen', [target.element], { deadline })
    .catch(() => false);
  if (!isOpen) return false;
  await press(target, 'Tab', options);
  return true;
}

/** Nothing of the text is there: the field is empty or as it was, or a secret one that does not match. */
function isNothingOf(held: FieldHeld): boolean {
  return held.secret || held.isAsBefore === true || held.value === undefined || held.value === '';
}

function inWords(held: FieldHeld): string {
  if (held.secret) return 'something else';
  return held.value === undefined || held.value === '' ? 'nothing' : quotePageText(held.value);
}

function notesOf(held: FieldHeld | undefined, text: string, prepared: Prepared): readonly string[] {
  if (held === undefined || !held.alive || held.matches !== false || held.secret) return [];
  const { maxLength } = prepared;
  if (maxLength !== undefined && text.length > maxLength)
    return [`The field takes ${maxLength} characters at most, so it does not hold all that was given.`];
  return ['The field does not hold exactly what was given.'];
}
