const OF_PLAYWRIGHT = /[\\/]playwright-core[\\/]/;

let isGuarded = false;

/**
 * Keeps the process alive when playwright's own bookkeeping trips. It follows frames by events whose order a
 * page can upset, by moving frames between processes fast enough; the assertion that then fails is a rejection
 * nobody can catch, and would end everybody's sessions. What we know of frames comes from our own sessions, so
 * nothing is lost. Any other unhandled rejection ends the process as it always does.
 */
export function survivePlaywrightFaults(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.on('unhandledRejection', (reason) => {
    if (reason instanceof Error && isOfPlaywright(reason)) return;
    // Thrown from here it is an uncaught exception, which is what it was to be without this listener.
    if (process.listenerCount('unhandledRejection') === 1) throw reason;
  });
}

/** Raised by its code, and not by ours that called it. */
function isOfPlaywright({ stack = '' }: Error): boolean {
  const [first = ''] = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return OF_PLAYWRIGHT.test(first);
}
