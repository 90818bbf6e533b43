import { expect, test } from 'vitest';
import { listedTabs } from '#faces/toolset/listed-tabs.ts';
import { MOST_TABS } from '#messages/limits.ts';

const tabs = Array.from({ length: MOST_TABS + 5 }, (_, at) => `t${at}`);

test('of too many tabs the newest are listed, and the active one however old it is', () => {
  expect(listedTabs(tabs, tabs.at(-1))).toEqual(tabs.slice(5));
  const listed = listedTabs(tabs, 't0');
  expect(listed).toHaveLength(MOST_TABS);
  expect(listed[0]).toBe('t0');
  expect(listed.at(-1)).toBe(tabs.at(-1));
});

test('what is not open any more is not listed as active', () => {
  expect(listedTabs(['a', 'b'], 'gone')).toEqual(['a', 'b']);
  expect(listedTabs(['a', 'b'], undefined)).toEqual(['a', 'b']);
});
