import type { RecordKind } from '#page/wire.ts';

/** A node of what will be printed, while the page still decides how much of it. */
export interface Entry {
  kind: RecordKind;
  role: string;
  name: string;
  element: number;
  states: string[];
  value: string | null;
  isMasked: boolean;
  rowKey: string;
  inRun: boolean;
  omitted: number;
  children: Entry[];
}

/** Shared by all entries that have none; lists are replaced, never added to. */
const NO_STATES: string[] = [];
const NO_CHILDREN: Entry[] = [];

export function newEntry(kind: RecordKind, role: string, name: string): Entry {
  return {
    kind,
    role,
    name,
    element: 0,
    states: NO_STATES,
    value: null,
    isMasked: false,
    rowKey: '',
    inRun: false,
    omitted: 0,
    children: NO_CHILDREN,
  };
}

const REF_COST = 14;
const BARE_ITEMS = new Set([
  '',
  'row',
  'listitem',
  'paragraph',
  'cell',
  'gridcell',
  'rowheader',
  'columnheader',
]);

/** All that is inside stands in the same line. */
const ONE_LINE = new Set(['row', 'cell', 'gridcell', 'rowheader', 'columnheader', 'paragraph', 'heading']);

/** Characters a string takes once it is escaped, from above. */
function escapedLength(text: string): number {
  return /["\\[\n\t]/.test(text) ? text.length + text.replace(/[^"\\[\n\t]/g, '').length : text.length;
}

/** Characters an entry takes alone, from above. */
export function ownCost(entry: Entry, depth: number): number {
  if (entry.kind === 'text') return escapedLength(entry.name) + 5 + 2 * depth;
  if (entry.kind === 'cut') return 28 + 2 * depth;
  if (entry.kind === 'virtual') return 110 + 2 * depth;
  let cost = 3 + 2 * depth;
  if (entry.element > 0 || !BARE_ITEMS.has(entry.role)) cost += entry.role.length + 1;
  if (entry.name) cost += escapedLength(entry.name) + 3;
  if (entry.element) cost += REF_COST;
  for (const state of entry.states) cost += state.length + 1;
  if (entry.value !== null) cost += escapedLength(entry.value.slice(0, 1_000)) + 34;
  if (entry.isMasked) cost += 10;
  return cost;
}

/** Characters an entry and all below it take, from above. */
export function costOf(entry: Entry, depth: number): number {
  let cost = ownCost(entry, depth);
  const below = ONE_LINE.has(entry.role) ? 0 : depth + 1;
  for (const child of entry.children) cost += costOf(child, below);
  return cost;
}

export function costOfAll(entries: readonly Entry[], depth: number): number {
  let cost = 0;
  for (const entry of entries) cost += costOf(entry, depth);
  return cost;
}
