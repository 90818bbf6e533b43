import { constants } from 'node:os';
import type { Log } from '#transports/log.ts';

/** Most time that running calls get to finish once the process was asked to stop. */
export const STOP_WITHIN_MS = 30_000;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** One key press reaches us twice when whoever started us passes it on as well, as npm and timeout do. */
const ECHO_MS = 100;

/** Resolves at the first signal to stop; a second one ends the process at once. */
export function stopSignal(log: Log): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (firstAtMs === undefined) {
          firstAtMs = performance.now();
          resolve(signal);
        } else if (performance.now() - firstAtMs > ECHO_MS) {
          log.warn(`${signal} again: ending at once`);
          process.exit(128 + constants.signals[signal]);
        }
      });
    }
  });
}
