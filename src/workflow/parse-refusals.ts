import { expressionOf } from './lexicon/expression.ts';
import type { Lexicon, RefusalReason } from './lexicon/lexicon.ts';
import { type QuotedSentence, writtenAs } from './parse-quotes.ts';

/** Why a sentence is refused; `not-known` when no lexicon knows it, the others although one does. */
export type Refusal =
  | { readonly because: RefusalReason | 'open-quote' | 'not-known' }
  | { readonly because: 'two-operations'; readonly halves: readonly [string, string] };

const MEANS: Readonly<Record<Refusal['because'], readonly [says: string, remedy: string]>> = {
  'two-operations': ['says two operations', 'Write two steps, one operation in each'],
  negation: ['says what not to do', 'Leave the step out, or say what to do instead'],
  condition: ['depends on something', 'Say what is always done; wait for what comes late'],
  question: ['asks a question', 'Say what to do, without a question mark'],
  count: ['says how often', 'Write one step for each time'],
  'one-of-several': [
    'leaves open which of several is meant',
    'Say one name, in quotes, and the row, dialog or part it is in',
  ],
  'no-name': ['has no name to look for', 'Say what is written on the element, in quotes'],
  ambiguous: ['can be read in two ways', 'Put names and values in quotes'],
  'open-quote': ['has a quote without its other half', 'Close every quote'],
  'not-known': ['is no step that is understood', 'Write it like'],
};

/** What is wrong with a sentence, and what to write instead. */
export function refusalWords(
  refusal: Refusal,
  nearest: string,
): { readonly says: string; readonly remedy: string } {
  const [says, remedy] = MEANS[refusal.because];
  if ('halves' in refusal) {
    const [first, second] = refusal.halves;
    return { says, remedy: `${remedy}: 1. ${first} 2. ${second} (or put a name that reads so in quotes)` };
  }
  return {
    says,
    remedy: refusal.because === 'not-known' ? `${remedy}: ${nearest}` : `${remedy}, like: ${nearest}`,
  };
}

/** Why a whole sentence is refused, whatever it may be read as; quoted parts stand aside in `text`. */
export function refusalOf(text: string, sentence: QuotedSentence, lexicon: Lexicon): Refusal | undefined {
  for (const { pattern, because } of lexicon.refusals.filter((refusal) => refusal.in === 'sentence')) {
    if (expressionOf(pattern).test(text)) return { because };
  }
  const { verbs, joiners } = lexicon;
  for (const [joiner, before] of joiners) {
    const twice = `^(?<first>.*?${verbs}.*?)\\s*(?:${joiner})\\s*(?<second>${before}${verbs}.*)$`;
    const { first, second } = expressionOf(twice).exec(text)?.groups ?? {};
    if (first === undefined || second === undefined) continue;
    return {
      because: 'two-operations',
      halves: [writtenAs(first, sentence), writtenAs(second, sentence)],
    };
  }
  return undefined;
}

/** Why words that are taken as a name or a value cannot be one. */
export function refusalOfWords(words: string, lexicon: Lexicon): Refusal | undefined {
  const found = lexicon.refusals.find(
    (refusal) => refusal.in === 'words' && expressionOf(refusal.pattern).test(words.trim()),
  );
  return found && { because: found.because };
}
