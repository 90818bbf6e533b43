import { z } from 'zod';
import { deadlineIn } from '#kernel/deadline.ts';
import { operation } from '#sessions/operation.ts';
import { followNavigation } from './follow-navigation.ts';

const DELTA = { back: -1, forward: 1 } as const;

/** Goes through the history of the current tab, or loads its page again. */
export const travel = operation({
  name: 'travel',
  summary: "Goes back or forward in the current tab's history, or reloads its page.",
  input: z.strictObject({ to: z.enum(['back', 'forward', 'reload']) }),
  turn: 'in-turn',
  timeoutMs: (session) => session.settings.navigationTimeoutMs,
  gives: ({ to }) => ({ plain: { to } }),
  async plan({ session }) {
    const page = await session.currentPage();
    return { effects: ['navigate'] as const, url: page.url, page };
  },
  async run({ session, deadline }, { page }, { to }) {
    const limit = deadlineIn(session.settings.navigationTimeoutMs, deadline);
    return await followNavigation(session, page, limit, () =>
      to === 'reload' ? page.reload(limit) : page.travel(DELTA[to], limit),
    );
  },
});
