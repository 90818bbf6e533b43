import { link, lstat, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { fail } from '#kernel/errors.ts';
import { hasArgument, isAlive, profileMarker, startTimeOf } from './process-identity.ts';
import { ownStartTime } from './process-record.ts';

const LOCK_FILE = 'portolan-lock.json';
const CHROMIUM_LOCKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'] as const;
const TRIES = 5;

const LOCK = z.strictObject({
  /** Name of the browser's folder. */
  id: z.string(),
  ownerPid: z.int().positive(),
  ownerStartTime: z.string(),
  hostname: z.string(),
  /** ISO time. */
  since: z.string(),
});
type Lock = Readonly<z.infer<typeof LOCK>>;

/** Where the lock of a named profile is. */
export function profileLockPath(profileDir: string): string {
  return join(profileDir, LOCK_FILE);
}

/**
 * Takes a named profile for one browser. A lock whose holder is dead is taken over.
 *
 * @param id - name of the browser's folder; the lock is released by it.
 * @throws environment at once when the profile is in use; the sentence has the holder's process id and
 *   since when, `facts` the same as `holderPid`, `holderHost`, `since`.
 */
export async function lockProfile(profileDir: string, id: string): Promise<void> {
  const path = profileLockPath(profileDir);
  const own: Lock = {
    id,
    ownerPid: process.pid,
    ownerStartTime: await ownStartTime(),
    hostname: hostname(),
    since: new Date().toISOString(),
  };
  const prepared = `${path}.${id}`;
  await writeFile(prepared, JSON.stringify(own), { mode: 0o600 });
  try {
    for (let tries = 0; ; tries += 1) {
      if (await linked(prepared, path)) break;
      const holder = await readLock(path);
      if (holder !== undefined && (await isHeld(holder))) {
        throw inUse(profileDir, holder.ownerPid, holder.hostname, holder.since);
      }
      if (tries === TRIES)
        throw fail('environment', `The profile ${profileDir} could not be locked.`, { profileDir });
      await removeStale(path, holder, `${path}.stale.${id}`);
    }
    await refuseOtherBrowser(profileDir).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
  } finally {
    await rm(prepared, { force: true });
  }
}

/** Whether no other browser may be on this profile: it is in the browser's own folder, or locked for it. */
export async function ownsProfile(folder: string, profileDir: string): Promise<boolean> {
  if (dirname(profileDir) === folder) return true;
  return (await readLock(profileLockPath(profileDir)))?.id === basename(folder);
}

/** Releases the lock that the browser with this id holds, and no other's. */
export async function releaseProfileLock(profileDir: string, id: string): Promise<void> {
  const path = profileLockPath(profileDir);
  if ((await readLock(path))?.id !== id) return;
  await removeChromiumLocks(profileDir);
  await rm(path, { force: true });
}

/** A hard link is made whole or not at all, so that nobody reads half a lock. */
async function linked(prepared: string, path: string): Promise<boolean> {
  try {
    await link(prepared, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw fail('environment', `The profile folder of ${path} cannot be written.`, { path }, error);
  }
}

async function readLock(path: string): Promise<Lock | undefined> {
  try {
    return LOCK.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** What another machine holds cannot be looked at from here, so it counts as held. */
async function isHeld(holder: Lock): Promise<boolean> {
  return holder.hostname !== hostname() || (await isAlive(holder.ownerPid, holder.ownerStartTime));
}

/** Moves the stale lock aside first: if another caller has replaced it meanwhile, theirs is put back. */
async function removeStale(path: string, stale: Lock | undefined, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readLock(aside);
  if (moved !== undefined && moved.id !== stale?.id) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

/** Chromium's own lock tells of a browser that was started on this profile without us. */
async function refuseOtherBrowser(profileDir: string): Promise<void> {
  const path = join(profileDir, 'SingletonLock');
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return;
  const dash = target.lastIndexOf('-');
  const host = target.slice(0, dash);
  const pid = Number(target.slice(dash + 1));
  const since = (await lstat(path)).mtime.toISOString();
  if (host !== hostname()) throw inUse(profileDir, pid, host, since);
  if ((await startTimeOf(pid)) !== undefined && (await hasArgument(pid, profileMarker(profileDir)))) {
    throw inUse(profileDir, pid, host, since);
  }
  await removeChromiumLocks(profileDir);
}

async function removeChromiumLocks(profileDir: string): Promise<void> {
  for (const name of CHROMIUM_LOCKS) await rm(join(profileDir, name), { force: true });
}

function inUse(profileDir: string, holderPid: number, holderHost: string, since: string) {
  const where = holderHost === hostname() ? '' : ` on ${holderHost}`;
  return fail(
    'environment',
    `The profile ${profileDir} is in use by process ${holderPid}${where} since ${since}.`,
    {
      profileDir,
      holderPid,
      holderHost,
      since,
      remedy:
        where === ''
          ? 'Close that session or end that process, or use another profile.'
          : `Close it there; if it is gone, remove ${profileLockPath(profileDir)} and ${join(profileDir, 'SingletonLock')}.`,
    },
  );
}
