import type { FindReply } from '#page/wire.ts';
import type { Entry } from './entry.ts';
import { beginPass } from './pass.ts';
import { ITEMS } from './role-sets.ts';
import { takeDropped, visibleLine } from './visible-text.ts';
import { collect, replyOf } from './walk.ts';
import { Walker } from './walker.ts';

const BRANCH_LIMIT = 12;

/**
 * Finds text in roles, names, values and texts of the whole document, without regard to case.
 *
 * @returns the matching lines whole (a row with all its cells and controls) under the regions they stand in,
 *   at most `limit`; `matches` counts all.
 */
export function find(query: string, limit: number): FindReply {
  beginPass();
  takeDropped();
  const entries = collect(new Walker({}), {}) ?? [];
  const wanted = visibleLine(query).toLowerCase();
  const count = { matches: 0 };
  const kept = wanted === '' ? [] : keep(entries, wanted, limit, count);
  return { ...replyOf(kept), matches: count.matches };
}

function isMatch(entry: Entry, wanted: string): boolean {
  if (entry.kind === 'covered' || entry.kind === 'cut') return false;
  return (
    entry.name.toLowerCase().includes(wanted) ||
    (entry.value?.toLowerCase().includes(wanted) ?? false) ||
    (entry.element > 0 && `${entry.role} ${entry.name}`.toLowerCase().includes(wanted))
  );
}

function matchesWithin(entry: Entry, wanted: string): boolean {
  return isMatch(entry, wanted) || entry.children.some((child) => matchesWithin(child, wanted));
}

function keep(entries: readonly Entry[], wanted: string, limit: number, count: { matches: number }): Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries) {
    if (isWholeLine(entry)) {
      if (!matchesWithin(entry, wanted)) continue;
      count.matches++;
      if (count.matches <= limit) kept.push(entry);
      continue;
    }
    const own = isMatch(entry, wanted);
    if (own) count.matches++;
    const isShown = own && count.matches <= limit;
    const children = keep(entry.children, wanted, limit, count);
    if (!isShown && children.length === 0) continue;
    const columns = entry.children.filter((child) => child.kind === 'columns' && !children.includes(child));
    kept.push({ ...entry, children: [...columns, ...children] });
  }
  return kept;
}

/** Rows, items and small boxes are answered whole. */
function isWholeLine(entry: Entry): boolean {
  if (entry.children.length === 0) return true;
  return (
    (ITEMS.has(entry.role) || entry.role === '' || entry.kind === 'columns') &&
    size(entry) <= 4 * BRANCH_LIMIT
  );
}

function size(entry: Entry): number {
  return entry.children.reduce((sum, child) => sum + size(child), 1);
}
