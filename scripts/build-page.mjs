import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What runs inside pages, each as one script without imports. */
const BUNDLES = ['isolated-world', 'settle-hook'];

/**
 * Bundles the page code into `dist/page/<bundle>.js`.
 *
 * @param {string} [folder] - where the bundles go, from the package's folder.
 */
export async function buildPage(folder = 'dist/page') {
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(BUNDLES.map((name) => [name, `src/page/${name}.entry.ts`])),
    outdir: folder,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'chrome120',
    conditions: ['@portolan/source'],
    minify: true,
    legalComments: 'none',
    charset: 'ascii',
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
