/** The number that draws the samples of this run; printed by the test command, and set to repeat one. */
export const TEST_SEED = Number(process.env['PORTOLAN_TEST_SEED'] ?? 2026);

/** Whether the whole figures are wanted: `npm run test:full`. */
export const IS_FULL_RUN = process.env['PORTOLAN_TEST_FULL'] === '1';

/** How many tries a property test makes: a sample in an ordinary run, all in a full one. */
export function tries(sample: number, full: number): number {
  return IS_FULL_RUN ? full : sample;
}

/** So many of a list in an ordinary run, drawn by the seed; all in a full one. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  if (IS_FULL_RUN || all.length <= count) return all;
  const from = TEST_SEED % all.length;
  return [...all, ...all].slice(from, from + count);
}

/** Numbers from 0 to 1, 1 excluded, that a seed draws: the same ones each time. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
