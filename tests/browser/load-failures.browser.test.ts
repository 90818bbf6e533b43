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
    '/closed': ({ headers }, response) => {
      const isKnown = headers.authorization === `Basic ${Buffer.from('ana:quay').toString('base64')}`;
      response.setHeader('content-type', 'text/html');
      if (!isKnown) response.setHeader('www-authenticate', 'Basic realm="Harbour"');
      response.statusCode = isKnown ? 200 : 401;
      response.end(isKnown ? '<h1>Inside</h1>' : '<h1>Who are you?</h1>');
    },
    '/plain-401': (_, response) => {
      response.statusCode = 401;
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Sign in first</h1><a href="/">Home</a>');
    },
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

test('an address that leads nowhere is a failure with its reason, over http as over https', async () => {
  await using lost = await PortalBench.open({ hosts: ['127.0.0.1:*', 'nowhere.invalid:*'] });
  const traveller = await lost.client();
  const closed = await openSite();
  await closed.close();
  for (const [url, reason] of [
    ['http://nowhere.invalid/', 'the name was not found'],
    ['https://nowhere.invalid/', 'the name was not found'],
    [`http://127.0.0.1:${closed.port}/`, 'the connection was refused'],
    [`https://127.0.0.1:${closed.port}/`, 'the connection was refused'],
  ] as const)
    expect(await traveller.refused('navigation_failed', 'browser_navigate', { url }), url).toContain(reason);
  expect(await traveller.ok('browser_navigate', { url: site.origin })).toContain('heading "Home"');
});

test('a crashed page is said, and the next navigation revives the tab', async () => {
  await client.ok('browser_navigate', { url: site.origin });
  const page = await client.session.currentPage();
  page.send('Page.crash').catch(() => {});
  await expect.poll(() => page.state).toBe('crashed');
  await client.refused('page_crashed', 'browser_snapshot');
  expect(await client.ok('browser_navigate', { url: site.origin })).toContain('heading "Home"');
});

test('a site that wants HTTP credentials is refused without them, and opened with the right ones', async () => {
  await client.refused('http_auth_required', 'browser_navigate', { url: `${site.origin}/closed` });
  expect(await client.ok('browser_navigate', { url: `${site.origin}/plain-401` })).toContain('(HTTP 401)');
  for (const [password, isRight] of [
    ['quay', true],
    ['wrong', false],
  ] as const) {
    await using other = await PortalBench.open({ httpCredentials: { username: 'ana', password } });
    const with_ = await other.client();
    const url = `${site.origin}/closed`;
    if (isRight) expect(await with_.ok('browser_navigate', { url })).toContain('heading "Inside"');
    else await with_.refused('http_auth_required', 'browser_navigate', { url });
  }
});
