// Everything that can be judged without running the product: types, lint and format, and the gates.
import { join } from 'node:path';
import { ROOT, run } from './setup/run.mjs';

const node = (script, ...args) => [process.execPath, [join(ROOT, script), ...args]];
const tsc = (project) => node('node_modules/typescript/bin/tsc', '-p', project, '--noEmit');

const CHECKS = {
  'types of src': tsc('tsconfig.json'),
  'types of src/page': tsc('tsconfig.page.json'),
  'types of tests': tsc('tsconfig.tests.json'),
  'lint and format': node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  'generated pages': node('scripts/generate.mjs', '--check'),
  requirements: node('scripts/gate-requirements.mjs', ...process.argv.slice(2)),
  errors: node('scripts/gate-errors.mjs'),
};

/** Two keep the smallest machine busy. */
const AT_ONCE = 2;

let failed = 0;
const waiting = Object.entries(CHECKS);

async function checkAfterCheck() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(...next);
}

async function check(name, [program, args]) {
  const { code, output } = await run(program, args, { quiet: true });
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  const isGate = args[0].includes('gate-');
  if (code !== 0 || isGate) console.log(output.trimEnd().replace(/^/gm, '     '));
  if (code !== 0) failed += 1;
}

await Promise.all(Array.from({ length: AT_ONCE }, checkAfterCheck));
if (failed > 0) {
  console.error(`\n${failed} of ${Object.keys(CHECKS).length} checks failed.`);
  process.exitCode = 1;
}
