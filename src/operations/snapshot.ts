import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { operation } from '#sessions/operation.ts';
import { refInput, resolve } from './act-on-ref.ts';
import { showPage, showRegion } from './observe.ts';

/** Shows the current tab, or one region of it. */
export const snapshot = operation({
  name: 'snapshot',
  summary: 'Shows the page, or one region of it, as roles, names and refs.',
  input: z.strictObject({
    ref: refInput.optional(),
    filter: z.enum(['all', 'interactive']).optional(),
    depth: z.int().min(1).max(50).optional(),
  }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan(context, { ref }) {
    if (ref === undefined) {
      const page = await context.session.currentPage();
      return { effects: ['read'] as const, url: page.url, page, resolved: undefined };
    }
    const resolved = await resolve(context, ref);
    return { effects: ['read'] as const, url: resolved.page.url, ref, page: resolved.page, resolved };
  },
  async run({ session, deadline }, { page, resolved }, { filter, depth }) {
    const options = compact({ filter, depth, deadline });
    const text = resolved
      ? await showRegion(session, resolved, options)
      : await showPage(session, page, options);
    return { said: resolved ? `Region ${resolved.text} of tab ${page.id}:` : `Tab ${page.id}:`, page, text };
  },
});
