import type { FindQuery, FindReply } from '#page/wire.ts';
import type { Entry } from './entry.ts';
import { beginPass } from './pass.ts';
import { ITEMS } from './role-sets.ts';
import { takeDropped, visibleLine } from './visible-text.ts';
import { collect, replyOf } from './walk.ts';
import { Walker } from './walker.ts';

const BRANCH_LIMIT = 12;

/**
 * Finds nodes of the whole document by text in role, name, value or text, by role, and by pattern.
 *
 * @param frames - elements of frames in which something was found: they are kept with what they stand in.
 * @returns the matching lines whole (a row with all its cells and controls) under the regions they stand in,
 *   at most `limit`; `matches` counts all.
 */
export function find(query: FindQuery, limit: number, frames: readonly number[] = []): FindReply {
  beginPass();
  takeDropped();
  const entries = collect(new Walker({}), {}) ?? [];
  const wanted = wantedBy(query);
  const count = { matches: 0 };
  const kept = keep(entries, wanted, limit, count, new Set(frames));
  return { ...replyOf(kept), matches: count.matches, frames: framesIn(entries) };
}

interface Wanted {
  readonly text: string;
  readonly role: string;
  readonly pattern: RegExp | null;
}

function wantedBy({ text = '', role = '', regex }: FindQuery): Wanted {
  return {
    text: visibleLine(text).toLowerCase(),
    role: role.trim().toLowerCase(),
    pattern: regex === undefined ? null : new RegExp(regex, 'iu'),
  };
}

function isMatch(entry: Entry, { text, role, pattern }: Wanted): boolean {
  if (entry.kind === 'covered' || entry.kind === 'cut' || entry.kind === 'virtual') return false;
  if (text === '' && role === '' && pattern === null) return false;
  if (role !== '' && entry.role.toLowerCase() !== role) return false;
  const parts = [
    entry.name,
    entry.value ?? '',
    ...(entry.element > 0 ? [`${entry.role} ${entry.name}`] : []),
  ];
  if (pattern !== null && !parts.some((part) => pattern.test(part))) return false;
  return text === '' || parts.some((part) => part.toLowerCase().includes(text));
}

function matchesWithin(entry: Entry, wanted: Wanted): boolean {
  return isMatch(entry, wanted) || entry.children.some((child) => matchesWithin(child, wanted));
}

function framesIn(entries: readonly Entry[]): number[] {
  return entries.flatMap((entry) => (entry.kind === 'frame' ? [entry.element] : framesIn(entry.children)));
}

function keep(
  entries: readonly Entry[],
  wanted: Wanted,
  limit: number,
  count: { matches: number },
  frames: ReadonlySet<number>,
): Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries) {
    const holds = framesIn([entry]).some((frame) => frames.has(frame));
    if (isWholeLine(entry) && (!holds || matchesWithin(entry, wanted))) {
      if (!matchesWithin(entry, wanted)) continue;
      count.matches++;
      if (count.matches <= limit) kept.push(entry);
      continue;
    }
    const own = isMatch(entry, wanted);
    if (own) count.matches++;
    const isShown = own && count.matches <= limit;
    const children = keep(entry.children, wanted, limit, count, frames);
    if (!isShown && children.length === 0 && entry.kind !== 'frame') continue;
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
