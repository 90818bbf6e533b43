import type { ExpectationPhrasing, Lexicon } from './lexicon/lexicon.ts';
import { setQuotesAside } from './parse-quotes.ts';

const BEGINS_ALIKE = 0.5;
/** Less than this is chance. */
const ALIKE = 0.4;

/** Whether a sentence has the letters of a language. */
export function isWrittenIn(sentence: string, { locale }: Lexicon): boolean {
  return /\p{Script=Han}/u.test(sentence) === (locale === 'zh');
}

/**
 * The example sentence that shares most pairs of characters with this one, what stands in quotes left aside; the first
 * of equals, and how to click where none is alike.
 */
export function nearestPhrasing(sentence: string, lexicons: readonly Lexicon[]): string {
  const written = lexicons.filter((lexicon) => isWrittenIn(sentence, lexicon));
  const clicks = written.flatMap(({ phrasings }) => phrasings).filter(({ does }) => does === 'click');
  const asked = comparable(sentence);
  let best = { example: clicks.at(-1)?.example ?? '', score: ALIKE };
  for (const { example, language } of written.flatMap(examplesOf)) {
    const score = nearness(asked, language);
    if (score > best.score) best = { example, score };
  }
  return best.example;
}

interface Comparable {
  readonly beginning: string;
  readonly pairs: ReadonlySet<string>;
}

const examples = new Map<Lexicon, readonly { readonly example: string; readonly language: Comparable }[]>();

function examplesOf(lexicon: Lexicon) {
  const known = examples.get(lexicon);
  if (known !== undefined) return known;
  const all = [
    ...lexicon.phrasings.map(({ example }) => example),
    ...lexicon.expectations.map((phrasing) => exampleOf(phrasing, lexicon)),
  ].map((example) => ({ example, language: comparable(example) }));
  examples.set(lexicon, all);
  return all;
}

function comparable(sentence: string): Comparable {
  const language = setQuotesAside(sentence)?.text ?? sentence;
  return { beginning: beginningOf(language), pairs: pairsOf(language) };
}

/** How much of an example is in what was asked, before how much of what was asked is in the example. */
function nearness(asked: Comparable, example: Comparable): number {
  let shared = 0;
  for (const pair of example.pairs) if (asked.pairs.has(pair)) shared += 1;
  if (shared === 0) return 0;
  const begins = asked.beginning === example.beginning ? BEGINS_ALIKE : 0;
  return begins + (0.7 * shared) / example.pairs.size + (0.3 * shared) / asked.pairs.size;
}

/** The verb, in most sentences: it says more than all the rest. */
function beginningOf(language: string): string {
  return /^\p{Script=Han}{1,2}|^[^\p{Script=Han}\s]+/u.exec(language.trim().toLowerCase())?.[0] ?? '';
}

/** The example of an expectation as a whole sentence. */
export function exampleOf(
  { after = 'verify', example }: ExpectationPhrasing,
  { exampleLeads }: Lexicon,
): string {
  return after === 'alone' ? example : exampleLeads[after] + example;
}

/** Dice's coefficient of character pairs, 0 to 1, letter case aside. */
export function alikeness(one: string, other: string): number {
  const left = pairsOf(one);
  const right = pairsOf(other);
  if (left.size + right.size === 0) return one === other ? 1 : 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const plain = text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');
  const pairs = new Set<string>();
  for (let at = 0; at < plain.length - 1; at += 1) pairs.add(plain.slice(at, at + 2));
  if (plain.length === 1) pairs.add(plain);
  return pairs;
}
