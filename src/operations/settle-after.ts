import { conclude } from '#actions/conclude.ts';
import { InputRun } from '#actions/input-run.ts';
import type { Outcome } from '#actions/outcome.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Session } from '#sessions/session.ts';
import { isAsShown } from './as-shown.ts';

/** Does something to a tab that is no input into it, and says what came of it. */
export async function settleAfter(
  at: {
    readonly session: Session;
    readonly page: Page;
    readonly deadline: Deadline;
    /** A navigation that had begun before goes on. */
    readonly isLeaving?: boolean;
  },
  work: () => Promise<void>,
): Promise<Outcome> {
  const { session, page, deadline } = at;
  const { settle, actionTimeoutMs } = session.settings;
  const options = { context: await session.context(), deadline, settle, actionTimeoutMs };
  const run = new InputRun({ text: `tab ${page.id}`, page, frame: page.mainFrame }, options);
  try {
    if (at.isLeaving === true) run.watch.navigation = 'pending';
    await work();
    const outcome = await conclude(run, await run.settle(), undefined, null);
    const isChange = outcome.effect === 'none' && (await isOtherThanShown(session, page, deadline));
    return isChange ? { ...outcome, effect: 'changed' } : outcome;
  } finally {
    run.end();
  }
}

/**
 * Whether the page is not any more what was last shown of it. While it was silent nothing could follow what
 * the answer set going, so this is all that tells.
 */
async function isOtherThanShown(session: Session, page: Page, deadline: Deadline): Promise<boolean> {
  const shown = session.views.of(page);
  if (shown === undefined || shown.generation !== page.generation || page.dialog !== null) return false;
  if (!shown.documents.some(({ frame }) => frame === 0)) return false;
  return !(await isAsShown(page, shown, deadline));
}
