/** How the words of a sentence and the words of an element agree, from best to worst. */
export const AGREEMENTS = ['exact', 'contains', 'near'] as const;
export type Agreement = (typeof AGREEMENTS)[number];

export interface WordMatch {
  readonly how: Agreement;
  /** From 0 to 1; any `exact` is over any `contains`, and any `contains` over any `near`. */
  readonly score: number;
}

/** Least share of characters in common for a near match. */
const NEAR_AT_LEAST = 0.75;
/** Shorter words have too few characters to be near anything. */
const NEAR_LENGTH = 4;

/**
 * Compares the words a sentence asks for with words shown at an element.
 *
 * Width, case, spaces and the marks that forms put around labels (`*`, a colon at the end) do not count.
 *
 * @returns null where they are not about the same thing.
 */
export function compareWords(wanted: string, shown: string): WordMatch | null {
  const asked = plainWords(wanted);
  const there = plainWords(shown);
  if (asked === '' || there === '') return null;
  if (asked === there) return { how: 'exact', score: 1 };
  const share = Math.min(asked.length, there.length) / Math.max(asked.length, there.length);
  if (there.includes(asked) && holdsWhole(shown, wanted))
    return { how: 'contains', score: 0.7 + 0.2 * share };
  const alike = sharedPairs(asked, there);
  if (Math.min(asked.length, there.length) < NEAR_LENGTH || alike < NEAR_AT_LEAST) return null;
  if (asked[0] !== there[0] || digitsOf(asked) !== digitsOf(there)) return null;
  return { how: 'near', score: 0.6 * alike };
}

/** Whether the words stand whole in a text: `subscribe` is not in `Unsubscribe`, nor `1` in `10`. */
function holdsWhole(text: string, words: string): boolean {
  const there = spaced(text);
  const asked = spaced(words);
  for (let at = there.indexOf(asked); at >= 0; at = there.indexOf(asked, at + 1)) {
    const before = there.slice(0, at);
    const after = there.slice(at + asked.length);
    const isCut =
      (/[\p{Script=Latin}]$/u.test(before) && /^[\p{Script=Latin}]/u.test(asked)) ||
      (/[\p{Script=Latin}]$/u.test(asked) && /^[\p{Script=Latin}]/u.test(after)) ||
      (/\d$/u.test(before) && /^\d/u.test(asked)) ||
      (/\d$/u.test(asked) && /^\d/u.test(after));
    if (!isCut) return true;
  }
  return false;
}

function spaced(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

function digitsOf(text: string): string {
  return text.replace(/\D+/gu, ' ').trim();
}

function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*]+/gu, '')
    .replace(/:+$/u, '');
}

/** Dice's coefficient of neighbouring characters: the order of characters counts, from 0 to 1. */
function sharedPairs(one: string, other: string): number {
  const left = pairsOf(one);
  const right = pairsOf(other);
  const rest = [...right];
  let common = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 1;
  }
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

function pairsOf(text: string): readonly string[] {
  const characters = [...text];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
