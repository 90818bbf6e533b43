import { conclude } from '#actions/conclude.ts';
import { InputRun } from '#actions/input-run.ts';
import type { Outcome } from '#actions/outcome.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Session } from '#sessions/session.ts';

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
    return await conclude(run, await run.settle(), undefined, null);
  } finally {
    run.end();
  }
}
