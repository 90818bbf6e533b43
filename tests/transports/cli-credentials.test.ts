import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '#transports/cli/load-settings.ts';
import { createProgram } from '#transports/cli/program.ts';
import { proves } from '../spec/proves.ts';
import { buildEchoCli, type Finished, freshFolder, Running } from './support/echo-cli.ts';

const SECRET = 'Kanarienvogel-7Zq';
const TOTP = 'GEZDGNBVGY3TQOJQ';
/** A test that starts a dozen processes one after the other, on a machine that may be busy. */
const MANY_STARTS_MS = 120_000;
/** Runs a command on a terminal of its own, with what we write as what is typed. */
const ON_A_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

let cli: string;
beforeAll(async () => {
  cli = await buildEchoCli();
}, 60_000);
afterAll(() => rmSync(dirname(cli), { recursive: true, force: true }));

function run(dataDir: string, args: readonly string[], input = ''): Promise<Finished> {
  const running = new Running(cli, [...args, '--data-dir', dataDir], { cwd: dataDir });
  running.child.stdin.end(input);
  return running.finished;
}

const add = ['credentials', 'add', 'telepass.com', '--binding', 'web', '--host', 'telepass.com'];
const KEY = ['--key', 'file'];
const LEAKS = [SECRET, SECRET.slice(0, 9), SECRET.slice(-8)];

function dataFolder(): string {
  const folder = freshFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Types each answer when its question is on the screen, and gives all that was on it. */
async function onTerminal(dataDir: string, args: readonly string[], answers: readonly string[]) {
  const command = ['-c', ON_A_TERMINAL, process.execPath, cli, ...args, '--data-dir', dataDir];
  const child = spawn('python3', command, { cwd: dataDir, stdio: ['pipe', 'pipe', 'inherit'] });
  let screen = '';
  let asked = 0;
  const processes: string[] = [];
  child.stdout.on('data', (chunk) => {
    screen += String(chunk);
    while (asked < answers.length && screen.split(': ').length - 1 > asked) {
      if (asked > 0) processes.push(...whatProcessesShow());
      child.stdin.write(`${answers[asked]}\r`);
      asked += 1;
    }
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, screen, processes };
}

/** Arguments and environments of every process that can be looked at. */
function whatProcessesShow(): string[] {
  const shown: string[] = [];
  if (process.platform !== 'linux') return shown;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const file of ['cmdline', 'environ']) {
      try {
        shown.push(readFileSync(`/proc/${pid}/${file}`, 'latin1'));
      } catch {
        // It ended, or is not ours to look at.
      }
    }
  }
  return shown;
}

proves(
  ['S-18', 'S-19', 'S-O24', 'V12'],
  'the password is asked for twice on a terminal that echoes nothing of it, and is in no process’s arguments',
  async () => {
    const dataDir = dataFolder();
    const command = [...add, '--username', 'mario', ...KEY];
    const differing = await onTerminal(dataDir, command, [SECRET, `${SECRET}x`]);
    expect(differing.code).toBe(2);
    expect(differing.screen).toMatch(/The two were not the same; nothing was stored/);
    expect((await run(dataDir, ['credentials', 'list', '--json'])).stdout.trim()).toBe('{"credentials":[]}');

    const typed = `${SECRET}yy\u007f\u007f`;
    const stored = await onTerminal(dataDir, command, [typed, SECRET]);
    expect(stored.screen).toMatch(/Password of telepass\.com: \r?\nPassword of telepass\.com, again: \r?\n/);
    expect(stored.screen).toMatch(/telepass\.com is in vault default, for telepass\.com\./);
    expect(stored.code).toBe(0);
    for (const leak of [...LEAKS, '*', '•']) {
      expect(differing.screen, leak).not.toContain(leak);
      expect(stored.screen, leak).not.toContain(leak);
    }
    const interrupted = await onTerminal(dataDir, command, ['half\u0003']);
    expect(interrupted.code).toBe(5);
    if (process.platform === 'linux') expect(stored.processes.length).toBeGreaterThan(4);
    expect(stored.processes.filter((text) => text.includes(SECRET))).toEqual([]);
  },
  MANY_STARTS_MS,
);

proves(
  'S-20',
  'no argument takes a password, and whoever gives one is told why',
  async () => {
    const dataDir = dataFolder();
    for (const given of [
      ['--password', SECRET],
      [`--password=${SECRET}`],
      ['--pass', SECRET],
      ['-p', SECRET],
    ]) {
      const { code, stdout, stderr } = await run(dataDir, [...add, ...given]);
      expect(code, given[0]).toBe(2);
      expect(stderr).toMatch(/unknown option/);
      expect(stderr).toMatch(/never taken as an argument/);
      expect(stdout + stderr).not.toContain(SECRET);
    }
    const credentials = createProgram(() => {
      throw new Error('No command is run here.');
    }).commands.find((command) => command.name() === 'credentials');
    const takingValues = credentials?.commands.flatMap(({ options }) =>
      options.filter(({ required, optional }) => required || optional),
    );
    expect(
      takingValues?.map(({ long }) => long).filter((name) => /pass|secret|totp|pwd/.test(name ?? '')),
    ).toEqual([...Array.from({ length: 5 }, () => '--vault-passphrase-fd')]);
  },
  MANY_STARTS_MS,
);

proves(
  ['S-18', 'S-O24', 'V11', 'V12'],
  'a script can add, list, look at, rotate and remove, and no output holds a secret',
  async () => {
    const dataDir = dataFolder();
    const outputs: string[] = [];
    const ok = async (args: readonly string[], input = '') => {
      const { code, stdout, stderr } = await run(dataDir, args, input);
      outputs.push(stdout, stderr);
      expect(code, `${args.join(' ')}: ${stderr}`).toBe(0);
      return stdout.trim();
    };
    const fails = async (args: readonly string[], code: number, says: RegExp, input = '') => {
      const finished = await run(dataDir, args, input);
      outputs.push(finished.stdout, finished.stderr);
      expect(finished.stderr, args.join(' ')).toMatch(says);
      expect(finished.code, args.join(' ')).toBe(code);
    };
    await fails(add, 2, /Nobody is at a terminal/);
    await fails([...add, '--password-stdin'], 2, /no password on standard input/);
    await fails([...add, '--password-stdin', '--totp'], 2, /one-time codes is not base32/, `${SECRET}\n!\n`);
    await fails(
      ['credentials', 'add', 'x', '--host', 'co.uk', '--password-stdin'],
      2,
      /public suffix/,
      SECRET,
    );
    await fails([...add, '--binding', 'ssh', '--password-stdin'], 2, /Allowed choices are web/, SECRET);

    const withTotp = [...add, '--username', 'mario', '--password-stdin', '--totp', '--json', ...KEY];
    expect(JSON.parse(await ok(withTotp, `${SECRET}\n${TOTP}\n`))).toMatchObject({
      id: 'telepass.com',
      vault: 'default',
      hosts: ['telepass.com'],
    });
    await fails([...add, '--password-stdin'], 2, /already has a credential/, SECRET);
    const local = [
      'credentials',
      'add',
      'desk',
      '--host',
      '127.0.0.1:8080',
      '--password-stdin',
      '--vault',
      'work',
    ];
    await fails([...local, '--vault', 'other'], 2, /one is changed at a time/, SECRET);
    await ok([...local, '--allow-http'], SECRET);
    expect(await ok(['credentials', 'list'])).toBe('telepass.com  telepass.com  (default)');
    expect(await ok(['credentials', 'list', '--vault', 'default,work'])).toBe(
      'desk  127.0.0.1:8080  (work)\ntelepass.com  telepass.com  (default)',
    );

    const fingerprint = await ok(['credentials', 'fingerprint', 'telepass.com']);
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(await ok(['credentials', 'rotate-key', ...KEY])).toMatch(
      /^2 credentials are sealed with a new key \(file\)/,
    );
    expect(await ok(['credentials', 'fingerprint', 'telepass.com'])).toBe(fingerprint);
    await ok([...add, '--password-stdin', '--replace'], `${SECRET}2`);
    expect(await ok(['credentials', 'fingerprint', 'telepass.com'])).not.toBe(fingerprint);

    await fails(['credentials', 'fingerprint', 'desk'], 7, /no credential "desk"/);
    await fails(['credentials', 'remove', 'desk'], 7, /no credential "desk"/);
    await ok(['credentials', 'remove', 'desk', '--vault', 'work', '--json']);
    expect(await ok(['credentials', 'list', '--vault', 'work'])).toBe('There are no credentials in work.');
    for (const output of outputs) for (const secret of [SECRET, TOTP]) expect(output).not.toContain(secret);
  },
  MANY_STARTS_MS,
);

proves(
  'V11',
  'a passphrase comes by a file descriptor',
  async () => {
    const dataDir = dataFolder();
    const file = join(dataDir, 'passphrase');
    const withPassphrase = async (lines: string, args: readonly string[], input = '') => {
      writeFileSync(file, lines);
      const descriptor = openSync(file, 'r');
      const child = spawn(
        process.execPath,
        [cli, ...args, '--data-dir', dataDir, '--vault-passphrase-fd', '3'],
        {
          stdio: ['pipe', 'pipe', 'pipe', descriptor],
        },
      );
      child.stdin?.end(input);
      let stderr = '';
      child.stderr?.on('data', (chunk) => {
        stderr += String(chunk);
      });
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      closeSync(descriptor);
      return { code, stderr };
    };
    const first = 'correct horse battery';
    expect(
      await withPassphrase(first, [...add, '--password-stdin', '--key', 'passphrase'], SECRET),
    ).toMatchObject({ code: 0 });
    const look = ['credentials', 'fingerprint', 'telepass.com'];
    expect(await withPassphrase(`${first}\n`, look)).toMatchObject({ code: 0 });
    expect((await withPassphrase('another one', look)).stderr).toMatch(/passphrase does not open the vault/);
    const changed = await withPassphrase(`${first}\nstaple of apples`, [
      'credentials',
      'rotate-key',
      '--key',
      'passphrase',
    ]);
    expect(changed).toMatchObject({ code: 0 });
    expect(await withPassphrase('staple of apples', look)).toMatchObject({ code: 0 });
    expect((await run(dataDir, look)).stderr).toMatch(/nobody is there to be asked/);
  },
  MANY_STARTS_MS,
);

proves(
  ['S-15', 'S-16'],
  'a filter takes credentials out of a text, and stores them when asked to',
  async () => {
    const dataDir = dataFolder();
    const text = `credenziali di telepass.com, utente mario, password ${SECRET}`;
    const shown = await run(dataDir, ['extract'], text);
    expect(JSON.parse(shown.stdout)).toEqual({
      text: 'credenziali di telepass.com, utente <REDACTED:cred>, password <REDACTED:cred>',
      found: [{ host: 'telepass.com', fields: ['username', 'password'] }],
    });
    const without = await run(dataDir, ['extract', '--store'], `user mario pass ${SECRET}`);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringMatching(/names no host/) });
    const stored = await run(
      dataDir,
      ['extract', '--store', '--host', 'telepass.com'],
      `user mario pass ${SECRET}`,
    );
    expect(JSON.parse(stored.stdout)).toMatchObject({ stored: ['telepass.com'], vault: 'default' });
    expect((await run(dataDir, ['credentials', 'list'])).stdout).toMatch(/^telepass\.com {2}telepass\.com/);
    for (const { stdout, stderr } of [shown, without, stored]) expect(stdout + stderr).not.toContain(SECRET);
  },
  MANY_STARTS_MS,
);

test('sessions get the default vault, those that are named, or none', () => {
  const folder = dataFolder();
  expect(loadSettings({}, undefined, folder).settings.vaults).toEqual(['default']);
  expect(
    loadSettings({ vaults: ['work,env', 'op:Private Items'] }, undefined, folder).settings.vaults,
  ).toEqual(['work', 'env', 'op:Private Items']);
  expect(loadSettings({ vaults: false }, undefined, folder).settings.vaults).toEqual([]);
  expect(() => loadSettings({ vaults: ['op:--account'] }, undefined, folder)).toThrow(/--vault .*not valid/);
  writeFileSync(join(folder, 'portolan.config.json'), '{"vault": ["work"]}');
  expect(() => loadSettings({}, undefined, folder)).toThrow(/only found, not named, and may not set vault/);
});
