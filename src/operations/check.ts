import { z } from 'zod';
import { check as checkElement } from '#actions/check.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, refInput, resolve } from './act-on-ref.ts';

/** Brings a checkbox, switch or radio button into a state. */
export const check = operation({
  name: 'check',
  summary: 'Brings a checkbox, switch or radio button into a state, if it is not in it.',
  input: z.strictObject({ ref: refInput, checked: z.boolean() }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ checked }) => ({ plain: { checked } }),
  async plan(context, { ref }) {
    return planOn(await resolve(context, ref), ref, { effects: ['input'] });
  },
  async run(context, plan, { checked }) {
    return await actOn(context, plan, checked ? 'Checked' : 'Unchecked', (target, options) =>
      checkElement(target, checked, options),
    );
  },
});
