import { z } from 'zod';
import { WAITED_STATES, waitFor, waitSeconds } from '#actions/wait.ts';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import { operation } from '#sessions/operation.ts';
import { refInput, resolve } from './act-on-ref.ts';
import { readSet } from './read-set.ts';

const DEFAULT_SECONDS = 10;

/** Waits for the page to be in a state. */
export const wait = operation({
  name: 'wait',
  summary:
    'Waits for text to come or go, for an address, for an element to be in a state, or so many seconds.',
  input: z.strictObject({
    text: z.string().min(1).max(500).optional(),
    textGone: z.string().min(1).max(500).optional(),
    url: z.string().min(1).max(2_000).optional(),
    ref: refInput.optional(),
    state: z.enum(WAITED_STATES).optional(),
    seconds: z.number().min(0).max(30).optional(),
  }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 45_000,
  gives: ({ text, textGone, url, state }) => ({ plain: compact({ text, textGone, url, state }) }),
  async plan(context, { ref, state }) {
    if ((ref === undefined) !== (state === undefined))
      throw fail('invalid_arguments', 'ref and state belong together: give both or neither.', {
        dispatch: 'not_sent',
      });
    const resolved = ref === undefined ? undefined : await resolve(context, ref);
    const page = resolved?.page ?? (await context.session.currentPage());
    return { effects: ['read'] as const, url: page.url, page, resolved };
  },
  async run({ session, deadline }, { page, resolved }, { text, textGone, url, state, seconds }) {
    const condition = compact({ text, textGone, url, target: resolved, state });
    const limitSeconds = seconds ?? DEFAULT_SECONDS;
    const startedMs = Date.now();
    if (Object.keys(condition).length === 0) {
      if (seconds === undefined)
        throw fail('invalid_arguments', 'Nothing to wait for: give seconds or a condition.', {
          dispatch: 'not_sent',
        });
      await waitSeconds(seconds, { deadline });
    } else
      await waitFor(page, condition, limitSeconds * 1_000, {
        deadline,
        mayRead: readSet(session),
        ...(session.secrets.own.knowsAny ? { redact: (text: string) => session.secrets.redact(text) } : {}),
      });
    return { said: `Waited ${((Date.now() - startedMs) / 1_000).toFixed(1)} s.`, page };
  },
});
