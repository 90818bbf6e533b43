import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER_CHANNELS, findBrowser, installCommand } from '#browser/find-browser.ts';
import { removeFolder, temporaryFolder } from './launch-support.ts';

describe('finding a browser', () => {
  let folder = '';
  const before = process.env['CHROME_PATH'];

  const program = (name: string, mode = 0o755) => {
    const path = join(folder, name);
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, mode);
    return path;
  };

  beforeEach(() => {
    folder = temporaryFolder();
    delete process.env['CHROME_PATH'];
  });
  afterEach(() => {
    removeFolder(folder);
    if (before === undefined) delete process.env['CHROME_PATH'];
    else process.env['CHROME_PATH'] = before;
  });

  test('a configured path comes before everything', async () => {
    process.env['CHROME_PATH'] = program('other');
    const executablePath = program('browser');
    expect(await findBrowser({ executablePath })).toEqual({ executablePath, foundBy: 'configured path' });
  });

  test('a relative path is taken from the working folder', async () => {
    const executablePath = program('browser');
    const found = await findBrowser({ executablePath: relative(process.cwd(), executablePath) });
    expect(found.executablePath).toBe(executablePath);
  });

  test('CHROME_PATH comes before what is installed', async () => {
    const executablePath = program('browser');
    process.env['CHROME_PATH'] = executablePath;
    expect(await findBrowser()).toEqual({ executablePath, foundBy: 'CHROME_PATH' });
  });

  test('a channel that is asked for is not replaced by CHROME_PATH', async () => {
    process.env['CHROME_PATH'] = program('browser');
    const found = await findBrowser({ channel: 'chromium' }).catch((error: unknown) => error);
    expect(found).not.toMatchObject({ foundBy: 'CHROME_PATH' });
  });

  test('an installed browser is found without a word', async () => {
    const found = await findBrowser();
    expect(BROWSER_CHANNELS).toContain(found.foundBy);
  });

  test('a configured path that does not exist is refused by name, whatever else is installed', async () => {
    const executablePath = join(folder, 'nothing-here');
    await expect(findBrowser({ executablePath })).rejects.toMatchObject({
      code: 'environment',
      message: `The browser at ${executablePath} (configured path) does not exist or is not a file.`,
    });
  });

  test('a file that cannot be run is refused', async () => {
    const executablePath = program('data', 0o644);
    await expect(findBrowser({ executablePath })).rejects.toMatchObject({
      code: 'environment',
      message: `The browser at ${executablePath} (configured path) is not a program that can be run.`,
    });
  });

  test('a folder is refused', async () => {
    const executablePath = join(folder, 'a-folder');
    mkdirSync(executablePath);
    await expect(findBrowser({ executablePath })).rejects.toMatchObject({ code: 'environment' });
  });

  test('a CHROME_PATH that does not exist is refused by name', async () => {
    process.env['CHROME_PATH'] = join(folder, 'gone');
    await expect(findBrowser()).rejects.toMatchObject({
      code: 'environment',
      facts: { source: 'CHROME_PATH', path: join(folder, 'gone') },
    });
  });

  test('a channel that is not installed is refused with where it was looked for', async () => {
    const results = await Promise.all(
      BROWSER_CHANNELS.map((channel) => findBrowser({ channel }).catch((error: unknown) => error)),
    );
    for (const [index, result] of results.entries()) {
      const channel = BROWSER_CHANNELS[index];
      if (result instanceof Error) expect(result).toMatchObject({ code: 'environment', facts: { channel } });
      else expect(result).toMatchObject({ foundBy: channel });
    }
  });

  test('each platform has one command that installs a browser', () => {
    expect(installCommand('linux')).toMatch(/^sudo (apt-get|dnf|snap) install (-y )?chromium$/);
    expect(installCommand('darwin')).toBe('brew install --cask google-chrome');
    expect(installCommand('win32')).toBe('winget install Google.Chrome');
  });
});
