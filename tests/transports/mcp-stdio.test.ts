import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../spec/proves.ts';
import { CLIENT_KINDS, connectStdio } from './support/clients.ts';
import { buildEchoCli, freshFolder, Running, signalAgain } from './support/echo-cli.ts';

let cli: string;
/** Only a hang is too long: the machine may be busy. */
const PATIENT = { timeout: 15_000 };

beforeAll(async () => {
  cli = await buildEchoCli();
});
afterAll(() => rmSync(dirname(cli), { recursive: true, force: true }));

const args = () => ['mcp', '--data-dir', freshFolder()];

const HANDSHAKE = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

function call(id: number, name: string, args: object) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

function write(running: Running, messages: readonly object[]): void {
  for (const message of messages) running.child.stdin.write(`${JSON.stringify(message)}\n`);
}

describe.each(CLIENT_KINDS)('a %s client over stdio', (kind) => {
  test('two at a time have processes and sessions of their own', async () => {
    const [one, two] = await Promise.all([connectStdio(kind, cli, args()), connectStdio(kind, cli, args())]);
    expect(await one.tools()).toEqual(['echo', 'remember', 'recall', 'slow']);
    expect(one.instructions).toBe('Echo.');
    const [first, second] = await Promise.all([
      one.call('remember', { text: 'of one' }),
      two.call('remember', { text: 'of two' }),
    ]);
    expect(first.text).not.toBe(second.text);
    expect((await one.call('recall')).text).toBe(`${first.text} of one`);
    expect((await two.call('recall')).text).toBe(`${second.text} of two`);
    expect(await two.call('echo', {})).toMatchObject({ isError: true });
    await Promise.all([one.close(), two.close()]);
    await expect.poll(() => isAlive(one.pid) || isAlive(two.pid), PATIENT).toBe(false);
  });

  test('that gives a call up cancels it, and goes on', async () => {
    let stderr = '';
    const client = await connectStdio(kind, cli, args(), (text) => {
      stderr += text;
    });
    const controller = new AbortController();
    const slow = client.call('slow', { ms: 15_000 }, controller.signal);
    await expect.poll(() => stderr, PATIENT).toContain('slow began');
    controller.abort();
    await expect(slow).rejects.toThrow();
    expect((await client.call('echo', { text: 'on' })).text).toBe('echo on');
    await client.close();
  });
});

test('standard output carries the protocol alone, logs go to standard error', async () => {
  const running = new Running(cli, [...args(), '--log-level', 'debug']);
  write(running, [...HANDSHAKE, call(2, 'echo', { text: 'x' })]);
  running.child.stdin.write('this is not JSON\n');
  write(running, [call(3, 'echo', { text: 'still here' })]);
  await running.until('stdout', /still here/);
  running.child.stdin.end();
  const { stdout, stderr } = await running.finished;
  for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(stderr).toContain('stopping');
});

test('the process ends when standard input ends, though a call is running', async () => {
  const running = new Running(cli, args());
  write(running, [...HANDSHAKE, call(2, 'slow', { ms: 60_000 })]);
  await running.until('stderr', /slow began/);
  running.child.stdin.end();
  expect(await running.finished).toMatchObject({ code: 0, signal: null });
});

proves(
  'R17',
  'on SIGTERM a running call finishes and is answered, a new one is refused, the exit code is 0',
  async () => {
    const running = new Running(cli, args());
    write(running, [...HANDSHAKE, call(2, 'slow', { ms: 700 })]);
    await running.until('stderr', /slow began/);
    running.child.kill('SIGTERM');
    await running.until('stderr', /stopping: SIGTERM/);
    write(running, [call(3, 'echo', { text: 'late' })]);
    const { code, stdout } = await running.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('slow done');
    expect(stdout).toContain('browser.shutting_down');
    expect(stdout).not.toContain('echo late');
  },
);

proves('R17', 'a second signal ends the process at once', async () => {
  const running = new Running(cli, args());
  write(running, [...HANDSHAKE, call(2, 'slow', { ms: 60_000 })]);
  await running.until('stderr', /slow began/);
  running.child.kill('SIGTERM');
  await running.until('stderr', /stopping: SIGTERM/);
  await signalAgain(running, 'SIGTERM');
  expect(await running.finished).toMatchObject({ code: 143 });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
