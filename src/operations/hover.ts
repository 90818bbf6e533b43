import { z } from 'zod';
import { hover as hoverElement } from '#actions/hover.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, refInput, resolve } from './act-on-ref.ts';

/** Puts the pointer on an element, if it still is what was shown. */
export const hover = operation({
  name: 'hover',
  summary: 'Puts the pointer on an element that was shown, and waits for what that shows.',
  input: z.strictObject({ ref: refInput }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: () => ({}),
  async plan(context, { ref }) {
    return planOn(await resolve(context, ref), ref, { effects: ['reveal'] });
  },
  async run(context, plan) {
    return await actOn(context, plan, 'Pointed at', hoverElement);
  },
});
