import { elementOf } from './element-table.ts';
import type { Entry } from './entry.ts';
import { beginPass } from './pass.ts';
import { Walker } from './walker.ts';

/** Visible text of one element and all below it, a line a piece; cells of a row are joined by a tab. `null` when it is gone. */
export function text(number: number): string | null {
  beginPass();
  const element = elementOf(number);
  if (!element) return null;
  const lines: string[] = [];
  for (const entry of new Walker({}).walk(element)) addLines(entry, lines);
  return lines.join('\n');
}

function addLines(entry: Entry, lines: string[]): void {
  if (entry.role === 'row') {
    lines.push(entry.children.map(inline).join('\t'));
    return;
  }
  const own = ownText(entry);
  if (own) lines.push(own);
  if (entry.role !== 'link' && entry.role !== 'button' && entry.role !== 'heading')
    for (const child of entry.children) addLines(child, lines);
}

const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

function ownText(entry: Entry): string {
  if (CHECKABLE.has(entry.role)) return `${entry.name}: ${checkedWord(entry.states)}`;
  if (entry.isMasked) return entry.name ? `${entry.name}: •••` : '•••';
  if (entry.value === null) return entry.name;
  return entry.name ? `${entry.name}: ${entry.value}` : entry.value;
}

function checkedWord(states: readonly string[]): string {
  if (states.includes('checked')) return 'checked';
  return states.includes('checked=mixed') ? 'partly checked' : 'not checked';
}

function inline(entry: Entry): string {
  const own = ownText(entry);
  return own || entry.children.map(inline).filter(Boolean).join(' ');
}
