import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '#browser/find-browser.ts';
import { launchBrowser } from '#browser/launch.ts';
import type { LaunchedBrowser } from '#browser/launched-browser.ts';
import { reapOrphans } from '#browser/process-reap.ts';
import { proves } from '../spec/proves.ts';
import {
  browsersIn,
  kill,
  type Owner,
  type RefusingProxy,
  refusingProxy,
  removeFolder,
  startOwner,
  temporaryFolder,
  until,
  watchesIn,
} from './launch-support.ts';

describe('a named profile', () => {
  let dataDir = '';
  let profileDir = '';
  let proxy: RefusingProxy;
  const open: LaunchedBrowser[] = [];
  const owners: Owner[] = [];

  beforeAll(async () => {
    proxy = await refusingProxy();
  });
  afterAll(() => proxy.close());
  beforeEach(() => {
    dataDir = temporaryFolder();
    profileDir = join(dataDir, 'profiles', 'work');
  });
  afterEach(async () => {
    for (const browser of open.splice(0)) await browser.close();
    for (const owner of owners.splice(0)) {
      owner.process.kill('SIGKILL');
      await owner.exited;
    }
    await until(() => browsersIn(dataDir).length + watchesIn(dataDir).length === 0, 5000);
    // After a test that failed, what it could not end.
    for (const each of browsersIn(dataDir)) kill(each.pid);
    removeFolder(dataDir);
  });

  const launch = async () => {
    const browser = await launchBrowser({
      dataDir,
      profileDir,
      headless: true,
      sandbox: true,
      proxyServer: proxy.server,
    });
    open.push(browser);
    return browser;
  };
  const own = async () => {
    const owner = await startOwner({ dataDir, profileDir, proxyServer: proxy.server });
    owners.push(owner);
    return owner;
  };
  const locks = () =>
    readdirSync(profileDir).filter(
      (name) => name.startsWith('Singleton') || name.startsWith('portolan-lock'),
    );

  proves(
    'R10',
    'in use by another process is refused at once, with who holds it and since when',
    async () => {
      const owner = await own();
      const { pid } = await owner.started;
      const askedAt = Date.now();
      const error = await launch().catch((reason: unknown) => reason);
      expect(Date.now() - askedAt).toBeLessThan(15_000);
      expect(error).toMatchObject({
        code: 'environment',
        facts: { profileDir, holderPid: owner.process.pid },
      });
      const said = error instanceof Error ? error.message : '';
      expect(said).toMatch(/is in use by process \d+ since \d{4}-\d\d-\d\dT/);
      expect(
        browsersIn(profileDir).map((each) => each.pid),
        'the holder keeps its browser',
      ).toContain(pid);
      expect(readdirSync(join(dataDir, 'browsers'))).toHaveLength(1);
    },
  );

  proves('R10', 'in use by this process is refused too, and free again when closed', async () => {
    const first = await launch();
    await expect(launch()).rejects.toMatchObject({ code: 'environment', facts: { holderPid: process.pid } });
    await first.close();
    expect(locks()).toEqual([]);
    expect((await launch()).isGone).toBe(false);
  });

  proves('R10', 'of many who ask at once, one gets it', async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => launch()));
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of results) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ facts: { holderPid: process.pid } });
    }
  });

  proves('R10', 'a browser that was started on it without us is named', async () => {
    mkdirSync(profileDir, { recursive: true });
    const { executablePath } = await findBrowser();
    const child = spawn(
      executablePath,
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--remote-debugging-pipe',
        `--user-data-dir=${profileDir}`,
      ],
      { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    try {
      await until(() => existsLink(join(profileDir, 'SingletonLock')), 10_000);
      await expect(launch()).rejects.toMatchObject({ code: 'environment', facts: { holderPid: child.pid } });
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }
    expect(await until(() => browsersIn(profileDir).length === 0, 5000)).toBe(true);
    expect((await launch()).isGone, 'its lock is taken over when it is dead').toBe(false);
  });

  proves(['R9', 'R10'], 'a holder that was killed leaves no lock, and the profile is kept', async () => {
    const owner = await own();
    await owner.started;
    owner.process.kill('SIGKILL');
    await owner.exited;
    expect(await until(() => watchesIn(dataDir).length === 0, 5000)).toBe(true);
    expect(locks()).toEqual([]);
    expect(existsSync(join(profileDir, 'Default'))).toBe(true);
    expect(readdirSync(join(dataDir, 'browsers'))).toEqual([]);
  });

  proves(['R9', 'R10'], 'a lock that a dead holder left is removed at the next start', async () => {
    await leaveLock();
    expect(locks()).not.toEqual([]);
    expect((await reapOrphans(dataDir)).removed).toHaveLength(1);
    expect(locks()).toEqual([]);
  });

  proves('R10', 'a lock that a dead holder left is taken over', async () => {
    await leaveLock();
    const browser = await launch();
    expect(JSON.parse(readFileSync(join(profileDir, 'portolan-lock.json'), 'utf8'))).toMatchObject({
      ownerPid: process.pid,
    });
    expect(browser.isGone).toBe(false);
  });

  test('a lock of another machine is refused with its name', async () => {
    mkdirSync(profileDir, { recursive: true });
    const lock = {
      id: 'b_x',
      ownerPid: 7,
      ownerStartTime: '1',
      hostname: 'far',
      since: '2026-01-01T00:00:00.000Z',
    };
    writeFileSync(join(profileDir, 'portolan-lock.json'), JSON.stringify(lock));
    await expect(launch()).rejects.toMatchObject({
      message: `The profile ${profileDir} is in use by process 7 on far since 2026-01-01T00:00:00.000Z.`,
    });
    expect(locks()).toEqual(['portolan-lock.json']);
  });

  test("a browser's lock of another machine is refused with its name", async () => {
    mkdirSync(profileDir, { recursive: true });
    symlinkSync('far-7', join(profileDir, 'SingletonLock'));
    await expect(launch()).rejects.toMatchObject({ facts: { holderPid: 7, holderHost: 'far' } });
    expect(locks(), 'our own lock is not left').toEqual(['SingletonLock']);
  });

  test('a lock that cannot be read, or of a browser long gone, is taken over', async () => {
    mkdirSync(profileDir, { recursive: true });
    writeFileSync(join(profileDir, 'portolan-lock.json'), '{');
    symlinkSync(`${hostname()}-4194303`, join(profileDir, 'SingletonLock'));
    expect((await launch()).isGone).toBe(false);
  });

  /** Kills owner, watch and browser together, so that nobody cleans up. */
  const leaveLock = async () => {
    const owner = await own();
    const { pid } = await owner.started;
    for (const watch of watchesIn(dataDir)) kill(watch.pid);
    owner.process.kill('SIGKILL');
    process.kill(-pid, 'SIGKILL');
    await owner.exited;
    await until(() => browsersIn(dataDir).length === 0, 5000);
  };
});

function existsLink(path: string): boolean {
  return readdirSync(join(path, '..')).includes('SingletonLock');
}
