/** Numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The seed of this run: `SEED`, or a new one; print it with what it led to. */
export function seedOfRun(): number {
  return Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
}

export const isFullRun = process.env['FULL'] === '1';
