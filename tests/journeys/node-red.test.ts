import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NodeRed, startNodeRed } from '../apps/node-red.ts';
import { startSmallClient } from './small-client.ts';

const FLOW = JSON.stringify([
  { id: 't1', type: 'tab', label: 'Imported', disabled: false, info: '' },
  { id: 'a1', type: 'comment', z: 't1', name: 'Written by a client', info: '', x: 200, y: 120, wires: [] },
]);

let red: NodeRed;
let folder = '';

beforeAll(async () => {
  [red, folder] = await Promise.all([startNodeRed(), mkdtemp(join(tmpdir(), 'portolan-journey-'))]);
}, 60_000);
afterAll(async () => {
  await red[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('the same client imports a flow into an application it has never seen, and deploys it', async () => {
  await using client = await startSmallClient(['--data-dir', join(folder, 'data'), '--hosts', '127.0.0.1:*']);
  await client.run([
    { tool: 'browser_navigate', args: { url: red.url } },
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
  expect(await red.deployed()).toContainEqual(
    expect.objectContaining({ type: 'comment', name: 'Written by a client' }),
  );
}, 120_000);
