import { z } from 'zod';
import { typeRequest, typeText } from '#actions/type-text.ts';
import { compact } from '#kernel/compact.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, preparing, refInput, resolve } from './act-on-ref.ts';
import { foresee } from './consequence.ts';

/** Writes into a field, and reads back what it holds. */
export const type = operation({
  name: 'type',
  summary: 'Replaces, or adds to, what a field holds, and reads back what it holds then.',
  input: z.strictObject({
    ref: refInput,
    text: z.string().max(100_000),
    append: z.boolean().optional(),
    submit: z.boolean().optional(),
  }),
  turn: 'in-turn',
  awaitsRecord: true,
  staysInPage: ({ text, submit }) => submit !== true && !/^\s*https?:/i.test(text),
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ text, append, submit }) => ({ typed: text, plain: compact({ append, submit }) }),
  async plan(context, { ref, text, submit }) {
    const resolved = await resolve(context, ref);
    const foreseen = submit
      ? await foresee(resolved, 'enter', context.deadline)
      : { effects: ['input'] as const };
    const composed =
      /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim()) ? text.trim() : undefined;
    return { ...planOn(resolved, ref, foreseen), composed };
  },
  prepares({ session }, { resolved }, { text, append }) {
    const request = preparing({ session }, resolved, typeRequest(resolved, text, compact({ append })));
    return { frame: resolved.frame, request };
  },
  async run(context, plan, { text, append, submit }) {
    return await actOn(context, plan, append ? 'Added to' : 'Filled', (target, options) =>
      typeText(target, text, compact({ ...options, append, submit })),
    );
  },
});
