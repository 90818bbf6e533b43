import type { Lexicon } from './lexicon/lexicon.ts';

/** The example sentence that shares most pairs of characters with this one; the first of equals. */
export function nearestPhrasing(sentence: string, lexicons: readonly Lexicon[]): string {
  const written = /\p{Script=Han}/u.test(sentence) ? 'zh' : undefined;
  let best = { example: '', score: -1 };
  for (const lexicon of lexicons) {
    if (written !== undefined && lexicon.locale !== written) continue;
    if (written === undefined && lexicon.locale === 'zh') continue;
    const lead = lexicon.locale === 'zh' ? '验证' : 'Verify that ';
    const examples = [
      ...lexicon.phrasings.map(({ example }) => example),
      ...lexicon.expectations.map(({ example }) => lead + example),
    ];
    for (const example of examples) {
      const score = alikeness(sentence, example);
      if (score > best.score) best = { example, score };
    }
  }
  return best.example;
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
