import { sleep } from '#kernel/deadline.ts';
import type { CdpSession } from './cdp-session.ts';

/** How long a page may take to answer before its script is ended, and how much longer after that. */
const ANSWERS_WITHIN_MS = [300, 500] as const;
const ENDS_WITHIN_MS = 400;

/**
 * Gets a page that is to be left out of the way: a script that does not give way is ended.
 *
 * @returns whether the page answers then. If not, its process has to be ended as well, since a new document of
 *   the same site would have to live in it.
 */
export async function makeGiveWay(session: CdpSession): Promise<boolean> {
  for (const limitMs of ANSWERS_WITHIN_MS) {
    if (await inTime(session.send('Runtime.evaluate', { expression: '0' }), limitMs)) return true;
    await endScript(session);
  }
  return false;
}

/** Ends the script that runs in a page right now, if one does. */
export async function endScript(session: CdpSession): Promise<void> {
  await inTime(session.send('Runtime.terminateExecution'), ENDS_WITHIN_MS);
}

async function inTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return await Promise.race([ended, sleep(limitMs).then(() => false)]);
}
