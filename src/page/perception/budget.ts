import { costOf, costOfAll, type Entry, newEntry } from './entry.ts';
import { FIELDS } from './role-sets.ts';
import { type Run, rehome } from './runs.ts';
import { shorten } from './visible-text.ts';
import type { Walker } from './walker.ts';

const KEPT_LONGEST = new Set(['dialog', 'alertdialog', 'alert', 'heading']);
const PAGING =
  /^(?:next|previous|prev|more|load more|show more|»|›|>|próxim[ao]|seguinte|anterior|mais|carregar mais|ver mais)\b/i;

/** Keeps what was collected within the budget by its structure: tails of runs, then long texts, then depth. */
export function fitBudget(entries: Entry[], walker: Walker, runLimit: number, budget: number): void {
  extendRuns(entries, walker, runLimit, budget);
  if (costOfAll(entries, 0) <= budget) return;
  for (const limit of [200, 50]) {
    shortenTexts(entries, limit);
    if (costOfAll(entries, 0) <= budget) {
      extendRuns(entries, walker, runLimit, budget);
      return;
    }
  }
  for (const isImportant of [mattersMost, () => false]) {
    for (let depth = depthOf(entries) - 1; depth >= 1; depth--) {
      cutBelow(entries, depth, isImportant);
      if (costOfAll(entries, 0) <= budget) return;
    }
  }
  takeWithin(entries, 0, { left: budget });
}

/** Walks more items of each run in turn, those with fields first, until the limit or the budget is met. */
function extendRuns(entries: Entry[], walker: Walker, runLimit: number, budget: number): void {
  let left = budget - costOfAll(entries, 0);
  for (const run of walker.runs) run.isFull = false;
  for (let step = 4; ; step *= 2) {
    const open = walker.runs.filter((run) => !run.isFull && run.cut.omitted > 0);
    if (open.length === 0) return;
    rehome(entries, open);
    open.sort((one, other) => Number(other.isFields) - Number(one.isFields));
    for (const run of open) left = extendRun(run, step, walker, runLimit, left);
  }
}

function extendRun(run: Run, step: number, walker: Walker, runLimit: number, budget: number): number {
  const limit = run.isFields || run.isProse ? Number.POSITIVE_INFINITY : runLimit;
  let left = budget;
  for (let count = 0; count < step; count++) {
    if (run.cut.omitted === 0) return left;
    if (run.walked >= limit || left <= 0) {
      run.isFull = true;
      return left;
    }
    const before = { walked: run.walked, next: run.next, runs: walker.runs.length };
    const entries = walker.extend(run);
    const cost = costOfAll(entries, run.level);
    if (cost > left) {
      run.sink.splice(run.sink.indexOf(run.cut) - entries.length, entries.length);
      run.walked = before.walked;
      run.next = before.next;
      run.cut.omitted = run.total - run.walked;
      walker.runs.length = before.runs;
      run.isFull = true;
      return left;
    }
    left -= cost;
  }
  return left;
}

function shortenTexts(entries: readonly Entry[], limit: number): void {
  for (const entry of entries) {
    if (entry.kind === 'text' || entry.role === 'cell' || entry.role === 'gridcell')
      entry.name = shorten(entry.name, limit);
    shortenTexts(entry.children, limit);
  }
}

function depthOf(entries: readonly Entry[]): number {
  let depth = 0;
  for (const entry of entries) depth = Math.max(depth, depthOf(entry.children));
  return depth + 1;
}

function mattersMost(entry: Entry): boolean {
  if (entry.kind === 'covered' || KEPT_LONGEST.has(entry.role) || FIELDS.has(entry.role)) return true;
  if ((entry.role === 'button' || entry.role === 'link') && PAGING.test(entry.name)) return true;
  return entry.children.some(mattersMost);
}

function cutBelow(entries: Entry[], depth: number, isImportant: (entry: Entry) => boolean): void {
  for (const entry of entries) {
    if (depth > 1) cutBelow(entry.children, depth - 1, isImportant);
    else fold(entry, isImportant);
  }
}

function fold(entry: Entry, isImportant: (entry: Entry) => boolean): void {
  if (entry.kind === 'columns') return;
  let omitted = 0;
  const kept = entry.children.filter((child) => {
    if (child.kind !== 'cut' && isImportant(child)) return true;
    omitted += child.kind === 'cut' ? child.omitted : 1;
    return false;
  });
  for (const child of kept) fold(child, isImportant);
  if (omitted > 0) {
    const cut = newEntry('cut', '', '');
    cut.omitted = omitted;
    kept.push(cut);
  }
  entry.children = kept;
}

const CUT_RESERVE = 48;

/** The last resort: as much as fits, in order. */
function takeWithin(entries: Entry[], level: number, budget: { left: number }): void {
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (!entry) continue;
    const cost = costOf(entry, level);
    if (cost + CUT_RESERVE <= budget.left) {
      budget.left -= cost;
      continue;
    }
    const own = costOf({ ...entry, children: [] }, level);
    let from = index;
    if (own + 2 * CUT_RESERVE <= budget.left && entry.children.length > 0) {
      budget.left -= own + CUT_RESERVE;
      takeWithin(entry.children, level + 1, budget);
      from = index + 1;
    }
    let omitted = 0;
    for (const rest of entries.splice(from)) omitted += rest.kind === 'cut' ? rest.omitted : 1;
    const cut = newEntry('cut', '', '');
    cut.omitted = omitted;
    if (omitted > 0) entries.push(cut);
    budget.left = 0;
    return;
  }
}
