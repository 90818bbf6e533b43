import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run, SetupError, say } from './run.mjs';

const APT_PACKAGES = ['chromium', 'fonts-noto-cjk'];

/**
 * Makes sure that there is a browser: a configured one, an installed one, or one installed now where that
 * needs no question.
 *
 * @returns {Promise<string>} the path of its program.
 */
export async function findOrInstallBrowser() {
  const found = configured() ?? installed();
  if (found !== undefined) return found;
  if (canUseApt()) {
    say('no browser found; installing Chromium with apt-get, once …');
    await aptInstall();
    const now = installed();
    if (now !== undefined) return now;
  }
  throw new SetupError(
    `No Chrome, Edge or Chromium was found. Type:\n  ${installCommand()}\nor set CHROME_PATH to the path of one.`,
  );
}

function configured() {
  for (const name of ['PORTOLAN_EXECUTABLE_PATH', 'CHROME_PATH']) {
    const path = process.env[name];
    if (!path) continue;
    if (isRunnable(path)) return path;
    throw new SetupError(`${name} is ${path}, which is not a program. Correct it, or type: unset ${name}`);
  }
  return undefined;
}

function installed() {
  return PLACES[process.platform]?.().find(isRunnable);
}

const PLACES = {
  linux: () => [
    '/opt/google/chrome/chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/microsoft/msedge/msedge',
    '/usr/bin/microsoft-edge-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
  ],
  darwin: () =>
    ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) =>
        join(folder, `${name}.app/Contents/MacOS/${name}`),
      ),
    ),
  win32: () =>
    ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .map((name) => process.env[name])
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        join(folder, 'Chromium/Application/chrome.exe'),
      ]),
};

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() && !isSnapPointer(path);
  } catch {
    return false;
  }
}

/** Ubuntu's `chromium-browser` is a script that only says to install a snap. */
function isSnapPointer(path) {
  if (statSync(path).size > 10_000 || existsSync('/snap/bin/chromium')) return false;
  return readFileSync(path, 'utf8').includes('snap install');
}

function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...APT_PACKAGES]];
  for (const args of steps) {
    const { code, output } = await run('apt-get', args, { quiet: true, env });
    if (code === 0) continue;
    const end = output.trim().split('\n').slice(-10).join('\n');
    throw new SetupError(`apt-get ${args[0]} failed:\n${end}\nMend that, then type:\n  ${installCommand()}`);
  }
}

function installCommand() {
  if (process.platform === 'darwin') return 'brew install --cask google-chrome';
  if (process.platform === 'win32') return 'winget install Google.Chrome';
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (!existsSync('/usr/bin/apt-get')) return 'install Chromium with the package manager of this system';
  return `${sudo}apt-get update && ${sudo}apt-get install -y ${APT_PACKAGES.join(' ')}`;
}
