import type { Hands } from './hands.ts';
import { within } from './interruptions.ts';
import { press } from './press.ts';
import { blockOf, type SeenNode, sameLabel } from './reply-text.ts';
import { Stuck } from './task.ts';
import * as words from './words.ts';

const MOST_MONTHS = 60;

/** Chooses a day in a calendar that a control opens: by its months, then by the day's full name. */
export async function pickDay(hands: Hands, name: string, iso: string): Promise<boolean> {
  const before = new Set(dialogs(hands).map((node) => node.name));
  const opened = await press(hands, name, {
    why: `open ${name}`,
    which: (node) => /^(combobox|button|textbox)$/.test(node.role) && sameLabel(node.name, name),
  });
  const calendar = dialogs(hands).find((node) => !before.has(node.name));
  if (opened === undefined || calendar === undefined) throw new Stuck(`"${name}" opens no calendar.`);
  const wanted = words.monthIn(monthName(iso)) ?? 0;
  for (let month = 0; month < MOST_MONTHS; month++) {
    const sheet = dialogs(hands).find((node) => node.name === calendar.name);
    if (sheet === undefined) return false;
    const inside = new Set(within(hands, sheet).map(({ ref }) => ref));
    const isThere = (node: SeenNode) => inside.has(node.ref) && words.namesDay(node.name, iso);
    if (hands.page.nodes.some(isThere))
      return (
        (await press(hands, iso, { why: `choose ${iso} in ${name}`, which: isThere, own: calendar.name })) !==
        undefined
      );
    const shown = words.monthIn(blockOf(hands.page, sheet).slice(1).join(' ')) ?? wanted;
    const direction = shown < wanted ? words.NEXT : words.PREVIOUS;
    const stepped = await press(hands, 'month', {
      why: `month in ${name}`,
      which: (node) => inside.has(node.ref) && node.role === 'button' && direction.test(node.name),
      own: calendar.name,
    });
    if (stepped === undefined) throw new Stuck(`The calendar of "${name}" cannot be stepped.`);
  }
  return false;
}

function dialogs(hands: Hands): readonly SeenNode[] {
  return hands.page.nodes.filter(({ role }) => role === 'dialog');
}

function monthName(iso: string): string {
  return new Date(iso).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
