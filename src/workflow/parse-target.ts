import { compact } from '#kernel/compact.ts';
import { expressionOf } from './lexicon/expression.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { fitPattern } from './parse-pattern.ts';
import { hasQuote, type QuotedSentence, slotText } from './parse-quotes.ts';
import type { ControlKind, StepTarget } from './step.ts';

/** A target, and the words of it that stand without quotes: they may say more than a name. */
export interface ReadTarget {
  readonly target: StepTarget;
  readonly isQuoted: boolean;
  readonly plainWords: readonly string[];
}

/** Reads the words for an element: its name, its kind, and the place it is in. */
export function readTarget(slot: string, sentence: QuotedSentence, lexicon: Lexicon): ReadTarget | undefined {
  return readNamed(slot, sentence, lexicon) ?? readPlaced(slot, sentence, lexicon);
}

/** The name of a place, in words that are not just "dialog". */
export function readPlace(
  slot: string,
  sentence: QuotedSentence,
  lexicon: Lexicon,
): { readonly name: string; readonly plainWords: readonly string[] } | undefined {
  const name = slotText(slot.replace(articleOf(lexicon), ''), sentence);
  if (name === undefined) return undefined;
  const isPlain = !hasQuote(slot);
  return isPlain && isPlaceWord(name, lexicon) ? undefined : { name, plainWords: isPlain ? [name] : [] };
}

/** With a place, when the name has one: `“A”行的“编辑”`, `"Edit" in the "A" row`. */
function readPlaced(slot: string, sentence: QuotedSentence, lexicon: Lexicon): ReadTarget | undefined {
  const patterns = [
    ...lexicon.placeInName.map((pattern) => ({ pattern, isBare: false })),
    ...lexicon.barePlaceInName.map((pattern) => ({ pattern, isBare: true })),
  ];
  for (const { pattern, isBare } of patterns) {
    for (const { within = '', rest = '' } of fitPattern(pattern, slot, lexicon.listed)) {
      if (isBare && !hasQuote(within)) continue;
      const place = readPlace(within, sentence, lexicon);
      const named = readNamed(rest, sentence, lexicon);
      if (place === undefined || named === undefined || (isBare && !named.isQuoted)) continue;
      return {
        ...named,
        target: { ...named.target, within: place.name },
        plainWords: [...named.plainWords, ...place.plainWords],
      };
    }
  }
  return undefined;
}

function readNamed(slot: string, sentence: QuotedSentence, lexicon: Lexicon): ReadTarget | undefined {
  const article = articleOf(lexicon);
  const hasArticle = article.test(slot.trim());
  const bare = slot.trim().replace(article, '');
  const isQuoted = hasQuote(bare);
  const kinds = isQuoted || hasArticle ? [...lexicon.kinds, ...lexicon.kindsOfQuoted] : lexicon.kinds;
  const named = (name: string, kind: ControlKind | null): ReadTarget => ({
    target: compact<StepTarget>({ name: name.trim(), kind: kind ?? undefined }),
    isQuoted,
    plainWords: isQuoted ? [] : [slot.trim()],
  });
  for (const [word, kind] of kinds) {
    if (bare.toLowerCase() === word && (hasArticle || lexicon.kinds.some(([strong]) => strong === word)))
      return undefined;
    if (bare.toLowerCase().endsWith(word)) {
      const before = bare.slice(0, -word.length).replace(/(?:的|这个|该)$/u, '');
      const isApart = !/[a-z]$/i.test(before) && (hasQuote(before) || hasWordEnd(before, word));
      const name = isApart ? slotText(before, sentence) : undefined;
      if (name !== undefined) return named(name, kind);
    }
    if (!isQuoted) continue;
    for (const pattern of lexicon.named) {
      const [groups] = fitPattern(pattern.replace('{kind}', word), bare, lexicon.listed);
      const name = groups?.['name'] === undefined ? undefined : slotText(groups['name'], sentence);
      if (name !== undefined && hasQuote(groups?.['name'] ?? '')) return named(name, kind);
    }
  }
  const name = slotText(bare, sentence);
  if (hasArticle && !isQuoted && isPlaceWord(bare, lexicon)) return undefined;
  return name === undefined ? undefined : named(name, null);
}

function isPlaceWord(words: string, { article, placeWords }: Lexicon): boolean {
  return expressionOf(`^(?:${article})?${placeWords}$`).test(words);
}

/** Latin words stand apart; Chinese ones do not. */
function hasWordEnd(before: string, word: string): boolean {
  return !/^[a-z]/i.test(word) || /\s$/.test(before);
}

function articleOf({ article }: Lexicon): RegExp {
  return expressionOf(`^(?:${article})`);
}
