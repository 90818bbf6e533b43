import { join } from 'node:path';
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
  const [output] = result.outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(output.contents).toString('base64')}`);
}
