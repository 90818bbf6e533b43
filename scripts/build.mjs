// Compiles the product into dist/: the engine and its faces by tsc, the page code as bundles.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, run, SetupError, say } from './setup/run.mjs';

const STAMP = join(ROOT, 'node_modules/.portolan-build');
export const MAIN = join(ROOT, 'dist/transports/cli/main.js');
const PRODUCTS = [MAIN, join(ROOT, 'dist/page/isolated-world.js'), join(ROOT, 'dist/page/settle-hook.js')];

/** Builds when the sources are not those of the last build, or something of it is missing. */
export async function buildIfChanged() {
  const wanted = sourcesFingerprint();
  const last = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined;
  if (last === wanted && PRODUCTS.every((path) => existsSync(path))) return;
  await buildAll();
}

/** @param {{ clean?: boolean }} [options] - `clean` empties dist/ first. */
export async function buildAll({ clean = false } = {}) {
  say('building …');
  const fingerprint = sourcesFingerprint();
  if (clean) rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { code, output } = await run(process.execPath, [compiler, '-p', 'tsconfig.json'], { quiet: true });
  if (code !== 0)
    throw new SetupError(`The sources do not compile:\n${output.trim()}\nTo see it again: npm run check`);
  const { buildPage } = await import('./build-page.mjs');
  await buildPage();
  if (existsSync(MAIN)) chmodSync(MAIN, 0o755);
  writeFileSync(STAMP, fingerprint);
}

function sourcesFingerprint() {
  const hash = createHash('sha256');
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true })
    .map((name) => join('src', name))
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .sort();
  const rest = [
    'tsconfig.base.json',
    'tsconfig.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/build-page.mjs',
  ];
  for (const path of [...sources, ...rest])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildAll({ clean: process.argv.includes('--clean') });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
