import { tabs } from '#operations/tabs.ts';
import { member, Refused } from './member.ts';
import { unknownTab } from './texts.ts';

export const TAB_MEMBER_TABLE = [
  member('new_tab', { acts: true }, async (context) => {
    const { page } = await context.run(tabs, { action: 'new' });
    if (page === undefined) throw new Refused('Error: the browser opened no tab. Try again.');
    return { openedTab: page.id };
  }),
  member('list_tabs', { acts: false }, async () => ({})),
  member('switch_tab', { acts: false }, async (context, { tab_id: tab }) => {
    await requireTab(context, tab);
    await context.run(tabs, { action: 'select', tab });
    return {};
  }),
  member('close_tab', { acts: true, wantsFront: false }, async (context, { tab_id: tab }) => {
    await requireTab(context, tab);
    await context.run(tabs, { action: 'close', tab });
    return {};
  }),
] as const;

async function requireTab({ session }: { session: Parameters<typeof tabOf>[0] }, tab: string): Promise<void> {
  if ((await tabOf(session, tab)) === undefined) throw new Refused(unknownTab(tab));
}

async function tabOf(
  session: { context(): Promise<{ page(id: string): unknown }> },
  tab: string,
): Promise<unknown> {
  return (await session.context()).page(tab);
}
