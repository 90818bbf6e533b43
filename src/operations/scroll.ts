import { z } from 'zod';
import { scroll as scrollPart } from '#actions/scroll.ts';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, inWords, refInput, resolve } from './act-on-ref.ts';
import { afterAction } from './after-action.ts';

/** Scrolls the page, what is around an element, or to an element. */
export const scroll = operation({
  name: 'scroll',
  summary: 'Scrolls the page or the part around an element, or brings an element into view.',
  input: z.strictObject({
    ref: refInput.optional(),
    direction: z.enum(['up', 'down', 'left', 'right']).optional(),
    amount: z.int().min(1).max(1_000_000).optional(),
  }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => ACTION_TIMEOUT_MS,
  async plan(context, { ref, direction, amount }) {
    if (direction === undefined && amount !== undefined)
      throw fail('invalid_arguments', 'amount goes with a direction.', { dispatch: 'not_sent' });
    const resolved = ref === undefined ? undefined : await resolve(context, ref);
    const page = resolved?.page ?? (await context.session.currentPage());
    const target = resolved ? inWords(resolved) : 'the page';
    return { effects: ['reveal'] as const, url: page.url, target, ...compact({ ref, resolved }), page };
  },
  async run(context, plan, { direction, amount }) {
    const { resolved, page, target } = plan;
    const way = direction ?? (resolved ? ('into-view' as const) : ('down' as const));
    const how = { direction: way, ...compact({ pixels: amount }) };
    if (resolved)
      return await actOn(
        context,
        { ...plan, resolved, target },
        direction === undefined ? 'Brought into view' : `Scrolled ${direction}`,
        (at, options) => scrollPart(at, how, options),
      );
    const { session, deadline } = context;
    const { settle, actionTimeoutMs } = session.settings;
    const options = { context: await session.context(), deadline, settle, actionTimeoutMs };
    const outcome = await scrollPart({ page }, how, options);
    return await afterAction(context, page, `Scrolled ${how.direction}: the page.`, outcome);
  },
});
