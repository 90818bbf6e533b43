import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { openSite, type Site } from '../support/site.ts';
import { openPageCode, type PageCode } from './page-code.ts';

let site: Site;
let page: PageCode;
beforeAll(async () => {
  site = await openSite();
  page = await openPageCode();
});
afterAll(async () => {
  await site.close();
  await closeRawBrowser();
});

proves(
  ['P-01', 'I2'],
  'what is drawn side by side is not run together, and words without size are not read',
  async () => {
    await page.open(`${site.origin}/side-by-side/`);
    const records = await page.records();
    const texts = records.filter((record) => record.kind === 'text').map((record) => record.name);
    for (const text of [
      'Previous',
      'Page 1 of 20',
      'Left',
      'Right',
      'Home',
      'Orders',
      'Running text',
      'Seen one',
      'Seen two',
    ])
      expect(texts).toContain(text);
    expect(records.map((record) => record.name)).toContain('Save all');
    expect(JSON.stringify(records)).not.toContain('HIDDEN');
  },
);

proves('P-01', 'each term of a description list is one item with what is said of it', async () => {
  await page.open(`${site.origin}/side-by-side/`);
  const records = await page.records();
  const items: string[] = [];
  records.forEach((record, place) => {
    if (record.kind !== 'node' || (record.role !== '' && record.role !== 'paragraph')) return;
    const below: string[] = [];
    for (const next of records.slice(place + 1)) {
      if (next.depth <= record.depth) break;
      below.push(next.name);
    }
    items.push(below.join(' | '));
  });
  for (const pair of [
    'Number | F-2041',
    'Due | 2026-12-01 | or later',
    'State | Open',
    'Grouped | one',
    'Grouped too | two',
  ])
    expect(items).toContain(pair);
});

proves(['P-07', 'P-08'], 'the text of a region says what is checked and what is not', async () => {
  await page.open(`${site.origin}/side-by-side/`);
  const group = (await page.records({ refs: 'all' })).find((record) => record.role === 'group');
  expect(await page.call('text', group?.element)).toBe(
    ['Size', 'Small: not checked', 'Large: checked', 'Wrap: checked'].join('\n'),
  );
});
