import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Journal } from '#journal/journal.ts';
import { isPortolanError } from '#kernel/error.ts';
import { newId } from '#kernel/id.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import { type FlagValues, loadSettings } from '#transports/cli/load-settings.ts';
import { createProgram } from '#transports/cli/program.ts';
import { keyOf, rowOf, SETTING_NAMES } from '#transports/cli/settings.ts';
import { buildEchoCli, freshFolder, runToEnd } from './support/echo-cli.ts';
import { openEchoHost } from './support/echo-host.ts';

let cli: string;
beforeAll(async () => {
  cli = await buildEchoCli();
});
afterAll(() => rmSync(dirname(cli), { recursive: true, force: true }));

/** A test that starts a dozen processes one after the other, on a machine that may be busy. */
const MANY_STARTS_MS = 60_000;

function withFile(content: unknown): string {
  const folder = freshFolder();
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'portolan.config.json'), text);
  return folder;
}

function refusal(flags: FlagValues, folder = freshFolder()): string {
  try {
    loadSettings(flags, undefined, folder);
  } catch (error) {
    if (isPortolanError(error)) return `${error.code}: ${error.message} ${error.remedy}`;
    throw error;
  }
  throw new Error('was not refused');
}

describe('settings', () => {
  test('have defaults', () => {
    const { settings, file } = loadSettings({}, undefined, freshFolder());
    expect(file).toBeUndefined();
    expect(settings).toMatchObject({
      hosts: ['*'],
      host: '127.0.0.1',
      port: 8771,
      sandbox: true,
      observe: 'changes',
    });
    expect(settings).not.toHaveProperty('executablePath');
  });

  test('come from the file of the working folder, and a flag wins', () => {
    const folder = withFile({
      hosts: ['portal.example:8443', 'localhost:*'],
      port: 9000,
      sandbox: false,
      dataDir: 'data',
      viewport: { width: 800, height: 600 },
    });
    const { settings, file } = loadSettings({ port: ['9001'] }, undefined, folder);
    expect(file).toBe(join(folder, 'portolan.config.json'));
    expect(settings).toMatchObject({
      hosts: ['portal.example:8443', 'localhost:*'],
      port: 9001,
      sandbox: false,
      dataDir: join(folder, 'data'),
      viewport: { width: 800, height: 600 },
    });
  });

  test('read the texts of flags', () => {
    const { settings } = loadSettings({
      hosts: ['a.example,b.example:8080', '[::1]:*'],
      viewport: ['1024x768'],
      headers: ['X-One: 1', '{"X-Two":"2"}'],
      httpCredentials: ['me:a:b'],
      headed: true,
      sandbox: false,
    });
    expect(settings).toMatchObject({
      hosts: ['a.example', 'b.example:8080', '[::1]:*'],
      viewport: { width: 1024, height: 768 },
      headers: { 'X-One': '1', 'X-Two': '2' },
      httpCredentials: { username: 'me', password: 'a:b' },
      headed: true,
      sandbox: false,
    });
  });

  test.each([
    [{ hsts: ['a'] }, '"hosts"'],
    [{ executable: '/x' }, '"executablePath"'],
    [{ noSandbox: true }, '"sandbox"'],
  ])('refuse the unknown key of %j, and name the nearest', (content, nearest) => {
    const said = refusal({}, withFile(content));
    expect(said).toContain('invalid_arguments');
    expect(said).toContain(`The nearest known key is ${nearest}`);
  });

  test.each([
    [{ port: '8771' }, 'port'],
    [{ port: 70_000 }, 'port'],
    [{ hosts: ['https://a.example/x'] }, 'hosts'],
    [{ hosts: ['*.example'] }, 'hosts'],
    [{ hosts: [''] }, 'hosts'],
    [{ viewport: { width: 10 } }, 'viewport'],
    [{ viewport: { width: 800, height: 600, depth: 1 } }, 'viewport'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ locale: 'no_such tag' }, 'locale'],
    [{ proxy: 'file:///etc' }, 'proxy'],
    [{ settle: 'sleep' }, 'settle'],
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers'],
    [{ profile: '../other' }, 'profile'],
    [{ token: 'short' }, 'token'],
    [{ actionTimeout: 0 }, 'actionTimeout'],
  ])('refuse %j in the file', (content, key) => {
    expect(refusal({}, withFile(content))).toContain(key);
  });

  test.each([
    [{ port: ['80x'] }, '--port'],
    [{ viewport: ['big'] }, '--viewport'],
    [{ headers: ['no colon'] }, '--headers'],
    [{ httpCredentials: ['nocolon'] }, '--http-credentials'],
    [{ language: ['fr'] }, '--language'],
  ] as const)('refuse %j on the command line', (flags, flag) => {
    expect(refusal(flags)).toContain(flag);
  });

  test.each(['{', '[]', '"text"', 'null'])('refuse a file that is %s', (text) => {
    expect(refusal({}, withFile(text))).toContain('one JSON object');
  });

  test('take what starts programs or leads traffic elsewhere from a named file only', () => {
    for (const content of [
      { executablePath: '/usr/bin/true' },
      { proxy: 'http://127.0.0.1:1' },
      { uploadRoot: '/' },
      { allowRemote: true },
    ]) {
      const folder = withFile(content);
      const [key] = Object.keys(content);
      expect(refusal({}, folder)).toContain(`may not set ${key}`);
      expect(loadSettings({}, join(folder, 'portolan.config.json')).file).toContain(folder);
    }
  });

  test('refuse a named file that is not there', () => {
    expect(() => loadSettings({}, 'nowhere.json')).toThrow(/cannot be read/);
  });

  test('have a flag and a key each, all different', () => {
    const keys = SETTING_NAMES.map((name) => keyOf(rowOf(name)));
    expect(new Set(keys).size).toBe(SETTING_NAMES.length);
  });
});

describe('the command line', () => {
  test('has help for every command, with every setting', async () => {
    const { commands } = createProgram(async () => openEchoHost());
    for (const name of ['serve', 'mcp', 'demo', 'doctor', 'config']) {
      const help = commands.find((command) => command.name() === name)?.helpInformation() ?? '';
      for (const setting of SETTING_NAMES) expect(help, name).toContain(rowOf(setting).flag);
    }
    const { code, stdout } = await runToEnd(cli, ['--help']);
    expect(code).toBe(0);
    for (const command of commands) expect(stdout).toContain(command.name());
  });

  test('exits with 2 for a wrong flag, and with two lines for a wrong value', async () => {
    const unknown = await runToEnd(cli, ['serve', '--hots', 'a']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('--hosts') });
    const value = await runToEnd(cli, ['serve', '--port', 'many']);
    expect(value.code).toBe(2);
    expect(value.stderr.trim().split('\n')).toHaveLength(2);
    const json = await runToEnd(cli, ['doctor', '--port', 'many', '--json']);
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'invalid_arguments' } });
  });

  test('reads the settings file of the working folder', async () => {
    const cwd = withFile({ prt: 1 });
    const { code, stderr } = await runToEnd(cli, ['doctor'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('"port"');
  });

  test(
    'makes one token, readable by its owner only, and rotates it',
    async () => {
      const dataDir = join(freshFolder(), 'made');
      const token = async (...args: string[]) =>
        (await runToEnd(cli, ['token', ...args, '--data-dir', dataDir])).stdout.trim();
      const first = await token('show');
      expect(Buffer.from(first, 'base64url')).toHaveLength(32);
      expect(await token('show')).toBe(first);
      const path = await token('path');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      const second = await token('rotate');
      expect(second).not.toBe(first);
      expect(await token('show')).toBe(second);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    },
    MANY_STARTS_MS,
  );

  test(
    'prints a block for each client, and refuses one it does not know',
    async () => {
      const dataDir = freshFolder();
      for (const client of ['generic', 'claude-code', 'cursor', 'vscode', 'codex']) {
        const { code, stdout } = await runToEnd(cli, ['config', client, '--data-dir', dataDir]);
        expect(code).toBe(0);
        expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:8771\/mcp\/portal\/s_[\w-]{22}/);
      }
      const own = await runToEnd(cli, ['config', 'claude-desktop', '--hosts', 'a.example', '--no-sandbox']);
      const { command, args } = JSON.parse(own.stdout).mcpServers.portolan;
      expect(command).toBe(process.execPath);
      expect(args.slice(1)).toEqual(['mcp', '--hosts', 'a.example', '--no-sandbox']);
      const unknown = await runToEnd(cli, ['config', 'curser']);
      expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('nearest is cursor') });
    },
    MANY_STARTS_MS,
  );

  test(
    'explains what an address would get, and shows the rules',
    async () => {
      const hosts = ['--hosts', 'portal.example', '--json'];
      const explain = (url: string) => runToEnd(cli, ['policy', 'explain', url, ...hosts]);
      const allowed = await explain('https://portal.example/a');
      expect(allowed.code).toBe(0);
      expect(JSON.parse(allowed.stdout)).toMatchObject({ verdict: 'allow' });
      const denied = await explain('https://other.example/');
      expect(denied.code).toBe(3);
      expect(JSON.parse(denied.stdout)).toMatchObject({ verdict: 'deny', code: 'blocked_host' });
      const shown = await runToEnd(cli, ['policy', 'show']);
      expect(shown.stdout).toMatch(/^script +ask +ask$/m);
    },
    MANY_STARTS_MS,
  );

  test(
    'reads and checks the journal of a data folder',
    async () => {
      const dataDir = freshFolder();
      const log = (...args: string[]) => runToEnd(cli, ['log', '--data-dir', dataDir, ...args]);
      expect(await log()).toMatchObject({ code: 6, stderr: expect.stringContaining('no journal') });
      const journal = await Journal.open({ dataDir, redactor: new SecretRedactor() });
      for (const operation of ['navigate', 'click']) {
        const event = { session: 's_one', operation, operationId: newId('op'), effect: operation };
        await journal.intent(event);
        await journal.outcome({ ...event, dispatch: 'sent', outcome: 'changed' });
      }
      await journal.close();

      const lines = (await log()).stdout.trim().split('\n');
      expect(lines).toHaveLength(4);
      expect(lines[3]).toMatch(/s_one#4 {2}operation-outcome {2}click .*sent\/changed/);
      const json = (await log('--json', '--tail', '1')).stdout.trim().split('\n');
      expect(json.map((line) => JSON.parse(line).operation)).toEqual(['click']);
      expect((await log('--since', '1h', '--text', 'navigate')).stdout.trim().split('\n')).toHaveLength(2);
      expect((await log('--until', '1h')).stdout).toBe('');
      expect(await log('--verify')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('as it was written'),
      });
      expect(await log('--since', 'yesterday-ish')).toMatchObject({ code: 2 });
      expect(await log('--tail', 'some')).toMatchObject({ code: 2 });
    },
    MANY_STARTS_MS,
  );
});
