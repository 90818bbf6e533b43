import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { startSmallClient } from './small-client.ts';

const FLOW = JSON.stringify([
  { id: 't1', type: 'tab', label: 'Imported', disabled: false, info: '' },
  { id: 'a1', type: 'comment', z: 't1', name: 'Written by a client', info: '', x: 200, y: 120, wires: [] },
]);

let folder = '';
let server: ChildProcess;
let origin = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-node-red-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = spawn(
    process.execPath,
    [
      join(PACKAGE_ROOT, 'tests/apps/node_modules/node-red/red.js'),
      ...[
        '-p',
        String(port),
        '-u',
        join(folder, 'red'),
        '-D',
        'uiHost=127.0.0.1',
        '-D',
        'editorTheme.tours=false',
      ],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Started flows')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`node-red ended with ${code} before it had started`)));
  });
}, 60_000);

afterAll(async () => {
  server.kill();
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return typeof address === 'object' && address ? address.port : 0;
}

test('the same client imports a flow into an application it has never seen, and deploys it', async () => {
  await using client = await startSmallClient(['--data-dir', join(folder, 'data'), '--hosts', '127.0.0.1:*']);
  await client.run([
    { tool: 'browser_navigate', args: { url: origin } },
    { tool: 'browser_wait', args: { text: 'No, do not enable notifications', seconds: 20, observe: 'full' } },
    { tool: 'browser_click', on: ['button', 'No, do not enable notifications'] },
    { tool: 'browser_press', args: { key: 'Control+i' }, expect: /dialog "Import nodes"/ },
    { tool: 'browser_find', args: { role: 'textbox' } },
    { tool: 'browser_type', on: ['textbox', null], args: { text: FLOW } },
    { tool: 'browser_click', on: ['button', 'Import'] },
    { tool: 'browser_find', args: { text: 'Deploy' } },
    { tool: 'browser_click', on: ['link', 'Deploy'] },
    { tool: 'browser_wait', args: { text: 'Successfully deployed' } },
  ]);
  const deployed = await (await fetch(`${origin}/flows`)).json();
  expect(deployed).toContainEqual(expect.objectContaining({ type: 'comment', name: 'Written by a client' }));
}, 120_000);
