import { cutText } from '#kernel/untrusted-text.ts';

const LINE_LIMIT = 1_000;

/** The last lines that fit the budget; lines left out before them are counted in their place. */
export function newestWithin(
  lines: readonly string[],
  budgetCharacters: number,
): { readonly text: string; readonly shown: number } {
  const kept: string[] = [];
  let left = budgetCharacters - 40;
  for (const line of lines.toReversed()) {
    const cut = cutText(line, LINE_LIMIT);
    left -= cut.length + 1;
    if (left < 0) break;
    kept.unshift(cut);
  }
  const omitted = lines.length - kept.length;
  return {
    text: [...(omitted === 0 ? [] : [`… (${omitted} lines omitted)`]), ...kept].join('\n'),
    shown: kept.length,
  };
}
