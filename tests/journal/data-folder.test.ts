import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defaultDataFolder, prepareDataFolder } from '#journal/data-folder.ts';
import { proves } from '../spec/proves.ts';
import { buildPrograms, removePrograms, startProgram } from './support/child.ts';
import { freshFolder } from './support/data-folder.ts';

beforeAll(buildPrograms, 60_000);
afterAll(removePrograms);
afterEach(() => vi.unstubAllEnvs());

test('the data folder is where the platform has such folders', () => {
  vi.stubEnv('XDG_DATA_HOME', '/srv/data');
  expect(defaultDataFolder('linux')).toBe('/srv/data/portolan');
  vi.stubEnv('XDG_DATA_HOME', 'relative');
  expect(defaultDataFolder('linux')).toBe(join(homedir(), '.local/share/portolan'));
  vi.stubEnv('XDG_DATA_HOME', '');
  expect(defaultDataFolder('linux')).toBe(join(homedir(), '.local/share/portolan'));
  expect(defaultDataFolder('darwin')).toBe(join(homedir(), 'Library/Application Support/portolan'));
  vi.stubEnv('LOCALAPPDATA', '/local');
  expect(defaultDataFolder('win32')).toBe(join('/local', 'portolan'));
});

test('a folder that is made is for its owner only; one that is there is left as it is', async () => {
  const parent = freshFolder();
  const made = await prepareDataFolder(join(parent, 'a', 'b'));
  expect(statSync(made).mode & 0o777).toBe(0o700);
  chmodSync(made, 0o755);
  await prepareDataFolder(made);
  expect(statSync(made).mode & 0o777).toBe(0o755);
});

proves('R14', 'a file in the way of the data folder is named, with the fix', async () => {
  const folder = join(freshFolder(), 'data');
  writeFileSync(folder, '');
  for (const path of [folder, join(folder, 'below')]) {
    await expect(prepareDataFolder(path)).rejects.toMatchObject({
      code: 'environment',
      facts: { folder: path },
    });
  }
});

proves('R14', 'a read-only data folder is refused with its name and the fix', async () => {
  const dataDir = freshFolder();
  // The superuser may write anywhere, so the program runs as somebody else.
  const isRoot = process.getuid?.() === 0;
  chmodSync(dataDir, 0o555);
  const child = startProgram('open-journal', { dataDir }, isRoot ? 65_534 : undefined);
  expect(await child.ended).toBe(0);
  expect(JSON.parse(child.lines[0] ?? '')).toMatchObject({
    code: 'environment',
    message: expect.stringContaining(dataDir),
    remedy: expect.stringContaining('--data-dir'),
  });
  chmodSync(dataDir, 0o700);
});

proves(
  'R14',
  'a read-only database in a folder that can be read is refused with its name and the fix',
  async () => {
    const dataDir = freshFolder();
    const isRoot = process.getuid?.() === 0;
    expect(await startProgram('open-journal', { dataDir }).ended).toBe(0);
    chmodSync(dataDir, 0o777);
    chmodSync(join(dataDir, 'journal.key'), 0o444);
    chmodSync(join(dataDir, 'portolan.db'), 0o444);
    const child = startProgram('open-journal', { dataDir }, isRoot ? 65_534 : undefined);
    expect(await child.ended).toBe(0);
    expect(JSON.parse(child.lines[0] ?? '')).toMatchObject({
      code: 'environment',
      message: expect.stringContaining(dataDir),
    });
  },
);
