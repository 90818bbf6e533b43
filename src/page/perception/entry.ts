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

export function newEntry(kind: RecordKind, role: string, name: string): Entry {
  return {
    kind,
    role,
    name,
    element: 0,
    states: [],
    value: null,
    isMasked: false,
    rowKey: '',
    inRun: false,
    omitted: 0,
    children: [],
  };
}

const REF_COST = 12;

/** Characters an entry takes alone, from above. */
export function ownCost(entry: Entry, depth: number): number {
  if (entry.kind === 'text') return entry.name.length + 4 + 2 * depth;
  if (entry.kind === 'cut') return 28 + 2 * depth;
  let cost = entry.role.length + 5 + 2 * depth;
  if (entry.name) cost += entry.name.length + 3;
  if (entry.element) cost += REF_COST;
  for (const state of entry.states) cost += state.length + 1;
  if (entry.value !== null) cost += Math.min(entry.value.length, 1_000) + 5;
  if (entry.isMasked) cost += 10;
  return cost;
}

/** Characters an entry and all below it take, from above. */
export function costOf(entry: Entry, depth: number): number {
  let cost = ownCost(entry, depth);
  for (const child of entry.children) cost += costOf(child, depth + 1);
  return cost;
}

export function costOfAll(entries: readonly Entry[], depth: number): number {
  let cost = 0;
  for (const entry of entries) cost += costOf(entry, depth);
  return cost;
}
