import { afterAll, beforeAll, expect } from 'vitest';
import { deadlineIn } from '#kernel/deadline.ts';
import type { WalkReply } from '#page/wire.ts';
import { readUnreadableSheets } from '#snapshot/unreadable-sheets.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  await lab.close();
  await closeRawBrowser();
});

proves(
  ['P-01', 'I2'],
  'sheets of another origin are read by the host with what they import, and the page sees nothing of it',
  async () => {
    const other = lab.site.originFor('localhost');
    await lab.open(`/sheets-elsewhere/?other=${encodeURIComponent(other)}`);
    const unread = async () => (await lab.page.mainFrame.call<WalkReply>('walk', [{}])).unreadableSheets;
    await expect.poll(unread).toBe(1);
    await readUnreadableSheets(lab.page.mainFrame, deadlineIn(5_000));
    expect(await unread()).toBe(0);
    const { text } = await lab.show();
    expect(text).toContain('SEEN');
    expect(text).toMatch(/clickable "Pointed at" \[e/);
    expect(text).not.toContain('HIDDEN');
    expect(await lab.inPage(`document.adoptedStyleSheets.length + ' ' + document.styleSheets.length`)).toBe(
      '0 1',
    );
  },
);

proves('P-01', 'a snapshot has the sheets read beside it, once', async () => {
  const other = lab.site.originFor('localhost');
  await lab.open(`/sheets-elsewhere/?other=${encodeURIComponent(other)}`);
  const unread = async () => (await lab.page.mainFrame.call<WalkReply>('walk', [{}])).unreadableSheets;
  await expect.poll(unread).toBe(1);
  await lab.show();
  await expect.poll(unread).toBe(0);
});
