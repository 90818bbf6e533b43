import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, SetupError, say } from './run.mjs';

/**
 * Installs the packages of a folder when its lock file is not the one they were installed from.
 *
 * @param {string} [folder] - the repository itself when absent; one without a lock file needs nothing.
 */
export async function installPackages(folder = '.') {
  const path = (name) => join(ROOT, folder, name);
  if (!existsSync(path('package-lock.json'))) return;
  const stamp = path('node_modules/.portolan-lock');
  const wanted = fingerprint(path('package-lock.json'));
  if (readIfThere(stamp) === wanted) return;
  if (!isInstalled(path)) {
    say(folder === '.' ? 'installing packages …' : `installing packages of ${folder} …`);
    await npmCi(path('.'));
  }
  writeFileSync(stamp, wanted);
}

function fingerprint(lock) {
  const major = process.versions.node.split('.')[0];
  return createHash('sha256')
    .update(`${major} ${process.platform} ${process.arch} `)
    .update(readFileSync(lock))
    .digest('hex');
}

/** Whether someone has installed exactly this lock by hand: npm keeps a copy of what it installed. */
function isInstalled(path) {
  const copy = path('node_modules/.package-lock.json');
  if (!existsSync(copy)) return false;
  const wanted = JSON.parse(readFileSync(path('package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(copy, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([name, { version, optional, link }]) =>
      name === '' || optional || link || (present[name]?.version === version && existsSync(path(name))),
  );
}

async function npmCi(cwd) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const { code, output } = npm?.match(/\.[cm]?js$/)
    ? await run(process.execPath, [npm, ...args], { quiet: true, cwd })
    : await run('npm', args, { quiet: true, cwd, shell: process.platform === 'win32' });
  if (code === 0) return;
  const [reason = ''] = output.split(/^npm error Usage:/m);
  throw new SetupError(`npm ci failed:\n${reason.trim()}\nMend that, then type: cd ${cwd} && npm ci`);
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
