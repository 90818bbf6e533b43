import { expect, test } from 'vitest';
import { PortalBench } from '../../support/portal-client.ts';
import { openSite } from '../../support/site.ts';

test('a list that holds only what is in view says how many there are, and scrolling its ref brings more', async () => {
  await using bench = await PortalBench.open();
  await using site = await openSite();
  const client = await bench.client();
  const text = await client.ok('browser_navigate', { url: `${site.origin}/virtual-lists` });
  const told = [
    ...text.matchAll(
      /\(virtual list: (\d+) of about (\d+) items are in the page; browser_scroll on \[(\S+)\]/g,
    ),
  ];
  expect(told.map(([, present, total]) => [Number(present), Number(total)])).toEqual([
    [12, 1000],
    [2, 5000],
    [2, 26],
  ]);
  expect(text).toContain('Row 12');
  expect(text).not.toContain('Row 13');
  const after = await client.ok('browser_scroll', { ref: told[0]?.[3], direction: 'down', amount: 4000 });
  expect(after).toContain('Row 201');
});
