import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '#browser/find-browser.ts';
import { type LaunchOptions, launchBrowser } from '#browser/launch.ts';
import type { LaunchedBrowser } from '#browser/launched-browser.ts';
import { proves } from '../spec/proves.ts';
import {
  browsersIn,
  kill,
  listeningSockets,
  type RefusingProxy,
  refusingProxy,
  removeFolder,
  temporaryFolder,
  until,
  watchesIn,
} from './launch-support.ts';

describe('a browser that was started', () => {
  let dataDir = '';
  let proxy: RefusingProxy;
  const open: LaunchedBrowser[] = [];

  beforeAll(async () => {
    proxy = await refusingProxy();
  });
  afterAll(() => proxy.close());
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(async () => {
    for (const browser of open.splice(0)) await browser.close();
    removeFolder(dataDir);
  });

  const launch = async (options: Partial<LaunchOptions> = {}) => {
    const browser = await launchBrowser({
      dataDir,
      headless: true,
      sandbox: true,
      proxyServer: proxy.server,
      ...options,
    });
    open.push(browser);
    return browser;
  };

  proves('C1', 'no process of the browser listens on a socket', async () => {
    const browser = await launch();
    await (await browser.newPlaywrightContext({})).newPage();
    const pids = browsersIn(dataDir).map((each) => each.pid);
    expect(pids).toContain(browser.pid);
    expect(pids.length).toBeGreaterThan(3);
    expect(listeningSockets(pids)).toEqual([]);
    expect(
      listeningSockets([process.pid]),
      'the same look sees the listening socket of this test',
    ).not.toEqual([]);
  });

  proves(
    'C4',
    'the profile is readable by its user only, and is gone when the browser is closed',
    async () => {
      const browser = await launch();
      expect(browser.profileDir.startsWith(join(dataDir, 'browsers'))).toBe(true);
      for (const folder of [browser.profileDir, dirname(browser.profileDir)]) {
        expect(statSync(folder).mode & 0o777, folder).toBe(0o700);
      }
      expect(statSync(join(dirname(browser.profileDir), 'owner.json')).mode & 0o777).toBe(0o600);
      await browser.close();
      expect(readdirSync(join(dataDir, 'browsers'))).toEqual([]);
      expect(browsersIn(dataDir)).toEqual([]);
      expect(await until(() => watchesIn(dataDir).length === 0, 1000)).toBe(true);
    },
  );

  proves('C4', "a person's own profile is refused", async () => {
    const home = process.env['HOME'] ?? '';
    for (const own of [
      join(home, '.config', 'chromium'),
      join(home, '.config', 'google-chrome'),
      join(home, 'Library', 'Application Support', 'Google', 'Chrome'),
      join(home, '.config', 'chromium', 'Default'),
    ]) {
      await expect(launch({ profileDir: own })).rejects.toMatchObject({
        code: 'environment',
        facts: { profileDir: own },
      });
    }
    expect(existsSync(join(dataDir, 'browsers'))).toBe(false);
  });

  test('the record names the browser, its start, its owner and its profile', async () => {
    const browser = await launch();
    const record: unknown = JSON.parse(readFileSync(join(dirname(browser.profileDir), 'owner.json'), 'utf8'));
    expect(record).toMatchObject({
      pid: browser.pid,
      startTime: startTime(browser.pid),
      ownerPid: process.pid,
      ownerStartTime: startTime(process.pid),
      profileDir: browser.profileDir,
    });
  });

  test('a browser killed by another is reported within a second, cleared away, and others live on', async () => {
    const [victim, other] = [await launch(), await launch()];
    const gone = victim.events.next().event;
    const killedAt = Date.now();
    kill(victim.pid);
    expect(await gone).toEqual({ kind: 'gone', reason: 'died' });
    expect(Date.now() - killedAt).toBeLessThan(15_000);
    expect(victim.isGone).toBe(true);
    await expect(victim.newPlaywrightContext({})).rejects.toMatchObject({ code: 'browser_gone' });
    expect(await until(() => !existsSync(victim.profileDir), 5000)).toBe(true);
    const page = await (await other.newPlaywrightContext({})).newPage();
    expect(await page.evaluate('1 + 1')).toBe(2);
    expect(other.isGone).toBe(false);
  });

  test('closing is told once, as closed, and can be asked for twice', async () => {
    const browser = await launch();
    const seen: unknown[] = [];
    browser.events.on((event) => seen.push(event));
    await Promise.all([browser.close(), browser.close()]);
    await browser.close();
    expect(seen).toEqual([{ kind: 'gone', reason: 'closed' }]);
  });

  test('a program that is no browser is refused, and leaves nothing', async () => {
    await expect(launch({ executablePath: '/bin/false' })).rejects.toMatchObject({
      code: 'environment',
      facts: { executablePath: '/bin/false' },
    });
    expect(readdirSync(join(dataDir, 'browsers'))).toEqual([]);
    expect(await until(() => watchesIn(dataDir).length === 0, 1000)).toBe(true);
  });

  test('a switch that would undo the boundary starts nothing', async () => {
    await expect(launch({ args: ['--remote-debugging-port=0'] })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    expect(browsersIn(dataDir)).toEqual([]);
    expect(readdirSync(join(dataDir, 'browsers'))).toEqual([]);
  });

  proves('E5', "a loopback address goes through the proxy, the profile's own context too", async () => {
    let hits = 0;
    const site = createServer((_, response) => {
      hits += 1;
      response.end('reached');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const browser = await launch();
    const contexts = [
      browser.defaultContext,
      await browser.newPlaywrightContext({ proxy: { server: proxy.server } }),
    ];
    for (const context of contexts) {
      const page = await context.newPage();
      for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
        await page.goto(`http://${host}:${port}/`).catch(() => {});
        expect(proxy.asked).toContain(`http://${host}:${port}/`);
      }
    }
    site.close();
    expect(hits).toBe(0);
  });

  proves('E7', 'WebRTC sends no datagram past the proxy', async () => {
    const received: string[] = [];
    const listener = createSocket('udp4').on('message', () => received.push('datagram'));
    listener.bind(0, '127.0.0.1');
    await once(listener, 'listening');
    const askForAddress = `new Promise((resolve) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${listener.address().port}' }] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      setTimeout(resolve, ${process.env['FULL'] === '1' ? 10_000 : 2000});
    })`;
    try {
      const browser = await launch();
      const context = await browser.newPlaywrightContext({ proxy: { server: proxy.server } });
      await (await context.newPage()).evaluate(askForAddress);
      expect(received).toEqual([]);

      const { executablePath } = await findBrowser();
      const plain = await chromium.launch({
        executablePath,
        chromiumSandbox: false,
        proxy: { server: proxy.server },
      });
      await (await plain.newPage()).evaluate(askForAddress);
      await plain.close();
      expect(received, 'a browser without our switches sends some').not.toEqual([]);
    } finally {
      listener.close();
    }
  });

  test('the way to a page that the proxy lets through works', async () => {
    const site = createServer((_, response) => response.end('<h1>reached</h1>')).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const browser = await launch();
    const context = await browser.newPlaywrightContext({ proxy: { server: `http://127.0.0.1:${port}` } });
    const page = await context.newPage();
    await page.goto('http://portal.test/');
    expect(await page.textContent('h1')).toBe('reached');
    site.close();
  });

  test('a key in our environment is in no process of the browser', async () => {
    process.env['PORTOLAN_TEST_KEY'] = 'canary-7f3a9c';
    try {
      const browser = await launch();
      await (await browser.newPlaywrightContext({})).newPage();
      const pids = browsersIn(dataDir).map((each) => each.pid);
      expect(pids).toContain(browser.pid);
      for (const { pid } of [...browsersIn(dataDir), ...watchesIn(dataDir)]) {
        expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('canary-7f3a9c');
      }
    } finally {
      delete process.env['PORTOLAN_TEST_KEY'];
    }
  });

  test('every switch of playwright-core is among ours, and each feature it wants off is off', async () => {
    const { executablePath } = await findBrowser();
    const profileDir = join(dataDir, 'plain');
    const plain = await chromium.launchPersistentContext(profileDir, {
      executablePath,
      chromiumSandbox: false,
    });
    const theirs = commandLine(browsersIn(profileDir)[0]?.pid ?? 0);
    await plain.close();
    const ours = commandLine((await launch()).pid);
    const names = (list: readonly string[]) =>
      list.filter((each) => each.startsWith('--')).map((each) => each.split('=')[0]);
    expect(theirs.length).toBeGreaterThan(30);
    expect(names(ours)).toEqual(expect.arrayContaining(names(theirs)));
    for (const kind of ['--disable-features=', '--enable-features=']) {
      const features = (list: readonly string[]) =>
        list.filter((each) => each.startsWith(kind)).flatMap((each) => each.slice(kind.length).split(','));
      expect(features(ours)).toEqual(expect.arrayContaining(features(theirs)));
    }
  });

  test('a named profile keeps its cookies, and its pages are in its own context', async () => {
    const profileDir = join(dataDir, 'profiles', 'work');
    const first = await launch({ profileDir });
    expect(statSync(profileDir).mode & 0o777).toBe(0o700);
    const cookie = {
      name: 'kept',
      value: 'yes',
      url: 'http://portal.test',
      expires: Date.now() / 1000 + 3600,
    };
    await first.defaultContext.addCookies([cookie]);
    await (await first.defaultContext.newPage()).close();
    expect(first.isGone, 'closing the only page does not end the browser').toBe(false);
    await first.close();
    const second = await launch({ profileDir });
    expect(await second.defaultContext.cookies()).toMatchObject([{ name: 'kept', value: 'yes' }]);
  });
});

function commandLine(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
}

function startTime(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}
