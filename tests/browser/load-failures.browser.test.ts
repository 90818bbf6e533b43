import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../policy/self-signed.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

let bench: PortalBench;
let client: PortalClient;
let site: Site;

beforeAll(async () => {
  bench = await PortalBench.open();
  client = await bench.client();
  site = await openSite({
    '/': '<!doctype html><title>Home</title><h1>Home</h1>',
  });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

test('a certificate that is not valid is said, and the session goes on', async () => {
  const secure = createServer(await selfSigned('localhost'), (_, response) => response.end('secret'));
  await new Promise<void>((resolve) => {
    secure.listen(0, '127.0.0.1', resolve);
  });
  const { port } = secure.address() as AddressInfo;
  try {
    const reply = await client.refused('certificate_error', 'browser_navigate', {
      url: `https://localhost:${port}/`,
    });
    expect(reply).toContain('--ignore-https-errors');
    expect(await client.ok('browser_navigate', { url: site.origin })).toContain('heading "Home"');
  } finally {
    secure.close();
    secure.closeAllConnections();
  }
});

test('a crashed page is said, and the next navigation revives the tab', async () => {
  await client.ok('browser_navigate', { url: site.origin });
  const page = await client.session.currentPage();
  page.send('Page.crash').catch(() => {});
  await expect.poll(() => page.state).toBe('crashed');
  await client.refused('page_crashed', 'browser_snapshot');
  expect(await client.ok('browser_navigate', { url: site.origin })).toContain('heading "Home"');
});
