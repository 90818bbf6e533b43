import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './load-typescript.mjs';

/** The test files, by their paths from the root; those of installed packages left out. */
export function testFiles() {
  return readdirSync(join(ROOT, 'tests'), { recursive: true })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !path.includes('/node_modules/'));
}
