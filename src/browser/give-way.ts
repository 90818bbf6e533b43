import { sleep } from '#kernel/deadline.ts';
import type { CdpSession } from './cdp-session.ts';

/** How long a page may take to answer before its script is ended, and how much longer after each try. */
const ANSWERS_WITHIN_MS = [300, 500, 800] as const;
const CRASHES_WITHIN_MS = 1_000;

/**
 * Gets a page that is to be left out of the way: a script that does not give way is ended, and the page's
 * process as well where that is not enough, since a new document of the same site would have to live in it.
 *
 * @returns `crashed` when its process had to be ended.
 */
export async function makeGiveWay(session: CdpSession): Promise<'answers' | 'crashed'> {
  for (const limitMs of ANSWERS_WITHIN_MS) {
    if (await inTime(session.send('Runtime.evaluate', { expression: '0' }), limitMs)) return 'answers';
    await endScript(session);
  }
  // Never answered, since whoever would answer is ended by it.
  session.send('Page.crash').catch(() => {});
  await sleep(CRASHES_WITHIN_MS / 4);
  return 'crashed';
}

/** Ends the script that runs in a page right now, if one does. */
export async function endScript(session: CdpSession): Promise<void> {
  await inTime(session.send('Runtime.terminateExecution'), CRASHES_WITHIN_MS);
}

async function inTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const late = sleep(limitMs).then(() => false);
  return await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    late,
  ]);
}
