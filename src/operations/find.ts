import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import { operation } from '#sessions/operation.ts';
import { fail } from '#snapshot/errors.ts';
import { FIND_LIMIT, findOnPage } from '#snapshot/find.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { readSet } from './read-set.ts';

/** Finds lines of the current tab, those included that a snapshot cuts. */
export const find = operation({
  name: 'find',
  summary: 'Finds whole lines by text, role or pattern, wherever on the page they stand.',
  input: z.strictObject({
    text: z.string().min(1).max(500).optional(),
    role: z.string().min(1).max(40).optional(),
    regex: z.string().min(1).max(500).optional(),
  }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan({ session }, input) {
    if (input.text === undefined && input.role === undefined && input.regex === undefined)
      throw kernelFail('invalid_arguments', 'Nothing to find: give text, role or regex.', {
        dispatch: 'not_sent',
      });
    checkPattern(input.regex);
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, page };
  },
  async run({ session, deadline }, { page }, query) {
    const found = await findOnPage(page, compact(query), { deadline, mayRead: readSet(session) });
    const wanted = Object.values(query)
      .filter((part) => part !== undefined)
      .map((part) => quotePageText(part))
      .join(' ');
    const { language, budgetCharacters } = session.settings;
    const text = renderPortal(found.snapshot, { language, budgetCharacters });
    const isHidden = session.secrets.own.holds(text) && !matchesIn(session.secrets.redact(text), query);
    if (found.matches === 0 || isHidden)
      throw fail('not_found', `Nothing on the page matches ${wanted}.`, { dispatch: 'not_sent' });
    (await session.seen()).note(found.snapshot, text);
    session.taint.mark(page.mainFrame.origin);
    const more = found.more > 0 ? ` The first ${FIND_LIMIT} are shown, ${found.more} more match.` : '';
    return {
      said: `${found.matches} ${found.matches === 1 ? 'line matches' : 'lines match'} ${wanted}.${more}`,
      page,
      text,
    };
  },
});

/** Whether anything of a text matches; what was taken out of it cannot be asked for piece by piece. */
function matchesIn(
  text: string,
  query: { readonly text?: string | undefined; readonly regex?: string | undefined },
): boolean {
  const body = text.split('\n').slice(1).join('\n');
  if (query.regex !== undefined && !new RegExp(query.regex, 'iu').test(body)) return false;
  return query.text === undefined || body.toLowerCase().includes(query.text.toLowerCase());
}

function checkPattern(pattern: string | undefined): void {
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, 'iu');
  } catch (error) {
    throw kernelFail('invalid_arguments', `regex: ${String(error)}`, { dispatch: 'not_sent' }, error);
  }
}
