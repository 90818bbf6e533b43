import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSettings } from '#transports/cli/load-settings.ts';
import { requireAllowedAddress } from '#transports/cli/remote-address.ts';
import { proves } from '../spec/proves.ts';
import { connectHttp } from './support/clients.ts';
import { buildEchoCli, freshFolder, Running, runToEnd, signalAgain } from './support/echo-cli.ts';

let cli: string;
beforeAll(async () => {
  cli = await buildEchoCli();
});
afterAll(() => rmSync(dirname(cli), { recursive: true, force: true }));

interface Printed {
  readonly address: string;
  readonly url: string;
  readonly token: string;
  readonly tokenFile?: string;
  readonly config: { mcpServers: { portolan: { url: string; headers: { Authorization: string } } } };
}

async function serve(...more: string[]): Promise<{ running: Running; printed: Printed }> {
  const running = new Running(cli, ['serve', '--port', '0', '--data-dir', freshFolder(), '--json', ...more]);
  const [line] = await running.until('stdout', /^\{.*\}$/m);
  return { running, printed: JSON.parse(line) };
}

async function end(running: Running): Promise<void> {
  running.child.kill('SIGTERM');
  expect(await running.finished).toMatchObject({ code: 0 });
}

test('prints an address, a token and a block that work as they stand', async () => {
  const { running, printed } = await serve();
  const { url, headers } = printed.config.mcpServers.portolan;
  const client = await connectHttp('v2 as 2026', url, headers.Authorization.replace('Bearer ', ''));
  expect((await client.call('echo', { text: 'pasted' })).text).toBe('echo pasted');
  await client.close();
  await end(running);
});

test('prints for people as well, each time with another session in the address', async () => {
  const dataDir = freshFolder();
  const seen = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    const running = new Running(cli, ['serve', '--port', '0', '--data-dir', dataDir]);
    const [, token] = await running.until('stdout', /^token: (\S+) {2}\(kept in .*token\)$/m);
    const [, url] = await running.until('stdout', /"url": "(http:\/\/127\.0\.0\.1:\d+\/mcp\/portal\/\S+)"/);
    await running.until('stdout', /^}$/m);
    seen.add(new URL(url ?? '').pathname).add(token ?? '');
    await end(running);
  }
  expect(seen.size).toBe(3);
});

proves(
  'R17',
  'on SIGTERM a running call over HTTP is answered, new ones are refused, the exit code is 0',
  async () => {
    const { running, printed } = await serve();
    const clients = await Promise.all([
      connectHttp('v1', printed.url, printed.token),
      connectHttp('v2 as 2026', printed.url, printed.token),
    ]);
    const calls = clients.map((client) => client.call('slow', { ms: 700 }));
    await running.until('stderr', /slow began[\s\S]*slow began/);
    const stream = await fetch(printed.url, {
      headers: {
        Authorization: `Bearer ${printed.token}`,
        Accept: 'text/event-stream',
        'Mcp-Session-Id': clients[0].sessionId ?? '',
      },
    });
    running.child.kill('SIGTERM');
    await running.until('stderr', /stopping: SIGTERM/);
    await expect(connectHttp('v1', printed.url, printed.token)).rejects.toThrow();
    for (const reply of await Promise.all(calls)) expect(reply.text).toBe('slow done');
    expect(await running.finished).toMatchObject({ code: 0 });
    await stream.text().catch(() => {});
    await Promise.allSettled(clients.map((client) => client.close()));
  },
);

proves('R17', 'a second signal ends the server at once', async () => {
  const { running, printed } = await serve();
  const client = await connectHttp('v1', printed.url, printed.token);
  const call = client.call('slow', { ms: 60_000 }).catch(() => 'cut');
  await running.until('stderr', /slow began/);
  running.child.kill('SIGTERM');
  await running.until('stderr', /stopping/);
  await signalAgain(running, 'SIGINT');
  expect(await running.finished).toMatchObject({ code: 130 });
  await client.close().catch(() => {});
  await call;
});

test('a taken port is an error that says by whom, and how to choose another', async () => {
  const { running, printed } = await serve();
  const port = new URL(printed.address).port;
  const taken = await runToEnd(cli, ['serve', '--port', port, '--data-dir', freshFolder()]);
  expect(taken.code).toBe(6);
  expect(taken.stderr).toContain(`environment: Port ${port} on 127.0.0.1 is taken by node`);
  expect(taken.stderr).toContain(`(process ${running.child.pid})`);
  expect(taken.stderr).toContain('--port 0');
  expect(taken.stderr).not.toContain(printed.token);
  await end(running);
});

proves(
  'H6',
  'an address that other machines reach needs its own flag and a token given by hand',
  async () => {
    const token = 'a-token-that-is-long-enough';
    const { settings } = loadSettings({}, undefined, freshFolder());
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'host.example', '127.0.0.1.example']) {
      for (const given of [{}, { allowRemote: true }, { token }]) {
        expect(() => requireAllowedAddress({ ...settings, host, ...given })).toThrow('other machines');
      }
    }
    const base = ['serve', '--port', '0', '--data-dir', freshFolder(), '--json'];
    const refused = await runToEnd(cli, [...base, '--host', '0.0.0.0', '--token', token]);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--allow-remote') });
    const short = await runToEnd(cli, [...base, '--host', '0.0.0.0', '--allow-remote', '--token', 'short']);
    expect(short).toMatchObject({ code: 2, stdout: '' });

    const running = new Running(cli, [...base, '--host', '0.0.0.0', '--allow-remote', '--token', token]);
    const [line] = await running.until('stdout', /^\{.*\}$/m);
    const { port } = new URL((JSON.parse(line) as Printed).address);
    const outer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    for (const host of ['127.0.0.1', ...(outer === undefined ? [] : [outer])]) {
      expect((await fetch(`http://${host}:${port}/mcp/portal`)).status).toBe(401);
      expect((await fetch(`http://${host}:${port}/livez`)).status).toBe(200);
    }
    await end(running);
  },
  60_000,
);

proves('H6', 'by default only this machine reaches the server', async () => {
  const { running, printed } = await serve();
  expect(new URL(printed.address).hostname).toBe('127.0.0.1');
  const { port } = new URL(printed.address);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) {
    await expect(fetch(`http://${address}:${port}/livez`)).rejects.toThrow();
  }
  await end(running);
});

test('doctor says what is wrong and what mends it', async () => {
  const well = await runToEnd(cli, ['doctor', '--port', '0', '--data-dir', freshFolder(), '--json']);
  expect(well.code).toBe(0);
  const { ok, checks } = JSON.parse(well.stdout);
  expect(ok).toBe(true);
  const names = checks.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['node', 'data folder', 'token', 'port', 'sandbox', 'echo']);

  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  const args = ['doctor', '--port', `${port}`, '--data-dir', '/dev/null/portolan'];
  const { code, stdout } = await runToEnd(cli, args);
  holder.close();
  expect(code).toBe(6);
  expect(stdout).toMatch(/WRONG data folder[\s\S]*→ .*--data-dir/);
  expect(stdout).toMatch(/WRONG port.*taken by[^\n]*\n[^\n]*→ .*--port/);
  expect(stdout).toMatch(/ok {4}node/);
});
