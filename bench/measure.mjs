// Times of several contestants, taken in turn, so that what else the machine does hits all alike.

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Exponent of growth between two sizes. */
export const exponent = (few, many, smallMs, largeMs) => Math.log(largeMs / smallMs) / Math.log(many / few);

const LONGEST_MS = 120_000;

/**
 * Runs `work` once a round for each contestant, the order turning from round to round.
 *
 * @param contestants - `[name, work]`; `work(round)` answers whatever is to be looked at afterwards.
 * @returns by name: `ms` (median), `least`, `rounds`, and the `last` answer; `error` in place of them.
 */
export async function inTurn(contestants, rounds, { warmUp = 1 } = {}) {
  const found = new Map(
    contestants.map(([name]) => [name, { times: [], last: undefined, error: undefined }]),
  );
  for (let round = -warmUp; round < rounds; round++) {
    for (let place = 0; place < contestants.length; place++) {
      const [name, work] = contestants[(place + round + warmUp) % contestants.length];
      const record = found.get(name);
      if (record.error) continue;
      try {
        const startedAt = performance.now();
        record.last = await within(work(round));
        const reported = record.last?.ms;
        if (round >= 0) record.times.push(reported ?? performance.now() - startedAt);
      } catch (error) {
        record.error = String(error.message ?? error).slice(0, 200);
      }
    }
  }
  return Object.fromEntries([...found].map(([name, record]) => [name, summary(record)]));
}

function summary({ times, last, error }) {
  if (error !== undefined) return { error };
  return { ms: median(times), least: Math.min(...times), rounds: times.length, last };
}

function within(promise) {
  let timer;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${LONGEST_MS / 1000} s`)), LONGEST_MS);
  });
  return Promise.race([promise, tooLong]).finally(() => clearTimeout(timer));
}
