import { z } from 'zod';
import { deadlineIn } from '#kernel/deadline.ts';
import { checkUrl } from '#policy/check-url.ts';
import { operation } from '#sessions/operation.ts';
import { followNavigation } from './follow-navigation.ts';

/** Opens an address in the current tab. */
export const navigate = operation({
  name: 'navigate',
  summary: 'Opens an address in the current tab and waits until its document can be read.',
  input: z.strictObject({ url: z.string().min(1).max(16_384) }),
  turn: 'in-turn',
  timeoutMs: (session) => session.settings.navigationTimeoutMs,
  gives: () => ({}),
  async plan({ session }, { url }) {
    const destination = checkUrl(url);
    return {
      effects: ['navigate'] as const,
      url: session.openContext?.current?.url ?? 'about:blank',
      destination,
      composed: destination,
    };
  },
  async run({ session, deadline }, { destination }) {
    const page = await session.currentPage();
    const limit = deadlineIn(session.settings.navigationTimeoutMs, deadline);
    return await followNavigation(session, page, limit, () => page.navigate(destination, limit));
  },
});
