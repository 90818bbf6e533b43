import { quotePageText } from '#kernel/untrusted-text.ts';
import { redactAddress } from '#operations/network-redaction.ts';
import type { Purpose } from '#workflow/locate.ts';
import type { ParsedStep, Step, StepTarget } from '#workflow/step.ts';
import type { LeftOut } from './draft.ts';
import { hasMarks, hasSecretMark } from './has-marks.ts';
import type { InputNames } from './input-names.ts';
import type { Lifted, Meaning, Move } from './move.ts';
import { inWords } from './moves-of.ts';
import { targetsFor } from './name-target.ts';
import { sayStep } from './say-step.ts';

export interface SaidMoves {
  /** Each with the move it says. */
  readonly said: readonly { readonly move: Move; readonly parsed: ParsedStep }[];
  readonly leftOut: readonly LeftOut[];
}

const PURPOSES: Readonly<Partial<Record<Meaning['does'], Purpose>>> = {
  click: 'press',
  download: 'press',
  fill: 'fill',
  select: 'choose',
  check: 'check',
  uncheck: 'check',
  upload: 'upload',
  press: 'press-keys',
  hover: 'look',
  'wait-for-state': 'look',
};

/** Says each move as a sentence, and lifts what was typed out as inputs. */
export function stepsOf(moves: readonly Move[], inputs: InputNames, locale: 'zh' | 'en'): SaidMoves {
  const said: { move: Move; parsed: ParsedStep }[] = [];
  const leftOut: LeftOut[] = [];
  for (const move of moves) {
    const parsed = sayMove(move, inputs, said.length + 1, locale);
    if (typeof parsed === 'string') leftOut.push({ seq: move.seq, what: whatOf(move), why: parsed });
    else said.push({ move, parsed });
  }
  return { said, leftOut };
}

function whatOf({ meaning, on }: Move): string {
  return inWords({ operation: meaning.does, ...(on === undefined ? {} : { on }) });
}

const IN_THE_WAY = 'What it is called cannot stand in a sentence.';

/** @returns the sentence, or why there is none. */
function sayMove(move: Move, inputs: InputNames, step: number, locale: 'zh' | 'en'): ParsedStep | string {
  const { meaning, on } = move;
  if (holdsVariable(meaning) || hasMarks(on?.name ?? '')) return IN_THE_WAY;
  const targets = targetsOf(move);
  if (targets.length === 0)
    return `Several are called ${quotePageText(on?.name ?? '')}, and nothing around it tells it from them.`;
  for (const target of targets) {
    if (hasMarks(target?.within ?? '')) continue;
    // A name is taken only once its sentence is sure: what is left out asks for no input.
    const lifted = liftedBy(meaning);
    const trial = lifted.map((_, at) => `input_${at}`);
    if (sayStep(stepOf(meaning, target, trial, inputs), locale) === undefined) continue;
    const names = lifted.map((each) => inputs.lift(each, step));
    const parsed = sayStep(stepOf(meaning, target, names, inputs), locale);
    if (parsed !== undefined) return parsed;
  }
  return IN_THE_WAY;
}

/** Keys go to what has the focus where that has no name. */
function targetsOf({ meaning, on }: Move): readonly (StepTarget | undefined)[] {
  const purpose = PURPOSES[meaning.does];
  if (purpose === undefined || on === undefined) return [undefined];
  if (meaning.does === 'press' && on.name === '') return [undefined];
  return [...targetsFor(on, purpose)];
}

function holdsVariable(meaning: Meaning): boolean {
  if (meaning.does === 'select') return meaning.values.some(hasMarks);
  if (meaning.does === 'press') return hasMarks(meaning.keys);
  if (meaning.does === 'wait-for') return hasMarks(meaning.text);
  return meaning.does === 'sign-in' && hasMarks(meaning.credentialId);
}

/** What stands in it as a variable: what was typed, files, and an address that holds a secret. */
function liftedBy(meaning: Meaning): readonly Lifted[] {
  if (meaning.does === 'fill') return [meaning.lifted];
  if (meaning.does === 'upload') return meaning.files;
  return meaning.does === 'open' && isSecretAddress(meaning.url) ? [{ label: 'address', why: 'secret' }] : [];
}

export function isSecretAddress(url: string): boolean {
  return hasSecretMark(url) || redactAddress(url) !== url;
}

/** An address without what a run would take for a variable. */
export function plainAddress(url: string): string {
  return hasMarks(url) ? url.replaceAll('{', '%7B').replaceAll('}', '%7D') : url;
}

function stepOf(
  meaning: Meaning,
  target: StepTarget | undefined,
  names: readonly string[],
  inputs: InputNames,
): Step {
  const variables = names.map((name) => `{{${name}}}`);
  const [variable = ''] = variables;
  const on = target ?? { name: '' };
  switch (meaning.does) {
    case 'open':
      return { does: 'open', url: isSecretAddress(meaning.url) ? variable : plainAddress(meaning.url) };
    case 'click':
      return { does: 'click', target: on, ...(meaning.count === undefined ? {} : { count: meaning.count }) };
    case 'fill':
      return { does: 'fill', target: on, value: variable };
    case 'upload':
      return { does: 'upload', target: on, files: variables };
    case 'select':
      return { does: 'select', target: on, values: meaning.values };
    case 'press':
      return { does: 'press', keys: meaning.keys, ...(target === undefined ? {} : { target }) };
    case 'answer':
      return { does: 'click', target: { name: meaning.accept ? 'OK' : 'Cancel' } };
    case 'sign-in':
      return { does: 'sign-in', credentialId: meaning.credentialId };
    case 'wait-for': {
      if (meaning.is === 'url') return { does: 'wait-for', what: { is: 'url', contains: meaning.text } };
      const text = inputs.inText(meaning.text);
      return {
        does: 'wait-for',
        what: { is: 'text', text, ...(meaning.is === 'no-text' ? { absent: true } : {}) },
      };
    }
    case 'wait-for-state':
      return { does: 'wait-for', what: { is: 'state', target: on, state: meaning.state } };
    case 'nothing':
      throw new Error('What no sentence says is no step.');
    default:
      return { does: meaning.does, target: on };
  }
}
