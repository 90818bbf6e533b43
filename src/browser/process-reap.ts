import { readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { killBrowser } from './process-kill.ts';
import { isOwnerAlive, type ProcessRecord, readRecord } from './process-record.ts';
import { browsersFolder, removeBrowserFolder } from './profile-folder.ts';
import { ownsProfile, releaseProfileLock } from './profile-lock.ts';

/** A folder without a record is being made; after this long, whoever made it is gone. */
const UNRECORDED_MS = 60_000;

export interface ReapReport {
  /** Folders that were removed. */
  readonly removed: readonly string[];
  /** Browsers that still ran without an owner and were ended. */
  readonly ended: number;
  /** Folders of another machine on a shared disk: whether their owner lives cannot be seen from here. */
  readonly foreign: readonly string[];
}

/**
 * Clears away what processes that are gone have left in our data folder: their browsers and profiles.
 *
 * Only what is recorded there is touched, and only when the process that recorded it, by id and start time,
 * is dead. A browser is ended only if its id, start time and profile are the recorded ones.
 */
export async function reapOrphans(dataDir: string): Promise<ReapReport> {
  const removed: string[] = [];
  const foreign: string[] = [];
  let ended = 0;
  for (const name of await readdir(browsersFolder(dataDir)).catch(() => [])) {
    const folder = join(browsersFolder(dataDir), name);
    const record = await readRecord(folder);
    if (record !== undefined && record.hostname !== hostname()) {
      foreign.push(folder);
      continue;
    }
    if (!(await isOrphaned(folder, record))) continue;
    if (record !== undefined && (await killBrowser(record, await ownsProfile(folder, record.profileDir))))
      ended += 1;
    await removeBrowserFolder({ path: folder, profileDir: record?.profileDir ?? join(folder, 'profile') });
    if (record !== undefined) await releaseProfileLock(record.profileDir, name);
    removed.push(folder);
  }
  return { removed, ended, foreign };
}

async function isOrphaned(folder: string, record: ProcessRecord | undefined): Promise<boolean> {
  if (record !== undefined) return !(await isOwnerAlive(record));
  const changedAtMs = await stat(folder).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return Date.now() - changedAtMs > UNRECORDED_MS;
}
