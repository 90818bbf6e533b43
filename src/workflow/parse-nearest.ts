import type { ExpectationPhrasing, Lexicon } from './lexicon/lexicon.ts';

/** Whether a sentence has the letters of a language. */
export function isWrittenIn(sentence: string, { locale }: Lexicon): boolean {
  return /\p{Script=Han}/u.test(sentence) === (locale === 'zh');
}

/** The example sentence that shares most pairs of characters with this one; the first of equals. */
export function nearestPhrasing(sentence: string, lexicons: readonly Lexicon[]): string {
  let best = { example: '', score: -1 };
  for (const lexicon of lexicons.filter((each) => isWrittenIn(sentence, each))) {
    const examples = [
      ...lexicon.phrasings.map(({ example }) => example),
      ...lexicon.expectations.map((phrasing) => exampleOf(phrasing, lexicon)),
    ];
    for (const example of examples) {
      const score = alikeness(sentence, example);
      if (score > best.score) best = { example, score };
    }
  }
  return best.example;
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
