// From a fresh checkout to a running command: Node, packages, a browser, the build, then the command.
// Uses nothing but Node, because nothing else may be there yet. A second run takes a second.
import { pathToFileURL } from 'node:url';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { installPackages } from './setup/packages.mjs';
import { run, SetupError, say } from './setup/run.mjs';

const LEAST_NODE = 20;
/** Applications that nobody here wrote, for the tests that drive them. */
const APPS = 'tests/apps';

const COMMANDS = {
  start: serve,
  test: (args, apps) => test(args, apps, { full: false }),
  'test:full': (args, apps) => test(args, apps, { full: true }),
  'test:browser': testBrowser,
  bench: (args) => node('bench/run.mjs', args),
  setup: () => say('everything is there.'),
};
const WITH_APPS = ['test', 'test:full', 'test:browser'];

async function main([name = 'setup', ...args]) {
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new SetupError(`There is no command ${name}. There are: ${Object.keys(COMMANDS).join(', ')}`);
  }
  checkNode();
  // What does not need one another comes at once: half of a first run is waiting for registries.
  const apps = WITH_APPS.includes(name) ? installPackages(APPS) : undefined;
  // Whoever needs them waits for them, and is told then.
  apps?.catch(() => {});
  const [browser] = await Promise.all([findOrInstallBrowser(), packagesAndBuild()]);
  // For the program and for what it starts: the browser that was found here is the one they use.
  process.env.CHROME_PATH = browser;
  await command(args, apps);
}

async function packagesAndBuild() {
  await installPackages();
  const { buildIfChanged } = await import('./build.mjs');
  await buildIfChanged();
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= LEAST_NODE) return;
  throw new SetupError(
    `Node ${LEAST_NODE} or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org, or type: nvm install ${LEAST_NODE}`,
  );
}

/** In this very process, so that a signal or a closed terminal reaches the server directly. */
async function serve(args) {
  const { MAIN } = await import('./build.mjs');
  process.argv = [process.argv[0], MAIN, 'serve', '--demo', ...args];
  await import(pathToFileURL(MAIN).href);
}

async function testBrowser(args, apps) {
  await apps;
  await vitest(['--project', 'browser', ...args]);
}

async function test(args, apps, { full }) {
  process.env.PORTOLAN_TEST_SEED ||= String(Math.floor(Math.random() * 2 ** 31));
  if (full) process.env.PORTOLAN_TEST_FULL = '1';
  say(`samples are drawn by seed ${process.env.PORTOLAN_TEST_SEED} (set PORTOLAN_TEST_SEED to repeat)`);
  await node('scripts/check.mjs');
  await node('scripts/gate-mutations.mjs', full ? [] : ['--one']);
  await apps;
  await vitest(args);
}

async function vitest(args) {
  await node('node_modules/vitest/vitest.mjs', ['run', ...args]);
}

async function node(script, args = []) {
  const { code } = await run(process.execPath, [script, ...args]);
  if (code !== 0) process.exit(code);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
