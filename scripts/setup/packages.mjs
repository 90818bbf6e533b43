import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, SetupError, say } from './run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');
const STAMP = join(ROOT, 'node_modules/.portolan-lock');

/** Installs the packages when the lock file is not the one they were installed from. */
export async function installPackages() {
  const wanted = fingerprint();
  if (readIfThere(STAMP) === wanted) return;
  if (!isInstalled()) {
    say('installing packages …');
    await npmCi();
  }
  writeFileSync(STAMP, wanted);
}

function fingerprint() {
  const major = process.versions.node.split('.')[0];
  return createHash('sha256')
    .update(`${major} ${process.platform} ${process.arch} `)
    .update(readFileSync(LOCK))
    .digest('hex');
}

/** Whether someone has installed exactly this lock by hand: npm keeps a copy of what it installed. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const present = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || (present[path]?.version === version && existsSync(join(ROOT, path))),
  );
}

async function npmCi() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const { code, output } = npm?.match(/\.[cm]?js$/)
    ? await run(process.execPath, [npm, ...args], { quiet: true })
    : await run('npm', args, { quiet: true, shell: process.platform === 'win32' });
  if (code === 0) return;
  const [reason = ''] = output.split(/^npm error Usage:/m);
  throw new SetupError(`npm ci failed:\n${reason.trim()}\nMend that, then type: npm ci`);
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
