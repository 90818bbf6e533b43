import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const ROOT = join(import.meta.dirname, '..');

/**
 * Imports a TypeScript module of the tree without building the tree. For modules that hold data:
 * what they import is bundled in, packages stay outside.
 *
 * @param {string} path - from the root of the repository.
 */
export async function loadTypeScript(path) {
  const result = await build({
    entryPoints: [join(ROOT, path)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [
      {
        name: 'domains',
        setup({ onResolve }) {
          onResolve({ filter: /^#/ }, ({ path: name }) => ({ path: join(ROOT, 'src', name.slice(1)) }));
        },
      },
    ],
  });
  // Inside node_modules, so that the packages it imports are found.
  const folder = join(ROOT, 'node_modules/.portolan-loaded');
  const [output] = result.outputFiles;
  const file = join(folder, `${process.pid}-${output.hash.replace(/\W/g, '')}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, output.contents);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file, { force: true });
  }
}
