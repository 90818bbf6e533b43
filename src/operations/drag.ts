import { z } from 'zod';
import { drag as dragElement } from '#actions/drag.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, addressOf, inWords, refInput, resolve } from './act-on-ref.ts';

/** Drags one element onto another, if both still are what was shown. */
export const drag = operation({
  name: 'drag',
  summary: 'Drags one element that was shown onto another, and waits for what comes of it.',
  input: z.strictObject({ from: refInput, to: refInput }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  async plan(context, { from, to }) {
    const [resolved, onto] = [await resolve(context, from), await resolve(context, to)];
    const target = `${inWords(resolved)} onto ${inWords(onto)}`;
    return { effects: ['activate'] as const, url: addressOf(resolved), target, ref: from, resolved, onto };
  },
  async run(context, plan) {
    return await actOn(context, plan, 'Dragged', (at, options) => dragElement(at, plan.onto, options));
  },
});
