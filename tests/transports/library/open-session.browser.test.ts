import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#transports/library/open-session.ts';
import { openSite, type Site } from '../../support/site.ts';

let site: Site;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-library-'));
  site = await openSite({
    '/': `<!doctype html><title>Home</title><h1>Home</h1><form action="/found"><label>Search <input name=q></label></form>
      <button>Twin</button><button>Twin</button>`,
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
