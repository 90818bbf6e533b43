import { z } from 'zod';
import { quotePageText } from '#kernel/untrusted-text.ts';
import { operation } from '#sessions/operation.ts';
import { matchDescription } from '#snapshot/match-description.ts';
import { renderToolset } from '#snapshot/render-toolset.ts';
import { everyNode } from '#snapshot/snapshot.ts';
import { readWhole } from './read-whole.ts';

const MOST_MATCHES = 20;
/** Less than this share of a description is not what was meant. */
const LEAST_SCORE = 0.5;

/** Finds elements of the current tab by a description in words, the best first. */
export const findDescribed = operation({
  name: 'find-described',
  summary: 'Finds elements by a description such as "search field" or "add to cart button".',
  input: z.strictObject({ query: z.string().min(1).max(1_000) }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan({ session }) {
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, page };
  },
  async run({ session, deadline }, { page }, { query }) {
    const whole = await readWhole({ session, deadline }, page, { refs: 'all' });
    const scored = [...everyNode(whole.nodes)]
      .filter((node) => node.ref !== '')
      .map((node, place) => ({ node, place, score: matchDescription(node, query) }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .sort((one, other) => other.score - one.score || one.place - other.place);
    const best = scored.slice(0, MOST_MATCHES).map(({ node }) => ({ ...node, children: [] }));
    const snapshot = { ...whole, nodes: best };
    const text = renderToolset(snapshot);
    (await session.seen()).note(snapshot, text);
    const more = scored.length - best.length;
    if (best.length === 0) return { said: `Nothing on the page is like ${quotePageText(query)}.`, page };
    const note = more > 0 ? `\n… (${more} more are like it: say more about the one you mean)` : '';
    return { said: `${scored.length} found.`, page, text: `${text}${note}` };
  },
});
