import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { startDemoPortal } from '../../../demo/portal.mjs';
import { proves } from '../../spec/proves.ts';
import { type Script, serveMessages } from '../../support/messages-server.ts';
import { someOf } from '../../support/samples.ts';
import type { Site } from '../../support/site.ts';
import { openPopupSite, tasksOn } from './tasks.ts';

const MAIN = join(PACKAGE_ROOT, 'dist/transports/cli/main.js');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly progress: string;
}

let portal: Awaited<ReturnType<typeof startDemoPortal>>;
let site: Site;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-agent-'));
  portal = await startDemoPortal({ difficulties: ['downloads'] });
  site = await openPopupSite();
});
afterAll(async () => {
  await portal.close();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs `portolan agent` as a person does, against a local model. */
async function runAgent(
  url: string,
  args: readonly string[],
  onStart?: (stop: () => void) => void,
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [
      MAIN,
      'agent',
      'Do it',
      '--model',
      'claude-sonnet-5',
      '--base-url',
      url,
      '--hosts',
      '127.0.0.1:*',
      '--data-dir',
      dataDir,
      ...args,
    ],
    { env: { ...process.env, ANTHROPIC_API_KEY: 'test-key' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  let progress = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (progress += chunk));
  onStart?.(() => child.kill('SIGINT'));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, out, progress };
}

proves('T-1.5', 'whole tasks: nothing runs before the answer is whole, streamed or not', async () => {
  const tasks = someOf(tasksOn(portal, site), 2);
  for (const [place, task] of tasks.entries()) {
    await using server = await serveMessages(task.script);
    const ended = await runAgent(server.url, place % 2 === 0 ? [] : ['--stream']);
    expect(ended.out.trim(), `${task.name}\n${ended.progress}`).toMatch(task.says);
    expect(ended.code).toBe(0);
    expect(ended.progress).toContain('1. navigate');
    expect(server.broken, task.name).toEqual([]);
    expect(server.headers[0]?.authorization ?? server.headers[0]?.['x-api-key']).toContain('test-key');
    expect(`${ended.progress}${ended.out}`).not.toContain('test-key');
  }
  const kinds = portal.effects.map(({ kind }) => kind);
  const done = (task: string) => tasks.filter(({ name }) => name === task).length;
  expect(kinds.filter((kind) => kind === 'invoice-created')).toHaveLength(done('fill and submit a form'));
  expect(kinds.filter((kind) => kind === 'report-downloaded')).toHaveLength(done('download a report'));
});

test('a run is written down twice, and a download is told once in it', async () => {
  const task = tasksOn(portal, site).find(({ name }) => name === 'download a report');
  await using server = await serveMessages(task?.script ?? []);
  const ended = await runAgent(server.url, ['--json']);
  const results = server.bodies.at(-1).messages.at(-1).content;
  expect(JSON.stringify(results).match(/download_completed/g)).toHaveLength(1);
  const told = JSON.parse(ended.out);
  expect(told).toMatchObject({ end: 'done', text: 'Downloaded.' });
  const lines = (await readFile(told.transcript, 'utf8')).trim().split('\n');
  const kinds = lines.map((line) => JSON.parse(line).kind);
  expect(kinds).toEqual(['task', ...Array(4).fill(['answer', 'results']).flat(), 'answer', 'end']);
  expect(await readFile(told.readable, 'utf8')).toContain('# Do it');
});

test('old pictures are left out of the history, and no result with them', async () => {
  const shots: Script = Array.from({ length: 6 }, () => () => [{ name: 'screenshot' }]);
  await using server = await serveMessages([
    () => [{ name: 'navigate', input: { url: `${site.origin}/` } }],
    ...shots,
    () => 'Seen.',
  ]);
  const ended = await runAgent(server.url, []);
  expect(ended.code).toBe(0);
  const sent = JSON.stringify(server.bodies.at(-1));
  expect(sent.match(/"type":"image"/g)).toHaveLength(3);
  expect(sent.match(/"type":"tool_result"/g)).toHaveLength(7);
  expect(server.broken).toEqual([]);
});

test('it ends at its limit, when it is interrupted, and with what is wrong when the server refuses', async () => {
  const endless: Script = Array.from({ length: 9 }, () => () => [{ name: 'list_tabs' }]);
  await using server = await serveMessages(endless);
  expect((await runAgent(server.url, ['--max-turns', '2'])).code).toBe(2);
  await using slow = await serveMessages([() => [{ name: 'wait', input: { duration: 25 } }]]);
  const ended = await runAgent(slow.url, [], (stop) => {
    const look = setInterval(() => {
      if (slow.bodies.length === 0) return;
      clearInterval(look);
      setTimeout(stop, 500);
    }, 50);
  });
  expect(ended.code, ended.progress).toBe(130);
  expect(ended.progress).toContain('End: interrupted');
  const refused = await runAgent(`${server.url}/nowhere`, []);
  expect(refused.code).toBe(6);
  expect(refused.progress).toContain('The model could not be asked (HTTP 404)');
});

test('wrong flags are said before a browser starts', async () => {
  for (const [args, said] of [
    [['--enable', 'fly'], 'nothing of that name'],
    [['--enable', 'javascript_exec'], 'Nobody is here to be asked'],
    [['--max-turns', '0'], 'no whole number'],
  ] as const) {
    const ended = await runAgent('http://127.0.0.1:9', args);
    expect(ended.code).toBe(2);
    expect(ended.progress).toContain(said);
  }
  expect((await readdir(dataDir)).length).toBeGreaterThan(0);
});
