import { z } from 'zod';
import { selectOptions } from '#actions/select-options.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, refInput, resolve } from './act-on-ref.ts';

/** Chooses options of a list. */
export const select = operation({
  name: 'select',
  summary: 'Chooses options of a list by visible text or value, and no others.',
  input: z.strictObject({ ref: refInput, values: z.array(z.string().max(2_000)).min(1).max(100) }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ values }) => ({ plain: { values } }),
  async plan(context, { ref }) {
    return planOn(await resolve(context, ref), ref, { effects: ['input'] });
  },
  async run(context, plan, { values }) {
    return await actOn(context, plan, 'Chose in', (target, options) =>
      selectOptions(target, values, options),
    );
  },
});
