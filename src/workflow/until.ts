import { deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';

/** Looks again and again until something holds, at most so long. */
export async function until<T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limit = deadlineIn(limitMs);
  for (;;) {
    const found = await look();
    if (found !== undefined || leftMs(limit) === 0) return found;
    await sleep(Math.min(LOOK_AGAIN_MS, leftMs(limit)), signal);
  }
}

const LOOK_AGAIN_MS = 150;
