import { z } from 'zod';
import { refIn } from '#actions/action-target.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { Shown } from '#page/wire.ts';
import { operation } from '#sessions/operation.ts';
import { fail } from '#snapshot/errors.ts';

/** Finds what belongs to a title on the page where the structure does not tell. It is operated by its ref like any other. */
export const findInRange = operation({
  name: 'find-in-range',
  summary: 'Finds the control that stands with a title or description, in the part of the page around it.',
  input: z.strictObject({
    label: z.string().min(1).max(500),
    wants: z.enum(['field', 'choice', 'check', 'file', 'button']),
    text: z.string().min(1).max(500).optional(),
  }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 10_000,
  async plan({ session }) {
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `tab ${page.id}`, page };
  },
  async run({ session, deadline }, { page }, request) {
    for (const frame of page.frames()) {
      if (frame !== page.mainFrame && !frame.hasWorld) continue;
      const element = await frame.call<number | null>('findInRange', [request], { deadline });
      if (element === null) continue;
      const ref = refIn(page, frame, element);
      const shown = await frame.call<Shown | null>('describe', [element], { deadline });
      if (shown === null) continue;
      (await session.seen()).issue(
        { ref, page: page.id, generation: page.generation, frame: page.numberOf(frame), element },
        shown,
      );
      return { said: ref, page };
    }
    throw fail('not_found', `Nothing usable stands with ${quotePageText(request.label)}.`, {
      dispatch: 'not_sent',
    });
  },
});
