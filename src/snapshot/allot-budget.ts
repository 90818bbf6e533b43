const LEAST = 200;

/**
 * Shares a budget among documents by what each would take.
 *
 * @returns for each the characters it must keep to now, or `undefined` when it may stay as it is.
 */
export function allotBudget(sizes: readonly number[], budget: number): readonly (number | undefined)[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= budget) return sizes.map(() => undefined);
  const open = new Set(sizes.keys());
  let left = budget;
  for (;;) {
    const share = Math.max(LEAST, Math.floor(left / Math.max(1, open.size)));
    const fitting = [...open].filter((place) => (sizes[place] ?? 0) <= share);
    if (fitting.length === 0) return sizes.map((_, place) => (open.has(place) ? share : undefined));
    for (const place of fitting) {
      open.delete(place);
      left -= sizes[place] ?? 0;
    }
    if (open.size === 0) return sizes.map(() => undefined);
  }
}
