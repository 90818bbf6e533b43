import type { Journal } from '#journal/journal.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { BrowserPool } from './browser-pool.ts';

/** One thing that was looked at. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy?: string;
}

export interface Health {
  readonly ok: boolean;
  readonly checks: readonly HealthCheck[];
}

/** Tries what a call needs: a record written and read back, a browser that answers. */
export async function checkHealth(parts: {
  readonly journal: Journal;
  readonly pool: BrowserPool;
}): Promise<Health> {
  const checks = await Promise.all([
    check('store', async () => {
      await parts.journal.ready();
      return 'takes records';
    }),
    check('browser', async () => {
      const browser = await parts.pool.browser();
      return `Chromium ${browser.version}`;
    }),
  ]);
  return { ok: checks.every((entry) => entry.ok), checks };
}

async function check(name: string, look: () => Promise<string>): Promise<HealthCheck> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    if (isPortolanError(error)) return { name, ok: false, detail: error.message, remedy: error.remedy };
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
