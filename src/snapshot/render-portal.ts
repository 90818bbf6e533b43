import { type Language, WORDS } from './language.ts';
import { printLines } from './line.ts';
import { bare } from './page-string.ts';
import { portalLines } from './portal-lines.ts';
import type { Snapshot } from './snapshot.ts';

export interface PortalOptions {
  /** `en` when absent. */
  readonly language?: Language;
  /** Most characters of the text; no limit when absent. Take the snapshot with the same budget: here only the end is cut. */
  readonly budgetCharacters?: number;
}

/**
 * The snapshot as the portal prints it: one line with title, address and generation, then one node a line,
 * two spaces a level, `- role "name" [e12@v3] state…: "value"`.
 */
export function renderPortal(snapshot: Snapshot, options: PortalOptions = {}): string {
  const { language = 'en', budgetCharacters } = options;
  const lines = [headerOf(snapshot), ...printLines(portalLines(snapshot.nodes, language))];
  return withinBudget(lines, budgetCharacters, language);
}

/** `title  address  v3`; no page text can hold the two spaces between. */
export function headerOf(snapshot: Snapshot): string {
  const title = bare(snapshot.title);
  return `${title ? `${title}  ` : ''}${bare(snapshot.url)}  v${snapshot.generation}`;
}

/** Joins lines; what goes beyond the budget is left out at the end, and said. */
export function withinBudget(
  lines: readonly string[],
  budgetCharacters: number | undefined,
  language: Language,
): string {
  const text = lines.join('\n');
  if (budgetCharacters === undefined || text.length <= budgetCharacters) return text;
  const kept: string[] = [];
  let length = WORDS[language].omitted(lines.length).length;
  for (const line of lines) {
    length += line.length + 1;
    if (length > budgetCharacters) break;
    kept.push(line);
  }
  return [...kept, WORDS[language].omitted(lines.length - kept.length)].join('\n');
}
