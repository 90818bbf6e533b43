import { compact } from '#kernel/compact.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import { fail } from './errors.ts';
import { EN } from './lexicon/en.ts';
import type { ExpectationPhrasing, Lexicon, Phrasing } from './lexicon/lexicon.ts';
import { ZH } from './lexicon/zh.ts';
import { nearestPhrasing } from './parse-nearest.ts';
import { quotesIn, setQuotesAside, slotText } from './parse-quotes.ts';
import type { Expectation, ParsedStep, Step, StepTarget } from './step.ts';

/** Every language that steps may be written in; the first that understands a sentence wins. */
export const LEXICONS: readonly Lexicon[] = [ZH, EN];

interface Slots {
  readonly target?: StepTarget;
  readonly value?: string;
}

/**
 * Reads one sentence as an operation, a target and a value. Deterministic; reads nothing but the sentence.
 *
 * @throws step_not_understood with the nearest phrasing in `facts.nearest` and as the remedy.
 */
export function parseStep(sentence: string): ParsedStep {
  const aside = setQuotesAside(
    sentence
      .trim()
      .replace(/^(?:请(?!帮)|please\s+)/iu, '')
      .replace(/[。.;;!!]+$/u, ''),
  );
  if (aside !== undefined) {
    for (const lexicon of LEXICONS) {
      const step = readStep(lexicon, aside.text, aside.quoted);
      if (step !== undefined) return { sentence, step, locale: lexicon.locale };
    }
  }
  const nearest = nearestPhrasing(sentence, LEXICONS);
  throw fail('step_not_understood', `No step is understood in ${quotePageText(sentence)}.`, {
    nearest,
    remedy: `Write it like: ${nearest}`,
  });
}

function readStep(lexicon: Lexicon, text: string, quoted: readonly string[]): Step | undefined {
  for (const [lead, does] of [
    [lexicon.verify, 'verify'],
    [lexicon.waitFor, 'wait-for'],
  ] as const) {
    for (const phrasing of lexicon.expectations) {
      const slots = readSlots(lexicon, lead + phrasing.pattern, text, quoted);
      const what = slots && expectationOf(phrasing, slots);
      if (what !== undefined) return { does, what };
    }
  }
  for (const phrasing of lexicon.phrasings) {
    const slots = readSlots(lexicon, phrasing.pattern, text, quoted);
    const step = slots && stepOf(phrasing, slots);
    if (step !== undefined) return step;
  }
  return undefined;
}

const compiled = new Map<string, RegExp>();

function readGroups(pattern: string, text: string): Readonly<Record<string, string>> | undefined {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .replace(/\{(target|value|within)\}/g, String.raw`\s*(?<$1>.+?)\s*`)
      .replaceAll(' ', String.raw`\s+`);
    expression = new RegExp(`^${source}$`, 'isu');
    compiled.set(pattern, expression);
  }
  return expression.exec(text)?.groups;
}

function readSlots(
  lexicon: Lexicon,
  pattern: string,
  text: string,
  quoted: readonly string[],
): Slots | undefined {
  const groups = readGroups(pattern, text);
  if (groups === undefined) return undefined;
  const target = groups['target'] === undefined ? undefined : readTarget(lexicon, groups['target'], quoted);
  const value = groups['value'] === undefined ? undefined : slotText(groups['value'], quoted);
  const within = groups['within'] === undefined ? undefined : readTarget(lexicon, groups['within'], quoted);
  if (groups['target'] !== undefined && target === undefined) return undefined;
  if (groups['value'] !== undefined && value === undefined) return undefined;
  if (groups['within'] !== undefined && within === undefined) return undefined;
  return compact<Slots>({
    target: target && compact<StepTarget>({ ...target, within: within?.name ?? target.within }),
    value,
  });
}

function readTarget(lexicon: Lexicon, slot: string, quoted: readonly string[]): StepTarget | undefined {
  const bare = lexicon.locale === 'en' ? slot.replace(/^the /i, '') : slot;
  for (const [word, kind] of lexicon.kinds) {
    if (!bare.toLowerCase().endsWith(word)) continue;
    const name = slotText(bare.slice(0, -word.length), quoted);
    if (name !== undefined) return { name, kind };
  }
  const name = slotText(bare, quoted);
  return name === undefined ? readPlacedTarget(lexicon, bare, quoted) : { name };
}

/** An element with its place, as `"Name" in "Sender"`: both in quotes, so that no name is taken apart. */
function readPlacedTarget(lexicon: Lexicon, slot: string, quoted: readonly string[]): StepTarget | undefined {
  const { target: named = '', within: place = '' } = readGroups(lexicon.placed, slot) ?? {};
  if (quotesIn(named) !== 1 || quotesIn(place) !== 1) return undefined;
  const target = readTarget(lexicon, named, quoted);
  const within = slotText(place, quoted);
  return target === undefined || within === undefined ? undefined : { ...target, within };
}

function stepOf({ does }: Phrasing, { target, value }: Slots): Step | undefined {
  if (does === 'open') return value === undefined ? undefined : { does, url: value };
  if (does === 'sign-in') return value === undefined ? undefined : { does, credentialId: value };
  if (does === 'press')
    return value === undefined ? undefined : compact<Step & { does: 'press' }>({ does, keys: value, target });
  if (target === undefined) return undefined;
  if (does === 'double-click') return { does: 'click', target, count: 2 };
  if (does === 'fill' || does === 'select') return value === undefined ? undefined : { does, target, value };
  if (does === 'upload') return value === undefined ? undefined : { does, target, files: [value] };
  return { does, target };
}

function expectationOf({ is }: ExpectationPhrasing, { target, value }: Slots): Expectation | undefined {
  if (is === 'text') return value === undefined ? undefined : { is, text: value };
  if (is === 'no-text') return value === undefined ? undefined : { is: 'text', text: value, absent: true };
  if (is === 'url') return value === undefined ? undefined : { is, contains: value };
  if (target === undefined) return undefined;
  if (is === 'field') return value === undefined ? undefined : { is, target, value };
  return { is: 'state', target, state: is };
}
