// Breaks one line at a time, in a copy of the tree, and demands that the tests notice.
//   --one        only one, drawn by PORTOLAN_TEST_SEED
//   --only NAME  only that one
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATIONS } from './mutations.mjs';
import { ROOT, run } from './setup/run.mjs';

const COPIED = [
  'src',
  'tests',
  'scripts',
  'demo',
  'skills',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** The mutations asked for on the command line. */
function chosen() {
  const [flag, name] = process.argv.slice(2);
  if (flag === '--only') return MUTATIONS.filter((mutation) => mutation.name === name);
  if (flag !== '--one' || MUTATIONS.length === 0) return MUTATIONS;
  const quick = MUTATIONS.filter(({ tests }) => tests.every((path) => !path.includes('.browser.')));
  const seed = Number(process.env.PORTOLAN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  return [(quick.length > 0 ? quick : MUTATIONS)[seed % (quick.length || MUTATIONS.length)]];
}

const isOurs = (path) => !path.endsWith('node_modules');

function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-mutation-'));
  for (const name of COPIED) {
    if (existsSync(join(ROOT, name)))
      cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isOurs });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** @returns {string | undefined} what has changed since the mutation was written. */
function staleness({ name, file, line, tests }) {
  const source = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '';
  if (source.split(line).length !== 2)
    return `${name}: its line has to stand exactly once in ${file}: ${line}`;
  const missing = tests.find((path) => !existsSync(join(ROOT, path)));
  return missing === undefined ? undefined : `${name}: there is no ${missing}`;
}

/** @returns {Promise<string | undefined>} what is wrong, or nothing when the tests noticed. */
async function judge({ name, file, line, broken, tests }) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const folder = copyTree();
  try {
    writeFileSync(
      join(folder, file),
      source.replace(line, () => broken),
    );
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const { code, output } = await run(process.execPath, [vitest, 'run', '--root', folder, ...tests], {
      quiet: true,
      cwd: folder,
    });
    if (code === 0) return `${name}: ${file} was broken and the tests passed: ${tests.join(', ')}`;
    const isJudged = /Tests .*failed/.test(stripColours(output));
    return isJudged
      ? undefined
      : `${name}: no test failed; the run itself did:\n${output.trim().slice(-2_000)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stripColours(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours begin.
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

function report(problem) {
  console.log(`NOT NOTICED: ${problem}`);
  process.exitCode = 1;
}

// One that no longer fits its file is told at once, also where another one is drawn.
const stale = MUTATIONS.map(staleness).filter((problem) => problem !== undefined);
stale.forEach(report);
if (stale.length === 0) {
  for (const mutation of chosen()) {
    const problem = await judge(mutation);
    if (problem === undefined) console.log(`noticed: ${mutation.name}`);
    else report(problem);
  }
}
