import { compact } from '#kernel/compact.ts';
import type { ExpectationPhrasing, Lexicon, Phrasing } from './lexicon/lexicon.ts';
import { fitPattern, type Groups } from './parse-pattern.ts';
import { hasQuote, type QuotedSentence, slotText } from './parse-quotes.ts';
import { type Refusal, refusalOfWords } from './parse-refusals.ts';
import { readPlace, readTarget } from './parse-target.ts';
import { credentialIn, keysIn, listIn, urlIn } from './parse-values.ts';
import type { ControlKind, Expectation, Step, StepTarget } from './step.ts';

export type ReadSentence = { readonly step: Step } | { readonly refusal: Refusal };

/** What one language reads a text as; quoted parts stand aside in it. `undefined` when it is not of that language. */
export function readSentence(
  text: string,
  sentence: QuotedSentence,
  lexicon: Lexicon,
): ReadSentence | undefined {
  const read = readWhole(text, sentence, lexicon) ?? readInPlace(text, sentence, lexicon);
  if (read === undefined || 'refusal' in read) return read;
  for (const words of read.plainWords) {
    const refusal = refusalOfWords(words, lexicon);
    if (refusal !== undefined) return { refusal };
  }
  return { step: read.step };
}

/** A step, and the words in it that stood without quotes. */
interface Read {
  readonly step: Step;
  readonly plainWords: readonly string[];
}

type ReadOrRefused = Read | { readonly refusal: Refusal };

interface Slots {
  readonly target?: StepTarget;
  /** What stands in the slots that are no names. */
  readonly said: { readonly text?: string; readonly list?: readonly string[] };
  readonly isSure: boolean;
  readonly isValueSure: boolean;
  readonly plainWords: readonly string[];
}

function readWhole(text: string, sentence: QuotedSentence, lexicon: Lexicon): ReadOrRefused | undefined {
  const leads = [
    [lexicon.verify, 'verify'],
    [lexicon.waitFor, 'wait-for'],
    ['', 'alone'],
  ] as const;
  for (const [lead, after] of leads) {
    for (const phrasing of lexicon.expectations) {
      if (phrasing.after === undefined ? after === 'alone' : phrasing.after !== after) continue;
      const does = after === 'wait-for' ? after : 'verify';
      const read = readAs(
        { ...phrasing, pattern: lead + phrasing.pattern },
        text,
        sentence,
        lexicon,
        (slots) => {
          const what = expectationOf(phrasing, slots);
          return what && { does, what };
        },
      );
      if (read !== undefined) return read;
    }
  }
  for (const phrasing of lexicon.phrasings) {
    const read = readAs(phrasing, text, sentence, lexicon, (slots) => stepOf(phrasing, slots));
    if (read !== undefined) return read;
  }
  return undefined;
}

/** A step after its place: `In the "A" row, click "Edit"`. A bare place is only where something is operated. */
function readInPlace(text: string, sentence: QuotedSentence, lexicon: Lexicon): ReadOrRefused | undefined {
  const patterns = [
    ...lexicon.placeBefore.map((pattern) => ({ pattern, isBare: false })),
    ...lexicon.barePlaceBefore.map((pattern) => ({ pattern, isBare: true })),
  ];
  for (const { pattern, isBare } of patterns) {
    for (const { within = '', rest = '' } of fitPattern(pattern, text, lexicon.listed)) {
      if (isBare && !hasQuote(within)) continue;
      const place = readPlace(within, sentence, lexicon);
      if (place === undefined) continue;
      const read = readWhole(rest, sentence, lexicon);
      if (read === undefined) continue;
      if ('refusal' in read) return read;
      const step = placedIn(read.step, place.name, isBare);
      if (step !== undefined) return { step, plainWords: [...read.plainWords, ...place.plainWords] };
    }
  }
  return undefined;
}

const ALONE_IN_A_PLACE = ['click', 'check', 'uncheck', 'download', 'hover'];

function placedIn(step: Step, within: string, isBare: boolean): Step | undefined {
  if (step.does === 'verify' || step.does === 'wait-for') {
    const { what } = step;
    if (isBare || !('target' in what) || what.target.within !== undefined) return undefined;
    return { ...step, what: { ...what, target: { ...what.target, within } } };
  }
  if (!('target' in step) || step.target === undefined || step.target.within !== undefined) return undefined;
  if (isBare && !ALONE_IN_A_PLACE.includes(step.does)) return undefined;
  return { ...step, target: { ...step.target, within } };
}

/** Reads a text by one phrasing. Two ways to divide it that say different things are none. */
function readAs(
  phrasing: Phrasing | ExpectationPhrasing,
  text: string,
  sentence: QuotedSentence,
  lexicon: Lexicon,
  meaningOf: (slots: Slots) => Step | undefined,
): ReadOrRefused | undefined {
  const read: (Read & { readonly said: string })[] = [];
  for (const groups of fitPattern(phrasing.pattern, text, lexicon.listed)) {
    const slots = readSlots(groups, sentence, lexicon);
    if (slots === undefined || !allows(phrasing, slots)) continue;
    const step = meaningOf(slots);
    if (step !== undefined)
      read.push({ step, plainWords: slots.plainWords, said: JSON.stringify(slots.said) });
  }
  const [first] = read;
  if (first === undefined) return undefined;
  return read.every(({ said }) => said === first.said) ? first : { refusal: { because: 'ambiguous' } };
}

function allows(phrasing: Phrasing | ExpectationPhrasing, slots: Slots): boolean {
  const { kinds, isSure } = phrasing;
  const kind = slots.target?.kind;
  if (kinds !== undefined && (kind === undefined || !kinds.includes(kind))) return false;
  if (phrasing.isValueSure === true && !slots.isValueSure) return false;
  return isSure !== true || slots.isSure || kind !== undefined;
}

function readSlots(groups: Groups, sentence: QuotedSentence, lexicon: Lexicon): Slots | undefined {
  let target: StepTarget | undefined;
  let said: Slots['said'] = {};
  let isSure = false;
  let isValueSure = false;
  const plainWords: string[] = [];
  for (const [slot, words] of Object.entries(groups)) {
    isSure ||= hasQuote(words);
    if (slot === 'target') {
      const read = readTarget(words, sentence, lexicon);
      if (read === undefined) return undefined;
      target = read.target;
      plainWords.push(...read.plainWords);
      continue;
    }
    const value = readValue(slot, words, sentence, lexicon);
    if (value === undefined) return undefined;
    said = value;
    isValueSure = hasQuote(words) || /^(?:[\d.,:%/-]|[\uec00-\uf8ff])+$/u.test(words.trim());
    if (!hasQuote(words) && (slot === 'value' || slot === 'values' || slot === 'files'))
      plainWords.push(words);
  }
  return compact<Slots>({ target, said, isSure, isValueSure, plainWords });
}

function readValue(
  slot: string,
  words: string,
  sentence: QuotedSentence,
  lexicon: Lexicon,
): Slots['said'] | undefined {
  if (slot === 'values' || slot === 'files') {
    const list = listIn(words, sentence, lexicon);
    return list && { list };
  }
  const read = { url: urlIn, keys: keysIn, id: credentialIn, value: slotText }[slot];
  const text = read?.(words, sentence, lexicon);
  return text === undefined ? undefined : { text };
}

/** What an operation can be done to; any kind where it says nothing. */
const OPERATES_ON: Readonly<Partial<Record<Phrasing['does'], readonly ControlKind[]>>> = {
  fill: ['field', 'date', 'list'],
  select: ['list', 'field', 'radio'],
  check: ['checkbox', 'radio', 'switch', 'option'],
  uncheck: ['checkbox', 'radio', 'switch', 'option'],
  upload: ['file', 'field', 'button', 'link', 'image'],
};

function stepOf({ does, value }: Phrasing, { target, said }: Slots): Step | undefined {
  const text = said.text ?? value;
  switch (does) {
    case 'open':
      return text === undefined ? undefined : { does, url: text };
    case 'sign-in':
      return text === undefined ? undefined : { does, credentialId: text };
    case 'press':
      return text === undefined ? undefined : compact<Step & { does: 'press' }>({ does, keys: text, target });
    default:
  }
  if (target === undefined) return undefined;
  const kinds = OPERATES_ON[does];
  if (target.kind !== undefined && kinds !== undefined && !kinds.includes(target.kind)) return undefined;
  switch (does) {
    case 'fill':
      return text === undefined ? undefined : { does, target, value: text };
    case 'select':
      return said.list && { does, target, values: said.list };
    case 'upload':
      return said.list && { does, target, files: said.list };
    case 'double-click':
      return { does: 'click', target, count: 2 };
    default:
      return { does, target };
  }
}

/** What holds a value; a button that "is grey" is in a state. */
const OF_VALUES: readonly (ControlKind | undefined)[] = [undefined, 'field', 'date', 'list'];

function expectationOf({ is, value }: ExpectationPhrasing, { target, said }: Slots): Expectation | undefined {
  const text = said.text ?? value;
  if (is === 'text') return text === undefined ? undefined : { is, text };
  if (is === 'no-text') return text === undefined ? undefined : { is: 'text', text, absent: true };
  if (is === 'url') return text === undefined ? undefined : { is, contains: text };
  if (target === undefined) return undefined;
  if (is === 'field' && !OF_VALUES.includes(target.kind)) return undefined;
  if (is === 'field') return text === undefined ? undefined : { is, target, value: text };
  return { is: 'state', target, state: is };
}
