import { z } from 'zod';
import type { BrowserContext } from '#browser/browser-context.ts';
import type { Page } from '#browser/page.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import { checkUrl } from '#policy/check-url.ts';
import { operation } from '#sessions/operation.ts';
import type { OperationResult } from '#sessions/plan.ts';
import type { Session } from '#sessions/session.ts';
import { fail } from '#snapshot/errors.ts';
import { followNavigation } from './follow-navigation.ts';

/** Lists, opens, selects and closes tabs; or starts over in a fresh context. */
export const tabs = operation({
  name: 'tabs',
  summary: 'Lists, opens, selects or closes tabs; reset starts over without cookies, tabs and refs.',
  input: z.strictObject({
    action: z.enum(['list', 'new', 'select', 'close', 'reset']),
    tab: z.string().min(1).optional(),
    url: z.string().min(1).max(16_384).optional(),
  }),
  turn: 'in-turn',
  timeoutMs: (session) => session.settings.navigationTimeoutMs,
  gives: ({ action }) => ({ plain: { action } }),
  async plan({ session }, { action, url }) {
    const here = session.openContext?.current?.url ?? 'about:blank';
    if (action === 'new' && url !== undefined) {
      const destination = checkUrl(url);
      return { effects: ['navigate'] as const, url: here, destination, composed: destination };
    }
    return { effects: [action === 'list' ? 'read' : 'tree'] as const, url: here, target: action };
  },
  async run({ session, deadline }, plan, { action, tab }) {
    switch (action) {
      case 'list':
        return { said: 'Tabs of this session:', lines: listTabs(await session.context()) };
      case 'reset':
        await session.reset();
        return { said: 'Started over: a fresh context without cookies, tabs and refs.' };
      case 'new':
        return await openTab(session, 'destination' in plan ? plan.destination : undefined, deadline.atMs);
      case 'select': {
        const context = await session.context();
        const page = tabNamed(context, tab);
        context.makeCurrent(page);
        await page.bringToFront();
        return { said: `Now on tab ${page.id}.`, page, lines: listTabs(context) };
      }
      case 'close': {
        const context = await session.context();
        const page = tabNamed(context, tab);
        if ((await page.closeAsking(deadline)) === 'dialog')
          return {
            said: `Tab ${page.id} asks before it closes: accept with browser_dialog to close it.`,
            page,
            lines: listTabs(context),
          };
        const current = context.current;
        const rest = current ? `Now on tab ${current.id}.` : 'No tab is open.';
        return {
          said: `Closed tab ${page.id}. ${rest}`,
          ...(current ? { page: current } : {}),
          lines: listTabs(context),
        };
      }
    }
  },
});

async function openTab(
  session: Session,
  destination: string | undefined,
  atMs: number,
): Promise<OperationResult> {
  const context = await session.context();
  const page = await context.newPage();
  context.makeCurrent(page);
  const opened = `Opened tab ${page.id}, which is now current.`;
  if (destination === undefined) return { said: opened, page, lines: listTabs(context) };
  const limit = deadlineIn(session.settings.navigationTimeoutMs, { atMs });
  const result = await followNavigation(session, page, limit, () => page.navigate(destination, limit));
  return { ...result, said: `${opened} ${result.said}` };
}

function tabNamed(context: BrowserContext, id: string | undefined): Page {
  const page = id === undefined ? context.current : context.page(id);
  if (page) return page;
  const open = context.pages().map((candidate) => candidate.id);
  throw fail('not_found', `There is no tab ${quotePageText(id ?? '')}; open: ${open.join(', ') || 'none'}.`, {
    dispatch: 'not_sent',
  });
}

/** One line a tab: its id, whether it is current, title and address. */
export function listTabs(context: BrowserContext): readonly string[] {
  return context.pages().map((page) => {
    const mark = page === context.current ? '*' : ' ';
    const state = page.state === 'crashed' ? ' (crashed)' : '';
    return `${mark} ${page.id} ${quotePageText(page.title)} ${showAddress(page.url)}${state}`;
  });
}
