import { hostname } from 'node:os';
import type { Writer } from './journal-store.ts';

export function thisWriter(): Writer {
  return { host: hostname(), pid: process.pid };
}

/**
 * Whether a writer may still be running. One on another host is taken to be; its lease decides. A pid that
 * now belongs to another process only makes the wait longer, to the end of the lease.
 */
export function isRunning(host: string, pid: number): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
