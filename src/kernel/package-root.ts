import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The folder of this package, whether it runs from source or from its build. */
export const PACKAGE_ROOT = findRoot();

/** Text of a file that ships with the package, by its path from the package's folder. */
export function readShipped(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

export const PACKAGE_VERSION: string = (JSON.parse(readShipped('package.json')) as { version: string })
  .version;
