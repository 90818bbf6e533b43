import { execFile } from 'node:child_process';
import { sleep } from '#kernel/deadline.ts';
import { crashHandlerMarker, pidsWithArgument, profileMarker, startTimeOf } from './process-identity.ts';
import { isBrowserAlive, type ProcessRecord } from './process-record.ts';

const POLL_MS = 25;
const GIVE_UP_MS = 3000;

/**
 * Ends the recorded browser at once, with its children and its crash handlers. A process that has its id
 * but is another one is left alone.
 *
 * @param ownsProfile - whether nobody else may have a browser on the recorded profile. Then a launch that
 *   was cut short before its process id was recorded is ended too: it is known by its profile.
 * @returns whether there was a process to end.
 */
export async function killBrowser(record: ProcessRecord, ownsProfile: boolean): Promise<boolean> {
  const pids = (await isBrowserAlive(record)) && record.pid !== null ? [record.pid] : [];
  for (const pid of pids) killGroup(pid);
  const marks = [crashHandlerMarker(record.crashDir)];
  if (record.pid === null && ownsProfile) marks.push(profileMarker(record.profileDir));
  const rest = await pidsWithArgument(...marks);
  for (const pid of rest) killGroup(pid);
  const all = [...pids, ...rest];
  for (const pid of all) await waitForExit(pid, GIVE_UP_MS);
  return all.length > 0;
}

/** Waits until a process is no more, at most this long. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while ((await startTimeOf(pid)) !== undefined && Date.now() < giveUpAt) await sleep(POLL_MS);
}

/** A browser leads a process group of its own, in which all its children are. */
function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => {});
    return;
  }
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
      return;
    } catch {
      // Gone already, or a process that leads no group: then by its own id.
    }
  }
}
