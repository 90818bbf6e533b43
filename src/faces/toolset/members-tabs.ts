import { tabs } from '#operations/tabs.ts';
import { member, Refused } from './member.ts';

export const TAB_MEMBER_TABLE = [
  member('new_tab', { acts: true }, async (context) => {
    const { page } = await context.run(tabs, { action: 'new' });
    if (page === undefined) throw new Refused('Error: the browser opened no tab. Try again.');
    return { openedTab: page.id };
  }),
  member('list_tabs', { acts: false }, async () => ({})),
  member('switch_tab', { acts: false }, async (context, { tab_id: tab }) => {
    await context.run(tabs, { action: 'select', tab });
    return {};
  }),
  member('close_tab', { acts: true, wantsFront: false }, async (context, { tab_id: tab }) => {
    await context.run(tabs, { action: 'close', tab });
    return {};
  }),
] as const;
