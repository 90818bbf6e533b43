import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../scripts/setup/browser.mjs');
const PRINT = `import(${JSON.stringify(SCRIPT)}).then((it) => it.findOrInstallBrowser()).then(
  (path) => console.log(path),
  (error) => console.log(error.name + ': ' + error.message),
);`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function find(env: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const child = { ...process.env, CHROME_PATH: '', PORTOLAN_EXECUTABLE_PATH: '', ...env };
    execFile(process.execPath, ['-e', PRINT], { env: child }, (_, stdout) => resolve(stdout.trim()));
  });
}

function program(name: string, content = '#!/bin/sh\n'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
}

test('a configured browser goes before an installed one', async () => {
  const own = program('own');
  const other = program('other');
  expect(await find({ CHROME_PATH: own })).toBe(own);
  expect(await find({ PORTOLAN_EXECUTABLE_PATH: own, CHROME_PATH: other })).toBe(own);
});

test('a configured path that is no program is refused, with what to type, and never passed over', async () => {
  const text = join(folder, 'text');
  writeFileSync(text, 'not a program');
  expect(await find({ CHROME_PATH: text })).toBe(
    `SetupError: CHROME_PATH is ${text}, which is not a program. Correct it, or type: unset CHROME_PATH`,
  );
});

test('a script that only says to install a snap is no browser', async () => {
  const pointer = program('pointer', '#!/bin/sh\necho "run: snap install chromium"\n');
  expect(await find({ CHROME_PATH: pointer })).toContain('is not a program');
});
