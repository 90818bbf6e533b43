// `node bench/boundary.mjs`, after a build: what the boundary and the vault cost. A page of 40 resources through our
// proxy and through a bare forward proxy, in one browser; a login on the demo portal by credential id and by bare
// Playwright. Interleaved, medians; ratios hold where milliseconds do not.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startDemoPortal } from '../demo/portal.mjs';
import { EgressProxy } from '../dist/policy/egress-proxy/egress-proxy.js';
import { parseHosts } from '../dist/policy/hosts.js';
import { inTurn } from './measure.mjs';
import { StdioClient } from './stdio-client.mjs';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(flags.rounds);
const executable = process.env.CHROME_PATH ?? '/usr/bin/chromium';
const MAIN = fileURLToPath(new URL('../dist/transports/cli/main.js', import.meta.url));
const RESOURCES = 40;
/** The demo portal's own. */
const USER = 'ana@example.com';
const PASSWORD = 'harbour-7';

/** A page of 40 resources of several kinds, none of which may be kept. */
async function startSite() {
  const kinds = [
    ['css', 'text/css', (n) => `.c${n} { color: #${String(100 + n)}; }`.padEnd(4_000)],
    ['js', 'text/javascript', (n) => `window.n${n} = ${n};`.padEnd(8_000)],
    [
      'svg',
      'image/svg+xml',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'.padEnd(6_000),
    ],
    ['json', 'application/json', (n) => JSON.stringify({ n }).padEnd(2_000)],
  ];
  const tags = {
    css: (url) => `<link rel="stylesheet" href="${url}">`,
    js: (url) => `<script src="${url}"></script>`,
    svg: (url) => `<img src="${url}" alt="">`,
    json: (url) =>
      `<link rel="preload" as="fetch" crossorigin href="${url}"><script>fetch("${url}")</script>`,
  };
  const list = Array.from({ length: RESOURCES }, (_, n) => [n, kinds[n % kinds.length]]);
  const page = `<!doctype html><title>Resources</title>${list
    .filter(([, [kind]]) => kind !== 'json')
    .map(([n, [kind]]) => tags[kind](`/r${n}.${kind}`))
    .join('')}<body><script>for (const n of [${list
    .filter(([, [kind]]) => kind === 'json')
    .map(([n]) => n)}]) fetch('/r' + n + '.json');</script>`;
  const server = createServer((incoming, response) => {
    response.setHeader('cache-control', 'no-store');
    const [, n, kind] = /^\/r(\d+)\.(\w+)$/.exec(incoming.url ?? '') ?? [];
    const [, type = 'text/html', body = () => page] = kinds.find(([name]) => name === kind) ?? [];
    response.setHeader('content-type', type);
    response.end(body(Number(n)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${server.address().port}/`,
    port: server.address().port,
    close: () => server.close(),
  };
}

/** What any forward proxy has to do, and no more. */
async function startBareProxy() {
  const server = createServer((incoming, response) => {
    const onward = request(incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url }, client) => {
    const [host, port] = url.split(':');
    const onward = connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    onward.pipe(client).pipe(onward);
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function loads() {
  const [site, bare, proxy] = [await startSite(), await startBareProxy(), await EgressProxy.start({})];
  const port = await proxy.openPort();
  port.bind({ hosts: parseHosts([`localhost:${site.port}`]) });
  const browser = await chromium.launch({ executablePath: executable, chromiumSandbox: false });
  try {
    const through = async (server) => {
      const context = await browser.newContext({ proxy: { server, bypass: '<-loopback>' } });
      const page = await context.newPage();
      return async () => {
        await page.goto('about:blank');
        const startedAt = performance.now();
        await page.goto(site.url, { waitUntil: 'load' });
        return { ms: performance.now() - startedAt };
      };
    };
    return await inTurn(
      [
        ['bare proxy', await through(bare.url)],
        ['portolan', await through(port.url)],
      ],
      rounds,
      { warmUp: 3 },
    );
  } finally {
    await browser.close();
    await proxy[Symbol.asyncDispose]();
    bare.close();
    site.close();
  }
}

async function logins() {
  const portal = await startDemoPortal();
  const folder = mkdtempSync(join(tmpdir(), 'bench-login-'));
  const { port } = new URL(portal.url);
  execFileSync(
    process.execPath,
    [
      MAIN,
      'credentials',
      'add',
      'demo',
      '--binding',
      'web',
      '--host',
      `127.0.0.1:${port}`,
      '--allow-http',
      '--username',
      USER,
      '--password-stdin',
      '--data-dir',
      folder,
    ],
    { input: `${PASSWORD}\n` },
  );
  const client = new StdioClient(
    process.execPath,
    [MAIN, 'mcp', '--hosts', '127.0.0.1:*', '--data-dir', folder, '--log-level', 'silent'],
    { env: { ...process.env, CHROME_PATH: executable } },
  );
  await client.begin();
  const browser = await chromium.launch({ executablePath: executable, chromiumSandbox: false });
  const signIn = `http://127.0.0.1:${port}/sign-in`;
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const bare = async () => {
      await context.clearCookies();
      await page.goto(signIn);
      const startedAt = performance.now();
      await page.getByLabel('E-mail').fill(USER);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/invoices/);
      return { ms: performance.now() - startedAt };
    };
    const ours = async () => {
      await client.call('browser_tabs', { action: 'reset' });
      await client.call('browser_navigate', { url: signIn });
      const startedAt = performance.now();
      const reply = await client.call('browser_login', { credentialId: 'demo' });
      const ms = performance.now() - startedAt;
      if (!reply.startsWith('Login: verified')) throw new Error(reply.slice(0, 200));
      return { ms };
    };
    return await inTurn(
      [
        ['bare Playwright', bare],
        ['portolan', ours],
      ],
      rounds,
      { warmUp: 2 },
    );
  } finally {
    await browser.close();
    await client.close();
    await portal.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function print(title, results, aim) {
  const [[, floor], [, ours]] = Object.entries(results);
  console.log(`\n${title}`);
  for (const [name, { ms, least, error }] of Object.entries(results))
    console.log(`  ${name.padEnd(16)} ${error ?? `${ms.toFixed(1)} ms (least ${least.toFixed(1)})`}`);
  if (floor.ms && ours.ms)
    console.log(
      `  ratio ${(ours.ms / floor.ms).toFixed(2)}, of the least ${(ours.least / floor.least).toFixed(2)}; aim ${aim}`,
    );
}

console.log(`load before: ${loadavg()[0].toFixed(1)}`);
print(`a page of ${RESOURCES} resources`, await loads(), 'at most 1.5');
print('a login on the demo portal', await logins(), 'at most 3');
console.log(`\nload after: ${loadavg()[0].toFixed(1)}`);
