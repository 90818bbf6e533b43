import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A Node-RED of its own: an editor of flows, with its admin API open on loopback. */
export interface NodeRed extends AsyncDisposable {
  readonly url: string;
  /** What is deployed, as its admin API has it. */
  deployed(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Starts one with nothing in it. */
export async function startNodeRed(): Promise<NodeRed> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-node-red-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const red = join(import.meta.dirname, 'node_modules/node-red/red.js');
  const flags = ['-p', `${port}`, '-u', folder, '-D', 'uiHost=127.0.0.1', '-D', 'editorTheme.tours=false'];
  const server = spawn(process.execPath, [red, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  await said(server, 'Started flows');
  return {
    url,
    deployed: async () => (await (await fetch(`${url}/flows`)).json()) as Record<string, unknown>[],
    async [Symbol.asyncDispose]() {
      server.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function said(server: ChildProcess, words: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(words)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`node-red ended with ${code} before it had started`)));
  });
}
