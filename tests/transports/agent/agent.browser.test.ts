import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { startDemoPortal } from '../../../demo/portal.mjs';
import { proves } from '../../spec/proves.ts';
import {
  type Script,
  type ScriptedCall,
  type ScriptView,
  serveMessages,
} from '../../support/messages-server.ts';
import { openSite, type Site } from '../../support/site.ts';

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
  site = await openSite({
    '/': '<!doctype html><title>Start</title><a href=/pop target=_blank>Terms</a>',
    '/pop':
      '<!doctype html><title>Terms</title><label>Name <input id=n></label><button onclick="document.title=n.value;opener&&0">Accept</button>',
  });
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

const click = (view: ScriptView, role: string, name: string): ScriptedCall => ({
  name: 'left_click',
  input: { target: { type: 'ref', ref: view.ref(role, name) } },
});
const fill = (view: ScriptView, role: string, name: string, value: string): ScriptedCall => ({
  name: 'form_input',
  input: { target: { type: 'ref', ref: view.ref(role, name) }, value },
});
const READ: ScriptedCall = { name: 'read_page', input: { filter: 'all' } };

const signIn = (): Script => [
  () => [{ name: 'navigate', input: { url: portal.url } }, READ],
  (view) => [
    fill(view, 'textbox', 'E-mail', 'ana@example.com'),
    fill(view, 'textbox', 'Password', 'harbour-7'),
    click(view, 'button', 'Sign in'),
    READ,
  ],
];

proves(
  'T-1.5',
  'search and open a result: nothing runs before the answer is whole, streamed or not',
  async () => {
    for (const args of [[], ['--stream']]) {
      const script: Script = [
        ...signIn(),
        (view) => [fill(view, 'searchbox', 'Search', 'F-2044'), click(view, 'button', 'Search'), READ],
        (view) => [click(view, 'link', 'F-2044'), { name: 'get_page_text' }],
        (view) =>
          view.texts[1]?.includes('Van der Meer Logistics')
            ? 'F-2044 is of Van der Meer Logistics.'
            : 'Lost.',
      ];
      await using server = await serveMessages(script);
      const ended = await runAgent(server.url, args);
      expect(ended.progress).toContain('1. navigate');
      expect(ended.out.trim()).toBe('F-2044 is of Van der Meer Logistics.');
      expect(ended.code).toBe(0);
      expect(server.broken).toEqual([]);
      expect(server.headers[0]?.authorization ?? server.headers[0]?.['x-api-key']).toContain('test-key');
      expect(`${ended.progress}${ended.out}`).not.toContain('test-key');
    }
  },
);

test('fill and submit a form', async () => {
  const script: Script = [
    ...signIn(),
    (view) => [click(view, 'link', 'New invoice'), READ],
    (view) => [
      fill(view, 'textbox', 'Customer', 'Harbour Cranes'),
      fill(view, 'textbox', 'E-mail', 'cranes@example.com'),
      fill(view, 'spinbutton', 'Amount in euro', '42.5'),
      fill(view, 'textbox', 'Due', '2027-01-15'),
      fill(view, 'combobox', 'Category', 'Towage'),
      click(view, 'button', 'Save invoice'),
      { name: 'get_page_text' },
    ],
    (view) => view.texts.at(-1) ?? '',
  ];
  await using server = await serveMessages(script);
  const ended = await runAgent(server.url, []);
  expect(ended.out, ended.progress).toContain('Harbour Cranes');
  expect(portal.effects.filter(({ kind }) => kind === 'invoice-created')).toHaveLength(1);
  expect(server.broken).toEqual([]);
});

test('download a report, and see it told once', async () => {
  const script: Script = [
    ...signIn(),
    (view) => [click(view, 'link', 'Reports'), READ],
    (view) => [click(view, 'link', 'All invoices (CSV)'), { name: 'screenshot' }],
    () => 'Downloaded.',
  ];
  await using server = await serveMessages(script);
  const ended = await runAgent(server.url, ['--json']);
  const results = server.bodies.at(-1).messages.at(-1).content;
  const changes = JSON.stringify(results).match(/download_completed/g);
  expect(changes).toHaveLength(1);
  const told = JSON.parse(ended.out);
  expect(told).toMatchObject({ end: 'done', text: 'Downloaded.' });
  const events = (await readFile(told.transcript, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ kind }) => kind)).toEqual([
    'task',
    ...Array(4).fill(['answer', 'results']).flat(),
    'answer',
    'end',
  ]);
  expect(await readFile(told.readable, 'utf8')).toContain('# Do it');
  expect(server.broken).toEqual([]);
});

test('work in a popup, recover from a stale ref, and obey the halt rule', async () => {
  const script: Script = [
    () => [{ name: 'navigate', input: { url: `${site.origin}/` } }, READ],
    (view) => [click(view, 'link', 'Terms'), READ],
    (view) => [
      fill(view, 'textbox', 'Name', 'Ana'),
      { name: 'left_click', input: { target: { type: 'ref', ref: 'ref_900' } } },
      { name: 'close_tab', input: { tab_id: 't2' } },
    ],
    (view) => {
      if (!view.texts[1]?.includes('stale') || !view.texts[2]?.startsWith('Not executed')) return 'No halt.';
      return [READ];
    },
    (view) => [click(view, 'button', 'Accept'), { name: 'list_tabs' }],
    (view) => (view.texts[1]?.includes('"title":"Ana"') ? 'Accepted as Ana.' : `Lost: ${view.texts[1]}`),
  ];
  await using server = await serveMessages(script);
  const ended = await runAgent(server.url, []);
  expect(ended.out.trim(), ended.progress).toBe('Accepted as Ana.');
  expect(server.broken).toEqual([]);
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
