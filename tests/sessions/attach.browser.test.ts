import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '#browser/find-browser.ts';
import type { PoolEvent } from '#sessions/browser-pool.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

let child: ChildProcess;
let folder: string;
let endpoint: string;
let site: Site;

/** Somebody's browser, with a tab open. */
beforeAll(async () => {
  site = await openSite({
    '/': '<!doctype html><title>Mine</title><h1>My tab</h1><button onclick="this.textContent = \'Done\'">Do</button>',
    '/wide':
      '<!doctype html><title>Wide</title><button style="position:absolute;left:800px;top:300px" onclick="this.textContent = \'Pressed\'">Far</button>',
    '/agent':
      '<!doctype html><title>Agent</title><meta name=viewport content="width=device-width"><button onclick="this.textContent = \'Pressed\'">Press</button><script>document.title = navigator.maxTouchPoints + " " + innerWidth + " " + /iPhone/.test(navigator.userAgent)</script>',
  });
  folder = await mkdtemp(join(tmpdir(), 'portolan-running-'));
  const { executablePath } = await findBrowser();
  child = spawn(
    executablePath,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      site.origin,
    ],
    { stdio: 'ignore' },
  );
  endpoint = `http://127.0.0.1:${await portOf(folder)}`;
}, 30_000);
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await site.close();
});

/** The browser writes it there when it listens. */
async function portOf(profile: string): Promise<string> {
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port] = /^\d+(?=\n)/.exec(text) ?? [];
    if (port !== undefined) return port;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function openTabs(): Promise<readonly string[]> {
  const targets = (await (await fetch(`${endpoint}/json/list`)).json()) as { type: string; url: string }[];
  return targets.filter(({ type }) => type === 'page').map(({ url }) => url);
}

test('a session uses the tabs of the running browser, says what does not hold, and leaves it running', async () => {
  const events: PoolEvent[] = [];
  {
    await using bench = await PortalBench.open({ cdpEndpoint: endpoint });
    bench.broker.onBrowser((event) => events.push(event));
    const client = await bench.client();
    const first = await client.ok('browser_snapshot');
    expect(first).toContain('My tab');
    expect(first).toContain('Attached to a running browser: its traffic does not pass our boundary');
    expect(first).toContain('own profile');
    expect(first).toContain('never closed');
    const acted = await client.ok('browser_click', { ref: client.ref('button', 'Do') });
    expect(acted).toContain('Done');
    expect(acted).not.toContain('Attached to');
    await client.ok('browser_navigate', { url: `${site.origin}/agent` });
    await client.refused('blocked_host', 'browser_navigate', { url: 'http://elsewhere.example/' });
    const second = await bench.client();
    expect(await second.refused('environment', 'browser_snapshot')).toContain('in use by another session');
    expect((await bench.broker.ready()).ok).toBe(true);
  }
  expect(events[0]).toMatchObject({
    kind: 'started',
    notes: [expect.stringMatching(/boundary/), expect.anything(), expect.anything()],
  });
  expect(await openTabs()).toContain(`${site.origin}/agent`);
  expect(child.exitCode).toBeNull();
  await using again = await PortalBench.open({ cdpEndpoint: endpoint });
  expect(await (await again.client()).ok('browser_tabs', { action: 'list' })).toContain('/agent');
});

test('an address beyond this machine is refused at the start unless it was allowed; a dead one at the first call', async () => {
  await expect(PortalBench.open({ cdpEndpoint: 'http://192.0.2.7:9222' })).rejects.toMatchObject({
    code: 'invalid_arguments',
  });
  await using bench = await PortalBench.open({ cdpEndpoint: 'http://127.0.0.1:1' });
  const client = await bench.client();
  expect(await client.refused('environment', 'browser_snapshot')).toContain('No browser answers at');
});

test('a session looks like the device it was given', async () => {
  await using bench = await PortalBench.open({ device: 'iPhone 15' });
  const client = await bench.client();
  expect(await client.ok('browser_navigate', { url: `${site.origin}/agent` })).toMatch(/[1-9]\d* 393 true/);
  expect(await client.ok('browser_click', { ref: client.ref('button', 'Press') })).toContain('Pressed');
  await client.ok('browser_navigate', { url: `${site.origin}/wide` });
  expect(await client.ok('browser_click', { ref: client.ref('button', 'Far') })).toContain('Pressed');
});
