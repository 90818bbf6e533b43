import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { hasArgument, isAlive, profileMarker, startTimeOf } from './process-identity.ts';

const RECORD_FILE = 'owner.json';

const RECORD = z.strictObject({
  /** Process id of the browser and when it started; null until it has. */
  pid: z.int().positive().nullable(),
  startTime: z.string().nullable(),
  ownerPid: z.int().positive(),
  ownerStartTime: z.string(),
  /** The machine on which the ids mean something. */
  hostname: z.string(),
  profileDir: z.string(),
  /** Where its crash handlers write. */
  crashDir: z.string(),
  executablePath: z.string(),
  /** ISO time of the launch. */
  since: z.string(),
});

/** Who started a browser, and which process it is: written before it starts, so that nothing is unowned. */
export type ProcessRecord = Readonly<z.infer<typeof RECORD>>;

/** A record of a browser about to start, owned by this process. */
export async function newRecord(
  places: Pick<ProcessRecord, 'profileDir' | 'crashDir' | 'executablePath'>,
): Promise<ProcessRecord> {
  return {
    pid: null,
    startTime: null,
    ownerPid: process.pid,
    ownerStartTime: await ownStartTime(),
    hostname: hostname(),
    ...places,
    since: new Date().toISOString(),
  };
}

/** When this process started. */
export async function ownStartTime(): Promise<string> {
  return (await startTimeOf(process.pid)) ?? '';
}

/** Writes the record in the browser's folder, whole or not at all. */
export async function writeRecord(folder: string, record: ProcessRecord): Promise<void> {
  const path = join(folder, RECORD_FILE);
  await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** @returns undefined when there is no record, or what stands there is none. */
export async function readRecord(folder: string): Promise<ProcessRecord | undefined> {
  try {
    return RECORD.parse(JSON.parse(await readFile(join(folder, RECORD_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether the process that started this browser still runs. */
export function isOwnerAlive(record: ProcessRecord): Promise<boolean> {
  return isAlive(record.ownerPid, record.ownerStartTime);
}

/** Whether the recorded process is still that browser, by its id, its start and its profile. */
export async function isBrowserAlive(record: ProcessRecord): Promise<boolean> {
  const { pid, startTime, profileDir } = record;
  if (pid === null || startTime === null) return false;
  return (await isAlive(pid, startTime)) && (await hasArgument(pid, profileMarker(profileDir)));
}
