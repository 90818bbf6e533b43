import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpService } from '#transports/http/serve-http.ts';
import { tokenOf } from '#transports/token-file.ts';
import { proves } from '../../spec/proves.ts';
import { openSite, type Site } from '../../support/site.ts';
import { freshFolder } from '../../transports/support/echo-cli.ts';
import { servePortal, settingsIn } from '../../transports/support/portal-server.ts';

const PAGES = {
  '/new': `<!doctype html><meta charset="utf-8"><title>New</title><form action="/saved">
    <label>Title <input name="title"></label><button>Save</button></form>`,
  '/saved': '<!doctype html><title>Saved</title><p>Saved</p>',
};

let folder: string;
let dataDir: string;
let site: Site;
let service: HttpService;

beforeAll(async () => {
  dataDir = freshFolder();
  folder = join(dataDir, 'workflows');
  site = await openSite(PAGES);
  await mkdir(folder);
  await writeFile(
    join(folder, 'orders.md'),
    fileOf('orders', 'Type "{{title}}" into "Title"', 'Click "Save"'),
  );
  await writeFile(join(folder, 'wait.md'), fileOf('wait', 'Wait until the page contains "{{title}}"'));
  await writeFile(join(folder, 'broken.md'), '---\nname: broken\nstart: http://localhost/\n---\n1. Ponder\n');
  service = await servePortal(
    settingsIn(dataDir, { hosts: [`127.0.0.1:${site.port}`], workflows: [folder] }),
  );
});
afterAll(async () => {
  await service.stop(0);
  await site.close();
});

function fileOf(name: string, ...steps: readonly string[]): string {
  const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  return `---\nname: ${name}\nstart: ${site.origin}/new\ninputs:\n  title: { default: Launch }\n---\n\n${numbered}\n`;
}

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask(method: string, path: string, json?: unknown): Promise<Reply> {
  const reply = await fetch(`${service.origin}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${tokenOf(dataDir)}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

async function ended(id: unknown): Promise<Record<string, unknown>> {
  await expect
    .poll(async () => (await ask('GET', `/runs/${id}`)).body['state'], { timeout: 15_000 })
    .not.toBe('running');
  return (await ask('GET', `/runs/${id}`)).body;
}

proves(
  'W-09',
  'lists workflows with their inputs and steps, and files that are none with what mends them',
  async () => {
    const { status, body } = await ask('GET', '/workflows');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      workflows: [{ name: 'orders', inputs: [{ name: 'title', default: 'Launch' }] }, { name: 'wait' }],
      wrong: [{ message: expect.stringContaining('Line 5') }],
    });
    const one = await ask('GET', '/workflows/orders');
    expect(one.body).toMatchObject({ start: `${site.origin}/new`, steps: [{ step: { does: 'fill' } }, {}] });
    expect(JSON.stringify(body)).not.toContain(`${folder}/orders.md`);
  },
);

proves(['W-03', 'W-05', 'W-07'], 'matches before anything is run, and says why', async () => {
  const one = await ask('POST', '/workflows/match', { command: 'run orders' });
  expect(one).toEqual({
    status: 200,
    body: { found: 'unique', name: 'orders', why: '"orders" is the command.' },
  });
  const none = await ask('POST', '/workflows/match', { command: 'pay invoices' });
  expect(none).toMatchObject({ status: 404, body: { found: 'none' } });
  const run = await ask('POST', '/runs', { command: 'pay invoices' });
  expect(run).toMatchObject({ status: 409, body: { found: 'none' } });
  expect(site.requests).toHaveLength(0);
});

test('takes secrets apart from inputs, and shows them in nothing', async () => {
  const file = join(folder, 'with pin.md');
  const source = fileOf('with pin', 'Type "{{pin}}" into "Title"', 'Click "Save"');
  await writeFile(file, source.replace('title: { default: Launch }', 'pin: { secret: true }'));
  const refused = await ask('POST', '/runs', { name: 'with pin', inputs: { pin: 'canary-6612' } });
  expect(refused).toMatchObject({ status: 400, body: { error: { data: { code: 'secret_input' } } } });
  expect(JSON.stringify(refused.body)).not.toContain('canary-6612');
  const started = await ask('POST', '/runs', { name: 'with pin', secrets: { pin: 'canary-6612' } });
  const run = await ended(started.body['id']);
  expect(run).toMatchObject({ state: 'succeeded', inputs: { pin: '«secret:input pin»' } });
  expect(JSON.stringify(run)).not.toContain('canary-6612');
  expect(site.requests.map(({ path }) => path)).toContain('/saved?title=canary-6612');
  await rm(file);
});

proves(
  ['W-17', 'W-20'],
  'runs, is asked how far it is, and gives the report as JSON and as a page',
  async () => {
    const started = await ask('POST', '/runs', { command: 'run orders', inputs: { title: '周五新品发布' } });
    expect(started).toMatchObject({ status: 202, body: { workflow: 'orders' } });
    const run = await ended(started.body['id']);
    expect(run).toMatchObject({
      state: 'succeeded',
      inputs: { title: '周五新品发布' },
      steps: [{ verification: { ok: true } }, { verification: { ok: true } }],
    });
    expect(site.requests.map(({ path }) => decodeURI(path))).toContain('/saved?title=周五新品发布');
    const report = await fetch(`${service.origin}/v1/runs/${started.body['id']}/report`, {
      headers: { Authorization: `Bearer ${tokenOf(dataDir)}` },
    });
    expect(report.headers.get('content-type')).toContain('text/html');
    expect((await report.text()).match(/src="data:image\/png;base64,/g)).toHaveLength(2);
    const listed = (await ask('GET', '/runs')).body['runs'] as { id: string }[];
    expect(listed[0]?.id).toBe(started.body['id']);
    // Nobody named the session: nothing of it stays open.
    const { body } = await ask('GET', '/sessions');
    expect(JSON.stringify(body)).not.toContain(String(started.body['session']));
  },
);

test('a run is cancelled while it waits, and goes on in its session from the step that a person names', async () => {
  const started = await ask('POST', '/runs', { name: 'wait', inputs: { title: 'never' }, session: 'mine' });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect((await ask('DELETE', `/runs/${started.body['id']}`)).status).toBe(202);
  const run = await ended(started.body['id']);
  expect(run['state']).toBe('failed');
  expect((await ask('DELETE', `/runs/${started.body['id']}`)).status).toBe(404);
  const on = await ask('POST', '/runs', {
    name: 'orders',
    session: 'mine',
    from: 2,
    resumes: started.body['id'],
  });
  expect(await ended(on.body['id'])).toMatchObject({
    state: 'succeeded',
    from: 2,
    resumes: started.body['id'],
    steps: [{ number: 2 }],
  });
});

describe('refusals', () => {
  test.each([
    ['POST', '/runs', {}, 400, 'invalid_arguments'],
    ['POST', '/runs', { name: 'orders', command: 'orders' }, 400, 'invalid_arguments'],
    ['POST', '/runs', { name: 'orders', inputs: { other: 'a' } }, 400, 'input_missing'],
    ['POST', '/runs', { name: 'orders', from: 2 }, 400, 'invalid_arguments'],
    ['POST', '/runs', { name: 'orders', session: 'x', from: 3 }, 400, 'invalid_arguments'],
    ['POST', '/runs', { name: 'nobody' }, 404, 'workflow_not_found'],
    ['POST', '/runs', { name: 'broken' }, 422, 'step_not_understood'],
    ['GET', '/runs/run_none', undefined, 404, 'run_not_found'],
    ['GET', '/workflows/nobody', undefined, 404, 'workflow_not_found'],
    ['POST', '/workflows/match', { order: 'a' }, 400, 'invalid_arguments'],
    ['POST', '/workflows', { session: 'nobody', name: 'a' }, 404, 'unknown_path'],
  ] as const)('%s %s %j: %i', async (method, path, json, status, code) => {
    const reply = await ask(method, path, json);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ error: { data: { code } } });
  });

  test('no token, no answer', async () => {
    for (const path of ['/workflows', '/runs'])
      expect((await fetch(`${service.origin}/v1${path}`)).status).toBe(401);
  });
});

describe('saving', () => {
  const save = async (json: object) => await ask('POST', '/workflows', { session: 'mine', ...json });

  test('a file is shown before it is saved, and only what was shown is saved, once', async () => {
    await ask('POST', '/runs', { name: 'orders', session: 'mine' }).then(({ body }) => ended(body['id']));
    const source = fileOf('copied', 'Click "Save"');
    const shown = await save({ source });
    expect(shown).toMatchObject({ status: 200, body: { source } });
    const before = await readdir(folder);
    const other = await save({ source: `${source}2. Click "Save"\n`, confirm: shown.body['confirm'] });
    expect(other).toMatchObject({ status: 409, body: { error: { data: { code: 'workflow_not_shown' } } } });
    expect(await readdir(folder)).toEqual(before);
    const saved = await save({ source, confirm: shown.body['confirm'] });
    expect(saved).toMatchObject({ status: 201, body: { file: join(folder, 'copied.md') } });
    expect(await readFile(join(folder, 'copied.md'), 'utf8')).toContain('1. Click "Save"');
    const again = await save({ source, confirm: shown.body['confirm'] });
    expect(again).toMatchObject({ status: 409, body: { error: { data: { code: 'workflow_exists' } } } });
  });

  test.each([
    ['start: http://127.0.0.1:1/', 'This session may not go to "http://127.0.0.1:1/"'],
    [`start: ${'http'}://portal.invalid/`, 'This session may not go to "http://portal.invalid/"'],
    [undefined, 'This session may not go to "other.example"'],
  ])('what leads outside of the session is not taken: %s', async (start, words) => {
    const own = `start: ${site.origin}/new`;
    const front = start === undefined ? `${own}\nhosts: [other.example]` : start;
    const reply = await save({ source: `---\nname: a\n${front}\n---\n\n1. Click "Save"\n` });
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain(JSON.stringify(words).slice(1, -1));
  });
});
