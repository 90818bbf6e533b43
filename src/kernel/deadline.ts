import { fail } from './errors.ts';

/** A point in time by which something must have answered, and a signal for whoever may cancel it. */
export interface Deadline {
  readonly atMs: number;
  readonly signal?: AbortSignal;
}

/** A deadline `timeoutMs` from now, never later than `outer`, with `outer`'s signal. */
export function deadlineIn(timeoutMs: number, outer?: Deadline): Deadline {
  const atMs = Math.min(Date.now() + timeoutMs, outer?.atMs ?? Number.POSITIVE_INFINITY);
  return outer?.signal === undefined ? { atMs } : { atMs, signal: outer.signal };
}

/** Milliseconds left, never below zero. */
export function leftMs(deadline: Deadline): number {
  return Math.max(0, deadline.atMs - Date.now());
}

/**
 * Waits for `work` or for the deadline, whichever is first. The work itself is not stopped.
 *
 * @throws timeout when the deadline passes; `waitedFor` is in the sentence.
 * @throws cancelled when the deadline's signal is aborted.
 */
export async function within<T>(work: Promise<T>, deadline: Deadline, waitedFor: string): Promise<T> {
  const { signal } = deadline;
  if (signal?.aborted) {
    // Nobody will look at it any more.
    work.catch(() => {});
    throw fail('cancelled', `The call was cancelled while it waited for ${waitedFor}.`);
  }
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(fail('timeout', `No answer from ${waitedFor} before the deadline.`, { waitedFor })),
      leftMs(deadline),
    );
    onAbort = () => reject(fail('cancelled', `The call was cancelled while it waited for ${waitedFor}.`));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}

/** Sleeps, or rejects with `cancelled` when the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    if (signal?.aborted) {
      reject(fail('cancelled', 'The call was cancelled while it waited.'));
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(fail('cancelled', 'The call was cancelled while it waited.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
