import { z } from 'zod';
import { hover as hoverElement } from '#actions/hover.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, addressOf, inWords, refInput, resolve } from './act-on-ref.ts';

/** Puts the pointer on an element, if it still is what was shown. */
export const hover = operation({
  name: 'hover',
  summary: 'Puts the pointer on an element that was shown, and waits for what that shows.',
  input: z.strictObject({ ref: refInput }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => ACTION_TIMEOUT_MS,
  async plan(context, { ref }) {
    const resolved = await resolve(context, ref);
    return {
      effects: ['reveal'] as const,
      url: addressOf(resolved),
      target: inWords(resolved),
      ref,
      resolved,
    };
  },
  async run(context, plan) {
    return await actOn(context, plan, 'Pointed at', hoverElement);
  },
});
