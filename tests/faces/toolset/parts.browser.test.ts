import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenToolset, openToolset } from '#transports/library/create-toolset.ts';
import { openSite, type Site } from '../../support/site.ts';
import { use } from './bench.ts';

// The parts that other interfaces are made of: nothing of a secret leaves by them either.
const SECRET = 'harbour-master-7731';
let site: Site;
let dataDir: string;
let opened: OpenToolset;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-parts-'));
  site = await openSite({
    '/echo': `<!doctype html><title>Echo</title><script>addEventListener('load', () => alert('it is ${SECRET}'))</script>`,
  });
  opened = await openToolset({ hosts: ['127.0.0.1:*'], dataDir, logLevel: 'silent' });
  opened.session.secrets.learn('pin', SECRET);
});
afterAll(async () => {
  await opened.close();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a secret is in no address, text, tab or dialog that is handed on', async () => {
  const { executor } = opened;
  const done = await executor.perform(use('navigate', { url: `${site.origin}/echo?pin=${SECRET}` }));
  expect(done).toMatchObject({ navigated: { url: expect.stringContaining('/echo?pin=') } });
  const whole = await executor.wholeState(done.news);
  expect(whole.dialogs).toEqual([{ kind: 'alert', message: 'it is «secret:pin»' }]);
  expect(JSON.stringify([{ ...done, news: [] }, whole])).not.toContain(SECRET);
});
