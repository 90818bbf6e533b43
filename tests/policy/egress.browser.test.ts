import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { EgressPort } from '#policy/egress-proxy/egress-port.ts';
import { parseHosts } from '#policy/hosts.ts';
import { proves } from '../spec/proves.ts';
import { type Listening, listenHttp, startEgress, until } from './egress-client.ts';
import { escapePage, PLAIN_WAYS } from './escape-page.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-popup-blocking'],
  });
});

afterAll(() => browser.close());

const contextThrough = (port: EgressPort) =>
  browser.newContext({ proxy: { server: port.url, bypass: '<-loopback>' }, serviceWorkers: 'allow' });

/** A site that serves the page that tries to get out to the address in its query. */
const startSite = () =>
  listenHttp((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const target = decodeURIComponent(query);
    if (path === '/redirect') {
      response.writeHead(302, { location: target });
      response.end();
      return;
    }
    const isScript = path.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isScript) response.end(`fetch(${JSON.stringify(target)}).catch(() => {});`);
    else response.end(path === '/escape' ? escapePage(target) : '<!doctype html><title>Site</title>site');
  });

const answerAnything = () =>
  listenHttp((_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end('reached');
  });

async function tryEveryWay(
  port: EgressPort,
  site: string,
  target: string,
  isDone: () => boolean,
): Promise<void> {
  const context = await contextThrough(port);
  const page = await context.newPage();
  await page.goto(`${site}/escape?${encodeURIComponent(target)}`);
  await until(isDone);
  await context.close();
}

function waysSeen(urls: readonly (string | undefined)[]): Set<string> {
  return new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).pathname.slice(1)])));
}

const isEveryWayIn = (ways: ReadonlySet<string>) => PLAIN_WAYS.every((way) => ways.has(way));

/** Runs the page against a target that the rules refuse, until the proxy has refused every way, sockets too. */
async function expectNoEscape(
  port: EgressPort,
  site: string,
  target: string,
  victim: Listening,
): Promise<void> {
  const urls: (string | undefined)[] = [];
  let socketsRefused = 0;
  const { hostname, port: number } = new URL(target);
  const off = port.refusals.on((refusal) => {
    if (refusal.host !== hostname || refusal.port !== Number(number || 80)) return;
    if (refusal.url === undefined) socketsRefused += 1;
    urls.push(refusal.url);
  });
  await tryEveryWay(port, site, target, () => isEveryWayIn(waysSeen(urls)) && socketsRefused >= 2);
  off();
  expect([...waysSeen(urls)]).toEqual(expect.arrayContaining([...PLAIN_WAYS]));
  expect(victim.connections).toBe(0);
}

proves(
  ['E5', 'E6'],
  'no way a page has of making a connection reaches a denied host, loopback included',
  async () => {
    await using site = await startSite();
    await using victim = await answerAnything();
    await using egress = await startEgress([`localhost:${site.port}`, 'shop.test'], {
      hostMap: { 'shop.test': `127.0.0.1:${site.port}`, 'denied.test': `127.0.0.1:${victim.port}` },
    });
    for (const origin of [`http://localhost:${site.port}`, 'http://shop.test']) {
      for (const target of [
        `http://127.0.0.1:${victim.port}`,
        'http://denied.test',
        `http://localhost:${victim.port}`,
      ]) {
        await expectNoEscape(egress.port, origin, target, victim);
      }
    }
  },
  120_000,
);

proves('E6', 'the same ways do reach a host that is listed, so that the page is a real trial', async () => {
  await using site = await startSite();
  const paths = new Set<string>();
  await using open = await listenHttp((request, response) => {
    paths.add((request.url ?? '').slice(1));
    response.setHeader('access-control-allow-origin', '*');
    response.end('reached');
  });
  open.server.on('upgrade', (request: { url?: string }, socket: { destroy(): void }) => {
    paths.add((request.url ?? '').slice(1));
    socket.destroy();
  });
  const hosts = [`localhost:${site.port}`, `localhost:${open.port}`];
  await using egress = await startEgress(hosts);
  const all = [...PLAIN_WAYS, 'web-socket', 'worker-socket', 'service-worker'];
  await tryEveryWay(egress.port, `http://localhost:${site.port}`, `http://localhost:${open.port}`, () =>
    all.every((way) => paths.has(way)),
  );
  expect([...paths]).toEqual(expect.arrayContaining(all));
});

proves(
  'E9',
  'no way a page has reaches our own port, although the list covers loopback',
  async () => {
    await using site = await startSite();
    await using own = await answerAnything();
    await using egress = await startEgress(['localhost:*', '127.0.0.1:*', 'shop.test'], {
      ownPorts: () => new Set([own.port]),
      hostMap: { 'shop.test': `127.0.0.1:${site.port}` },
    });
    for (const origin of [`http://localhost:${site.port}`, 'http://shop.test']) {
      for (const host of ['127.0.0.1', 'localhost']) {
        await expectNoEscape(egress.port, origin, `http://${host}:${own.port}`, own);
      }
    }
  },
  120_000,
);

proves(
  'E5',
  'a loopback address goes to the proxy like any other: what it refuses, the server never sees',
  async () => {
    await using site = await startSite();
    await using egress = await startEgress([
      `localhost:${site.port}`,
      `127.0.0.1:${site.port}`,
      `[::1]:${site.port}`,
    ]);
    const context = await contextThrough(egress.port);
    const page = await context.newPage();
    let allowed = 0;
    for (const host of ['localhost', '127.0.0.1']) {
      expect((await page.goto(`http://${host}:${site.port}/`))?.status()).toBe(200);
      expect(egress.port.counts().allowed).toBeGreaterThan(allowed);
      allowed = egress.port.counts().allowed;
    }
    egress.port.unbind();
    const before = site.connections;
    for (const host of [
      'localhost',
      '127.0.0.1',
      '127.1',
      '[::1]',
      'a.localhost',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
    ]) {
      const response = await page.goto(`http://${host}:${site.port}/?${Math.random()}`);
      expect([host, response?.status()]).toEqual([host, 403]);
    }
    expect(site.connections).toBe(before);
    await context.close();
  },
);

proves('E1', 'two contexts of one browser are held to their own lists', async () => {
  await using a = await startSite();
  await using b = await startSite();
  const hostMap = { 'a.test': `127.0.0.1:${a.port}`, 'b.test': `127.0.0.1:${b.port}` };
  await using egress = await startEgress(['a.test'], { hostMap });
  const second = await egress.proxy.openPort();
  second.bind({ hosts: parseHosts(['b.test']) });
  const table: (number | undefined)[] = [];
  for (const port of [egress.port, second]) {
    const context = await contextThrough(port);
    const page = await context.newPage();
    for (const name of ['a.test', 'b.test']) table.push((await page.goto(`http://${name}/`))?.status());
    await context.close();
  }
  expect(table).toEqual([200, 403, 403, 200]);
});

proves(
  'E3',
  'a chain of ten redirects that ends at metadata stops at the last hop, by its rule',
  async () => {
    await using site = await listenHttp((request, response) => {
      const hop = Number(request.url?.slice(1));
      response.writeHead(302, {
        location:
          hop < 10 ? `http://hop${hop + 1}.test/${hop + 1}` : 'http://169.254.169.254/latest/meta-data/',
      });
      response.end();
    });
    const hostMap = Object.fromEntries(
      Array.from({ length: 10 }, (_, hop) => [`hop${hop + 1}.test`, `127.0.0.1:${site.port}`]),
    );
    await using egress = await startEgress(['*'], { hostMap });
    const context = await contextThrough(egress.port);
    const page = await context.newPage();
    const refused: string[] = [];
    egress.port.refusals.on(({ background, rule, url }) => {
      if (!background) refused.push(`${url}: ${rule}`);
    });
    const response = await page.goto('http://hop1.test/1');
    expect(response?.status()).toBe(403);
    expect(await page.locator('body').textContent()).toContain(
      'Blocked by Portolan: 169.254.169.254 is a metadata address',
    );
    expect(refused[0]).toBe(
      'http://169.254.169.254/latest/meta-data/: 169.254.169.254 is a metadata address, which must be listed by itself',
    );
    expect(egress.port.counts().allowed).toBe(10);
    await context.close();
  },
);

proves('E12', 'when the proxy dies, the browser gets errors and goes nowhere by itself', async () => {
  await using site = await startSite();
  const egress = await startEgress([`localhost:${site.port}`]);
  const context = await contextThrough(egress.port);
  const page = await context.newPage();
  await page.goto(`http://localhost:${site.port}/`);
  await egress[Symbol.asyncDispose]();
  await until(() => site.openConnections === 0);
  const before = site.connections;
  expect(await page.evaluate('fetch("/again").then(() => "reached", () => "failed")')).toBe('failed');
  const socket = `new Promise((done) => {
    const socket = new WebSocket('ws://localhost:${site.port}/');
    socket.onerror = () => done('failed');
    socket.onopen = () => done('reached');
  })`;
  expect(await page.evaluate(socket)).toBe('failed');
  await expect(page.goto(`http://127.0.0.1:${site.port}/`)).rejects.toThrow(/ERR_PROXY_CONNECTION_FAILED/);
  expect(site.connections).toBe(before);
  await context.close();
});
