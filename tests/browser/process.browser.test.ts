import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTimeOf } from '#browser/process-identity.ts';
import { reapOrphans } from '#browser/process-reap.ts';
import { proves } from '../spec/proves.ts';
import { randomFrom } from '../support/samples.ts';
import {
  browsersIn,
  kill,
  type Owner,
  type OwnerOptions,
  processes,
  type RefusingProxy,
  refusingProxy,
  removeFolder,
  startOwner,
  temporaryFolder,
  until,
  watchesIn,
} from './launch-support.ts';

const FULL = process.env['FULL'] === '1';
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

describe('a process that owns a browser', () => {
  let dataDir = '';
  let temporaryDir = '';
  let proxy: RefusingProxy;
  const owners: Owner[] = [];

  beforeAll(async () => {
    proxy = await refusingProxy();
  });
  afterAll(() => proxy.close());
  beforeEach(() => {
    dataDir = temporaryFolder();
    temporaryDir = temporaryFolder();
  });
  afterEach(async () => {
    for (const owner of owners.splice(0)) {
      owner.process.kill('SIGKILL');
      await owner.exited;
    }
    await until(() => browsersIn(dataDir).length + watchesIn(dataDir).length === 0, 5000);
    // After a test that failed, what it could not end.
    for (const each of browsersIn(dataDir)) kill(each.pid);
    removeFolder(dataDir);
    removeFolder(temporaryDir);
  });

  const own = async (options: Partial<OwnerOptions> = {}) => {
    const owner = await startOwner({ dataDir, proxyServer: proxy.server, temporaryDir, ...options });
    owners.push(owner);
    return owner;
  };
  const folders = () => readdirSync(join(dataDir, 'browsers'));
  const allGone = () => until(() => browsersIn(dataDir).length === 0, 5000);

  proves(
    'R9',
    `killed at any moment, it leaves no browser, and nothing on disk after the next start (seed ${SEED})`,
    async () => {
      const otherDir = join(dataDir, 'other');
      const other = await own({ dataDir: otherDir });
      const { pid } = await other.started;
      const started = await startTimeOf(pid);
      const random = randomFrom(SEED);
      for (let round = 0; round < (FULL ? 50 : 6); round += 1) {
        const mine = join(dataDir, `round-${round}`);
        const owner = await own({ dataDir: mine });
        const waitMs = Math.round(random() * 1500);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        owner.process.kill('SIGKILL');
        await owner.exited;
        const gone = await until(() => browsersIn(mine).length === 0, 5000);
        expect(gone, `round ${round}, killed after ${waitMs} ms: ${JSON.stringify(browsersIn(mine))}`).toBe(
          true,
        );
        await reapOrphans(mine);
        const left = await until(
          () => watchesIn(mine).length === 0 && entries(join(mine, 'browsers')).length === 0,
          5000,
        );
        expect(left, `round ${round}, killed after ${waitMs} ms: ${entries(join(mine, 'browsers'))}`).toBe(
          true,
        );
      }
      expect(await startTimeOf(pid), "another owner's browser lives on").toBe(started);
      expect(entries(join(otherDir, 'browsers'))).toHaveLength(1);
      other.process.stdin.end();
      await other.exited;
      expect(await until(() => browsersIn(otherDir).length === 0, 5000)).toBe(true);
      expect(await until(() => entries(temporaryDir).length === 0, 2000), `${entries(temporaryDir)}`).toBe(
        true,
      );
    },
    600_000,
  );

  const endings: readonly [string, NonNullable<OwnerOptions['ending']>, (owner: Owner) => void][] = [
    ['SIGTERM', '', (owner) => owner.process.kill('SIGTERM')],
    ['SIGINT', '', (owner) => owner.process.kill('SIGINT')],
    ['SIGHUP', '', (owner) => owner.process.kill('SIGHUP')],
    ['the end of its input', '', (owner) => owner.process.stdin.end()],
    ['an error that nobody catches', 'uncaught', () => {}],
    ['process.exit', 'exit', () => {}],
  ];
  for (const [name, ending, end] of endings) {
    proves('R9', `ended by ${name}, it leaves no browser and no profile`, async () => {
      const owner = await own({ ending });
      await owner.started;
      end(owner);
      await owner.exited;
      expect(await allGone()).toBe(true);
      expect(await until(() => folders().length === 0 && watchesIn(dataDir).length === 0, 5000)).toBe(true);
      expect(await until(() => entries(temporaryDir).length === 0, 1000), `${entries(temporaryDir)}`).toBe(
        true,
      );
    });
  }

  proves('R9', 'a browser that outlives its owner and its watch is ended at the next start', async () => {
    const owner = await own();
    const { pid } = await owner.started;
    // Stopped, the browser does not see that its pipe has ended.
    kill(pid, 'SIGSTOP');
    for (const watch of watchesIn(dataDir)) kill(watch.pid);
    owner.process.kill('SIGKILL');
    await owner.exited;
    expect(browsersIn(dataDir).map((each) => each.pid)).toContain(pid);
    expect(await reapOrphans(dataDir)).toMatchObject({ ended: 1, foreign: [] });
    expect(await allGone()).toBe(true);
    expect(folders()).toEqual([]);
  });

  proves('R9', 'a stopped browser is ended by the watch within five seconds', async () => {
    const owner = await own();
    const { pid } = await owner.started;
    kill(pid, 'SIGSTOP');
    owner.process.kill('SIGKILL');
    await owner.exited;
    expect(await allGone()).toBe(true);
    expect(await until(() => folders().length === 0, 5000)).toBe(true);
  });

  proves('R9', "what a living owner has is left alone by another's start", async () => {
    const owner = await own();
    const { pid } = await owner.started;
    expect(await reapOrphans(dataDir)).toEqual({ removed: [], ended: 0, foreign: [] });
    expect(browsersIn(dataDir).map((each) => each.pid)).toContain(pid);
    expect(folders()).toHaveLength(1);
  });

  describe('reaping by record', () => {
    const bystanders: number[] = [];
    afterEach(() => {
      for (const pid of bystanders.splice(0)) kill(pid);
    });

    /** A process that looks as much like a recorded browser as the arguments make it. */
    const bystander = async (args: readonly string[]) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args], {
        detached: true,
        stdio: 'ignore',
      });
      const pid = child.pid ?? 0;
      bystanders.push(pid);
      await until(
        () => processes().some((each) => each.pid === pid && each.commandLine.includes('setInterval')),
        2000,
      );
      return { pid, startTime: (await startTimeOf(pid)) ?? '' };
    };

    const record = (name: string, more: Readonly<Record<string, unknown>>) => {
      const folder = join(dataDir, 'browsers', name);
      mkdirSync(join(folder, 'profile'), { recursive: true });
      const content = {
        pid: null,
        startTime: null,
        ownerPid: 2 ** 22 - 1,
        ownerStartTime: '1',
        hostname: hostname(),
        profileDir: join(folder, 'profile'),
        crashDir: join(folder, 'crashes'),
        executablePath: '/usr/bin/chromium',
        since: new Date(0).toISOString(),
        ...more,
      };
      writeFileSync(join(folder, 'owner.json'), JSON.stringify(content));
      return folder;
    };

    proves('R9', 'a process with the recorded id that started at another time is left alone', async () => {
      const profileDir = join(dataDir, 'browsers', 'b_one', 'profile');
      const { pid } = await bystander([`--user-data-dir=${profileDir}`]);
      record('b_one', { pid, startTime: '1' });
      expect(await reapOrphans(dataDir)).toMatchObject({ ended: 0 });
      expect(await startTimeOf(pid)).toBeDefined();
      expect(folders()).toEqual([]);
    });

    proves(
      'R9',
      'a process with the recorded id and start that has another profile is left alone',
      async () => {
        const { pid, startTime } = await bystander([
          `--user-data-dir=${join(dataDir, 'browsers', 'b_one', 'profile-2')}`,
        ]);
        record('b_one', { pid, startTime });
        expect(await reapOrphans(dataDir)).toMatchObject({ ended: 0 });
        expect(await startTimeOf(pid)).toBeDefined();
      },
    );

    proves('R9', 'a process with the recorded id, start and profile is ended', async () => {
      const profileDir = join(dataDir, 'browsers', 'b_one', 'profile');
      const { pid, startTime } = await bystander([`--user-data-dir=${profileDir}`]);
      record('b_one', { pid, startTime });
      expect(await reapOrphans(dataDir)).toMatchObject({ ended: 1 });
      expect(await startTimeOf(pid)).toBeUndefined();
    });

    proves('R9', 'a launch that was cut short is found by its profile, and no other profile', async () => {
      const profileDir = join(dataDir, 'browsers', 'b_one', 'profile');
      const mine = await bystander([`--user-data-dir=${profileDir}`]);
      const other = await bystander([`--user-data-dir=${profileDir}s`]);
      record('b_one', {});
      expect(await reapOrphans(dataDir)).toMatchObject({ ended: 1 });
      expect(await startTimeOf(mine.pid)).toBeUndefined();
      expect(await startTimeOf(other.pid)).toBeDefined();
    });

    test('an owner whose id another process has now counts as dead', async () => {
      const { pid } = await bystander([]);
      record('b_one', { ownerPid: pid, ownerStartTime: '1' });
      expect((await reapOrphans(dataDir)).removed).toHaveLength(1);
      expect(await startTimeOf(pid)).toBeDefined();
    });

    test('a folder of another machine is left and told', async () => {
      const folder = record('b_far', { hostname: 'another-machine' });
      expect(await reapOrphans(dataDir)).toEqual({ removed: [], ended: 0, foreign: [folder] });
      expect(folders()).toEqual(['b_far']);
    });

    test('a folder without a record is left while it may be in the making, and removed later', async () => {
      const folder = join(dataDir, 'browsers', 'b_new');
      mkdirSync(folder, { recursive: true });
      expect((await reapOrphans(dataDir)).removed).toEqual([]);
      const longAgo = new Date(Date.now() - 120_000);
      utimesSync(folder, longAgo, longAgo);
      expect((await reapOrphans(dataDir)).removed).toEqual([folder]);
    });

    test('a data folder that was never used has nothing to reap', async () => {
      expect(await reapOrphans(join(dataDir, 'never'))).toEqual({ removed: [], ended: 0, foreign: [] });
    });
  });

  test('the watch is in a session of its own, and one for each browser', async () => {
    const owner = await own();
    const { profileDir } = await owner.started;
    const watches = watchesIn(dataDir);
    expect(watches).toHaveLength(1);
    expect(watches[0]?.group).toBe(watches[0]?.pid);
    expect(watches[0]?.commandLine).toContain(dirname(profileDir));
    expect(readFileSync(`/proc/${watches[0]?.pid}/stat`, 'utf8')).toContain(`(sh)`);
  });
});

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
