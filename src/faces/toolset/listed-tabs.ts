import { MOST_TABS } from '#messages/limits.ts';

/**
 * The tabs that a state block lists, in their order: the newest, as many as it may hold, and the active one however
 * old it is, since a block without an active tab is refused with the whole conversation.
 */
export function listedTabs<Tab>(tabs: readonly Tab[], active: Tab | undefined): readonly Tab[] {
  const newest = tabs.slice(-MOST_TABS);
  if (active === undefined || newest.includes(active) || !tabs.includes(active)) return newest;
  return [active, ...newest.slice(1)];
}
