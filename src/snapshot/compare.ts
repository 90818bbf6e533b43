import { foldLines } from './fold-lines.ts';
import { goneLines } from './gone-lines.ts';
import { WORDS } from './language.ts';
import { printLines } from './line.ts';
import { portalLines } from './portal-lines.ts';
import { headerOf, type PortalOptions, withinBudget } from './render-portal.ts';
import type { Snapshot } from './snapshot.ts';

export interface Comparison {
  /** `unchanged`: nothing of what is printed or recorded changed. `changed`: `text` says what. `full`: `text` is the whole snapshot. */
  readonly kind: 'unchanged' | 'changed' | 'full';
  readonly text: string;
}

/** Whether every document is the same one and records, values, focus and styles say that nothing moved. */
export function isUnchanged(before: Snapshot, now: Snapshot): boolean {
  if (before.generation !== now.generation || before.documents.length !== now.documents.length) return false;
  return now.documents.every((document) => {
    const was = before.documents.find((other) => other.frame === document.frame);
    return (
      was?.documentId === document.documentId &&
      was.domVersion === document.domVersion &&
      was.signature === document.signature
    );
  });
}

/**
 * What a page shows now against what was shown before: regions that stayed are one line with role, name and
 * ref; what changed is printed in full; equal rows with new refs are one line with the range of their refs.
 * Never longer than the whole text.
 */
export function compareSnapshots(
  before: Snapshot,
  now: Snapshot,
  { language = 'en', budgetCharacters }: PortalOptions = {},
): Comparison {
  const lines = portalLines(now.nodes, language);
  const header = headerOf(now);
  const whole = [header, ...printLines(lines)];
  const full = { kind: 'full', text: withinBudget(whole, budgetCharacters, language) } as const;
  if (before.generation !== now.generation) return full;
  const earlier = portalLines(before.nodes, language);
  const isSame = isUnchanged(before, now);
  if (isSame && printLines(earlier).join('\n') === printLines(lines).join('\n'))
    return { kind: 'unchanged', text: `${header}  ${WORDS[language].unchanged}` };
  const folded = foldLines(lines, earlier, { language, isStill: isSame });
  const text = [header, ...printLines([...folded, ...goneLines(before, now, language)])];
  const length = text.reduce((sum, line) => sum + line.length + 1, -1);
  if (length >= full.text.length) return full;
  return { kind: 'changed', text: withinBudget(text, budgetCharacters, language) };
}
