import { z } from 'zod';
import { operation } from '#sessions/operation.ts';
import { readRegionText } from '#snapshot/read-region.ts';
import { inWords, refInput, resolve } from './act-on-ref.ts';
import { readSet } from './read-set.ts';

/** Reads the text of one region. */
export const read = operation({
  name: 'read',
  summary: 'Reads the text of one region, without a new snapshot and without touching refs.',
  input: z.strictObject({ ref: refInput }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan(context, { ref }) {
    const resolved = await resolve(context, ref);
    return { effects: ['read'] as const, url: resolved.page.url, target: inWords(resolved), ref, resolved };
  },
  async run({ session, deadline }, { resolved, target }) {
    const text = await readRegionText(resolved, {
      budgetCharacters: session.settings.budgetCharacters,
      deadline,
      mayRead: readSet(session),
    });
    session.taint.mark(resolved.frame.origin);
    return { said: `Text of ${target}:`, page: resolved.page, text };
  },
});
