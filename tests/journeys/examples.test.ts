import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';

const EXAMPLES = join(PACKAGE_ROOT, 'examples');
let home = '';

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'portolan-examples-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('every example runs from the built package, and finds what it says it finds', async () => {
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.mjs'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const run = promisify(execFile)(process.execPath, [join(EXAMPLES, name)], {
      env: { ...process.env, XDG_DATA_HOME: home },
      timeout: 60_000,
    });
    await expect(run, name).resolves.toBeDefined();
  }
});
