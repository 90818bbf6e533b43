import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAPS } from '#sessions/settings.ts';
import type { LibrarySession } from '#transports/library/library-session.ts';
import { openSession } from '#transports/library/open-session.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { openSite, type Site } from '../../support/site.ts';

let site: Site;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-library-'));
  site = await openSite({
    '/': `<!doctype html><title>Home</title><h1>Home</h1><form action="/found"><label>Search <input name=q></label></form>
      <button>Twin</button><button>Twin</button>`,
    '/groups': `<!doctype html><title>Groups</title><h1>Groups</h1><button onclick="out.textContent='pressed'">Press</button><p id=out></p>
      <script>console.warn('a warning'); fetch('/found?from=script'); localStorage.kept = 'yes';</script>`,
    '/found': '<!doctype html><title>Found</title><h1>Found</h1><a href="/">Home</a>',
  });
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a program has the same operations, typed, and closes what it opened', async () => {
  await using session = await openSession({ dataDir, hosts: ['127.0.0.1:*'], logLevel: 'silent' });
  const opened = await session.navigate(site.origin);
  expect(opened).toMatchObject({ said: expect.stringContaining('Opened'), outcome: { effect: 'navigated' } });
  expect(opened.elements).toContainEqual(expect.objectContaining({ role: 'textbox', name: 'Search' }));
  const typed = await session.type(session.ref('textbox', 'Search'), 'july', { observe: 'none' });
  expect(typed.outcome).toMatchObject({ effect: 'changed', value: 'july' });
  expect(typed.text).toBeUndefined();
  const found = await session.press('Enter', session.ref('textbox', 'Search'));
  expect(found.text).toContain('heading "Found"');
  expect(site.requests.at(-1)?.path).toBe('/found?q=july');
  expect((await session.find({ role: 'link' })).text).toContain('link "Home"');
  expect((await session.back()).text).toContain('heading "Home"');
});

test('a refusal is thrown with its code, and nothing is guessed', async () => {
  await using session = await openSession({ dataDir, hosts: ['127.0.0.1:*'] });
  await session.navigate(site.origin);
  expect(() => session.ref('button', 'Twin')).toThrow(expect.objectContaining({ code: 'ambiguous' }));
  expect(() => session.ref('button', 'None')).toThrow(expect.objectContaining({ code: 'not_found' }));
  await expect(session.click('e999@v1')).rejects.toMatchObject({ code: 'stale_ref' });
  await expect(session.navigate('http://other.example/')).rejects.toMatchObject({ code: 'blocked_host' });
  const wrong = { dataDir, host: ['x'] } as unknown as { dataDir: string };
  await expect(openSession(wrong)).rejects.toMatchObject({ code: 'invalid_arguments' });
  const unknown = { dataDir, hots: ['x'] } as unknown as { dataDir: string };
  await expect(openSession(unknown)).rejects.toMatchObject({
    facts: { remedy: expect.stringContaining('"hosts"') },
  });
});

const GROUPED: Readonly<Record<string, (session: LibrarySession) => Promise<unknown>>> = {
  'console: consoleMessages': (session) => session.consoleMessages(),
  'network: networkRequests': (session) => session.networkRequests(),
  'network: networkRequest': (session) => session.networkRequest('n1'),
  'storage: cookies': (session) => session.cookies({ action: 'list' }),
  'storage: storage': (session) => session.storage({ area: 'local', action: 'clear' }),
  'storage: saveStorage': (session) => session.saveStorage(),
  'pdf: pdf': (session) => session.pdf(),
  'script: script': (session) => session.script('localStorage.clear()'),
  'vision: picture': (session) => session.picture(),
  'vision: pointer': (session) => session.pointer({ action: 'click', x: 40, y: 100 }),
};

test('a method of a group that is off is refused with the flag that switches it on, and does nothing', async () => {
  await using session = await openSession({ dataDir, hosts: ['127.0.0.1:*'] });
  await session.navigate(`${site.origin}/groups`);
  for (const [name, call] of Object.entries(GROUPED)) {
    const cap = name.split(':')[0];
    await expect(call(session), name).rejects.toMatchObject({ code: 'not_enabled', facts: { cap } });
  }
  expect((await session.snapshot()).text).not.toContain('pressed');
  await using other = await openSession({ dataDir, hosts: ['127.0.0.1:*'], caps: ['storage'] });
  await other.navigate(`${site.origin}/groups`);
  expect((await other.storage({ area: 'local', action: 'get', key: 'kept' })).text).toContain('yes');
  await expect(other.consoleMessages()).rejects.toMatchObject({ code: 'not_enabled' });
});

test('a program has the groups that it switches on', async () => {
  await using session = await openSession({ dataDir, hosts: ['127.0.0.1:*'], caps: [...CAPS] });
  await session.navigate(`${site.origin}/groups`);
  expect((await session.consoleMessages({ level: 'warning' })).text).toContain('a warning');
  const requests = (await session.networkRequests({ filter: 'from=script' })).text ?? '';
  expect(requests).toContain('/found?from=script');
  const id = /\bn\d+/.exec(requests)?.[0] ?? '';
  expect((await session.networkRequest(id)).text).toMatch(/content-type/i);
  await session.cookies({ action: 'set', name: 'seen', value: 'once' });
  expect((await session.cookies({ action: 'list', reveal: true })).text).toContain('once');
  expect((await session.pdf()).said).toContain('PDF');
  expect((await session.saveStorage()).said).toContain('.json');
  expect(
    (await session.script('(element) => element.textContent', { ref: session.ref('button', 'Press') })).text,
  ).toBe('"Press"');
  const { images } = await session.picture({ ref: session.ref('button', 'Press') });
  expect(images?.[0]).toMatchObject({ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) });
  const clicked = await session.pointer({ action: 'click', x: 12, y: 8 });
  expect(clicked.text).toContain('pressed');
});

test('a program hands the same tools to a model, skills among them, and refusals come as replies', async () => {
  await using session = await openSession({ dataDir, hosts: ['127.0.0.1:*'] });
  const { tools } = session;
  expect(tools.list.map(({ name }) => name)).toContain('browser_skill');
  expect(tools.list[0]).toMatchObject({ inputSchema: { type: 'object', required: ['url'] } });
  expect(tools.instructions).toContain('browser_skill');
  const opened = await tools.call('browser_navigate', { url: site.origin });
  expect(opened).toMatchObject({ isError: false, text: expect.stringContaining('heading "Home"') });
  expect((await tools.call('browser_skill', { name: 'portal-navigation' })).text).toContain('# ');
  const refused = await tools.call('browser_click', { ref: '#submit' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^browser\.invalid_ref: /) });
  await session.type(session.ref('textbox', 'Search'), 'july', { observe: 'none' });
  expect((await tools.call('browser_snapshot', {})).text).toContain('"july"');
});

test('a program runs what is saved, hears of each step, and saves what it makes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-saved-'));
  const hosts = ['127.0.0.1:*'];
  await using session = await openSession({ dataDir, hosts, workflows: folder, logLevel: 'silent' });
  const workflow = readWorkflow(
    `---\nname: search\nstart: ${site.origin}/\ninputs:\n  what: {}\n---\n\n1. Type "{{what}}" into "Search"\n2. Press "Enter" in "Search"\n3. Verify that the page contains "Found"\n`,
  );
  expect(await session.workflows.save(workflow)).toBe(join(folder, 'search.md'));
  await expect(session.workflows.save(workflow)).rejects.toMatchObject({ code: 'workflow_exists' });
  expect(await session.workflows.match('run search')).toMatchObject({ found: 'unique' });
  await expect(session.workflows.run('search')).rejects.toMatchObject({ code: 'input_missing' });
  const heard: number[] = [];
  const run = await session.workflows.run('search', {
    inputs: { what: 'workflows' },
    onStep: ({ number }) => heard.push(number),
  });
  expect(run).toMatchObject({ state: 'succeeded', session: session.id });
  expect(heard).toEqual([1, 2, 3]);
  expect(site.requests.at(-1)?.path).toBe('/found?q=workflows');
  const [saved] = (await session.workflows.list()).workflows;
  expect(saved && (await session.workflows.run(saved, { inputs: { what: 'a' }, from: 3 })).state).toBe(
    'succeeded',
  );
  const secret = readWorkflow(
    `---\nname: seek\nstart: ${site.origin}/\ninputs:\n  what: { secret: true }\n---\n\n1. Type "{{what}}" into "Search"\n2. Press "Enter" in "Search"\n`,
  );
  const given = await session.workflows.run(secret, { secrets: { what: 'canary-4471' } });
  expect(given).toMatchObject({ state: 'succeeded', inputs: { what: '«secret:input what»' } });
  expect(JSON.stringify(given)).not.toContain('canary-4471');
  expect(site.requests.at(-1)?.path).toBe('/found?q=canary-4471');
  await expect(session.workflows.run(secret, { inputs: { what: 'a' } })).rejects.toMatchObject({
    code: 'secret_input',
  });
  await rm(folder, { recursive: true, force: true });
});
