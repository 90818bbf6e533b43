import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpService } from '#transports/http/serve-http.ts';
import { tokenOf } from '#transports/token-file.ts';
import { proves } from '../spec/proves.ts';
import { openSite, type Site } from '../support/site.ts';
import { CLIENT_KINDS, connectHttp, type Person } from './support/clients.ts';
import { freshFolder } from './support/echo-cli.ts';
import { servePortal, settingsIn } from './support/portal-server.ts';

const run = promisify(execFile);

let site: Site;
let service: HttpService;
let dataDir: string;
let token: string;
let opened = 0;

beforeAll(async () => {
  dataDir = freshFolder();
  token = tokenOf(dataDir);
  site = await openSite({ '/': '<!doctype html><title>Home</title><h1>Home</h1>' });
  // Only one port is on the list, so that the other names of this site have to be asked for.
  const settings = settingsIn(dataDir, { hosts: [`localhost:${site.port}`] });
  service = await servePortal(settings);
});
afterAll(async () => {
  await service.stop(0);
  await site.close();
});

async function connect(kind: (typeof CLIENT_KINDS)[number], person?: Person) {
  opened += 1;
  const url = `${service.origin}/mcp/portal/approvals-${opened}`;
  return await connectHttp(kind, url, token, undefined, person);
}

/** A public name: it is on no list, nothing has its address, and a yes alone lets the request try. */
const OUTSIDE = { url: 'http://portal.invalid/' };

describe.each(CLIENT_KINDS)('a %s client that can ask its person', (kind) => {
  proves('I6', 'shows what is wanted, and goes on by a yes', async () => {
    const asked: string[] = [];
    const client = await connect(kind, (question) => {
      asked.push(question);
      return true;
    });
    const reply = await client.call('browser_navigate', OUTSIDE);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('navigate');
    expect(asked[0]).toContain('http://portal.invalid/');
    expect(asked[0]).not.toMatch(/gate_\w+\./);
    // It was let through: the name leads nowhere, and that is what is told now.
    expect(reply.text).toMatch(/^browser\.navigation_failed: /);
    await client.close();
  });

  test.each([
    ['a no', false],
    ['closing the question', undefined],
  ])('takes %s for a no, and is not asked again', async (_, answer) => {
    let questions = 0;
    const client = await connect(kind, () => {
      questions += 1;
      return answer;
    });
    for (let call = 0; call < 2; call += 1)
      expect((await client.call('browser_navigate', OUTSIDE)).text).toMatch(/^browser\.approval_declined: /);
    expect(questions).toBe(1);
    await client.close();
  });
});

test('a client that cannot ask is told whom to tell, and never gets the token', async () => {
  const client = await connect('v2 as 2025');
  const { text } = await client.call('browser_navigate', OUTSIDE);
  const [gate] = /gate_[\w-]+/.exec(text) ?? [];
  expect(text).toContain('portolan approvals');
  const gates = await waiting();
  const found = gates.find((each) => each.gate === gate);
  expect(found?.actions[0]).toMatchObject({ effect: 'boundary', destination: 'http://portal.invalid/' });
  expect(text).not.toContain(found?.token);
  await client.close();
});

describe('over HTTP', () => {
  test('an approval is read with its token and answered once, and the call goes on', async () => {
    const client = await connect('v1');
    const { text } = await client.call('browser_navigate', OUTSIDE);
    const [gate] = /gate_[\w-]+/.exec(text) ?? [];
    const found = (await waiting()).find((each) => each.gate === gate);
    const answer = { token: found?.token, approve: true };
    expect((await post(answer)).status).toBe(200);
    expect((await post(answer)).status).toBe(400);
    expect((await client.call('browser_navigate', OUTSIDE)).text).toMatch(/^browser\.navigation_failed: /);
    await client.close();
  });

  test.each([
    ['no token of the server', {}, 401],
    ['an answer that is none', { body: 'yes' }, 400],
    ['a field too many', { body: JSON.stringify({ token: 'x', approve: true, all: true }) }, 400],
    ['a guessed token', { body: JSON.stringify({ token: 'gate_x.y', approve: true }) }, 400],
  ])('%s is refused', async (name, { body = '{}' }: { body?: string }, status) => {
    const headers = name === 'no token of the server' ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(`${service.origin}/v1/approvals`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
  });
});

test('on the command line, whatever process asked: listed, denied by the beginning of its name', async () => {
  const client = await connect('v2 as 2026');
  const { text } = await client.call('browser_navigate', OUTSIDE);
  const [gate = ''] = /gate_[\w-]+/.exec(text) ?? [];
  const portolan = async (...args: string[]) =>
    (
      await run(process.execPath, [
        'dist/transports/cli/main.js',
        'approvals',
        ...args,
        '--data-dir',
        dataDir,
      ])
    ).stdout;
  expect(await portolan()).toContain(gate);
  const { gates } = JSON.parse(await portolan('list', '--json'));
  expect(gates.some((each: { gate: string }) => each.gate === gate)).toBe(true);
  expect(JSON.stringify(gates)).not.toContain('"token"');
  await expect(portolan('approve', 'gate_nothing')).rejects.toMatchObject({ code: 2 });
  expect(await portolan('deny', gate.slice(0, 16))).toContain(`Denied: ${gate}`);
  expect((await client.call('browser_navigate', OUTSIDE)).text).toMatch(/^browser\.approval_declined: /);
  await client.close();
});

test('a session is taken over and handed back: the model is kept out meanwhile', async () => {
  const client = await connect('v2 as 2026');
  await client.call('browser_navigate', { url: `http://localhost:${site.port}/` });
  const { port } = new URL(service.origin);
  const portolan = async (...args: string[]) =>
    (
      await run(process.execPath, [
        'dist/transports/cli/main.js',
        'sessions',
        ...args,
        '--port',
        port,
        '--data-dir',
        dataDir,
      ])
    ).stdout;
  const name = `approvals-${opened}`;
  expect(await portolan()).toContain(`${name}  with the model`);
  expect(await portolan('take-over', name)).toContain('taken over by http:');
  const refused = await client.call('browser_snapshot', {});
  expect(refused.text).toMatch(/^browser\.authentication_protected: /);
  expect(refused.text).not.toContain('Home');
  expect(await portolan('hand-back', name)).toContain('with the model');
  expect((await client.call('browser_snapshot', {})).text).toContain('Home');
  await expect(portolan('take-over', 'nobody')).rejects.toMatchObject({ code: 2 });
  const stranger = await fetch(`${service.origin}/v1/sessions`);
  expect(stranger.status).toBe(401);
  await client.close();
});

interface WaitingGate {
  readonly gate: string;
  readonly token: string;
  readonly actions: readonly { readonly effect: string; readonly destination: string }[];
}

async function waiting(): Promise<readonly WaitingGate[]> {
  const response = await fetch(`${service.origin}/v1/approvals`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { gates: WaitingGate[] }).gates;
}

async function post(answer: object): Promise<Response> {
  return await fetch(`${service.origin}/v1/approvals`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(answer),
  });
}
