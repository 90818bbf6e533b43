import { expressionOf } from './lexicon/expression.ts';
import { NO_QUOTE_MARK, QUOTE_MARK } from './parse-quotes.ts';

/** What stands in the slots of a pattern, by the names of the slots. */
export type Groups = Readonly<Record<string, string>>;

const ONE_TEXT = new Set(['value', 'url', 'keys', 'id', 'name']);
const LISTS = new Set(['values', 'files']);

const compiled = new Map<string, readonly RegExp[]>();

/**
 * Fits a pattern of a lexicon to a whole text: once with the first slot as short, and once with it as long as it can
 * be. Two answers that differ are two readings of one sentence.
 *
 * @param listed - what stands between the texts of a list, as a regular expression.
 */
export function fitPattern(pattern: string, text: string, listed: string): readonly Groups[] {
  const key = `${listed}\n${pattern}`;
  let both = compiled.get(key);
  if (both === undefined) {
    both = ['?', ''].map((reluctant) => expressionOf(`^${withSlots(pattern, listed, reluctant)}$`));
    compiled.set(key, both);
  }
  const found = both.flatMap((expression) => {
    const groups = expression.exec(text)?.groups;
    return groups === undefined ? [] : [{ ...groups }];
  });
  const [short, long] = found;
  return short !== undefined && JSON.stringify(short) === JSON.stringify(long) ? [short] : found;
}

function withSlots(pattern: string, listed: string, reluctant: string): string {
  const plain = `${NO_QUOTE_MARK}+${reluctant}`;
  return pattern.replace(/\{([a-z]+)\}/g, (_, slot: string) => {
    const list = String.raw`${QUOTE_MARK}(?:\s*${listed}\s*${QUOTE_MARK})*|${plain}`;
    const holds = LISTS.has(slot) ? list : ONE_TEXT.has(slot) ? `${QUOTE_MARK}|${plain}` : `.+${reluctant}`;
    return String.raw`\s*(?<${slot}>${holds})\s*`;
  });
}
