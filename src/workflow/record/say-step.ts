import { isDeepStrictEqual } from 'node:util';
import { isPortolanError } from '#kernel/error.ts';
import { parseStep } from '#workflow/parse-step.ts';
import type { ParsedStep, Step, StepTarget } from '#workflow/step.ts';
import { PHRASES, type Phrases } from './phrases.ts';
import { quotings } from './quote.ts';

/**
 * Writes a step as a sentence in a language. Every word of a page stands in quotes, and the sentence is read again:
 * it is taken only when it means just this step and nothing else.
 *
 * @returns nothing where no quotes hold what has to be in it.
 */
export function sayStep(step: Step, locale: 'zh' | 'en'): ParsedStep | undefined {
  const phrases = PHRASES[locale];
  const pattern = patternOf(step, phrases);
  if (pattern === undefined) return undefined;
  for (const target of pattern.includes('{target}') ? saidTargets(targetOf(step), phrases, locale) : ['']) {
    for (const said of pattern.includes('{value}') ? saidValues(textsOf(step), phrases, locale) : ['']) {
      const sentence = fill(pattern, { target, value: said });
      const parsed = readBack(sentence);
      if (parsed !== undefined && isDeepStrictEqual(parsed.step, step)) return parsed;
    }
  }
  return undefined;
}

function readBack(sentence: string): ParsedStep | undefined {
  try {
    return parseStep(sentence);
  } catch (error) {
    if (isPortolanError(error)) return undefined;
    throw error;
  }
}

function* saidTargets(
  target: StepTarget | undefined,
  phrases: Phrases,
  locale: 'zh' | 'en',
): Generator<string> {
  if (target === undefined) return;
  const kind = target.kind === undefined ? undefined : phrases.kinds[target.kind];
  if (target.kind !== undefined && kind === undefined) return;
  for (const quoted of quotings(target.name, locale)) {
    const name = kind === undefined ? quoted : fill(phrases.ofKind, { name: quoted, kind });
    if (target.within === undefined) yield name;
    else
      for (const within of quotings(target.within, locale))
        yield fill(phrases.placed, { target: name, within });
  }
}

/** Puts words in their places at once: what stands in one is never looked at again. */
function fill(pattern: string, words: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, place: string) => words[place] ?? '');
}

function targetOf(step: Step): StepTarget | undefined {
  if ('target' in step) return step.target;
  if (step.does === 'wait-for' && step.what.is === 'state') return step.what.target;
  return undefined;
}

/** Each text in quotes, all in the same kind of them where that can be. */
function saidValues(texts: readonly string[], { listed }: Phrases, locale: 'zh' | 'en'): readonly string[] {
  const each = texts.map((text) => quotings(text, locale));
  const most = Math.min(...each.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => each.map((ways) => ways[at] ?? '').join(listed));
}

function textsOf(step: Step): readonly string[] {
  if (step.does === 'select') return step.values;
  return step.does === 'upload' ? step.files : [textOf(step)];
}

function textOf(step: Step): string {
  switch (step.does) {
    case 'open':
      return step.url;
    case 'fill':
      return step.value;
    case 'press':
      return step.keys;
    case 'sign-in':
      return step.credentialId;
    case 'verify':
    case 'wait-for':
      return step.what.is === 'text' ? step.what.text : step.what.is === 'url' ? step.what.contains : '';
    default:
      return '';
  }
}

function patternOf(step: Step, phrases: Phrases): string | undefined {
  switch (step.does) {
    case 'click':
      return step.count === 2 ? phrases.doubleClick : phrases.click;
    case 'press':
      return step.target === undefined ? phrases.press : phrases.pressOn;
    case 'sign-in':
      return phrases.signIn;
    case 'verify':
      return step.what.is === 'text' && step.what.absent !== true ? phrases.verifyText : undefined;
    case 'wait-for': {
      const { what } = step;
      if (what.is === 'text') return what.absent === true ? phrases.waitForNoText : phrases.waitForText;
      if (what.is === 'url') return phrases.waitForUrl;
      return what.is === 'state' ? phrases.waitForState[what.state] : undefined;
    }
    case 'scroll-to':
      return undefined;
    default:
      return phrases[step.does];
  }
}
