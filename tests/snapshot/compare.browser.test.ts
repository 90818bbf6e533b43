import { afterAll, beforeAll, expect } from 'vitest';
import { compareSnapshots } from '#snapshot/compare.ts';
import { findOnPage } from '#snapshot/find.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
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

async function compareAfter(path: string, change: string) {
  await lab.open(path);
  const before = await lab.show();
  await lab.inPage(change);
  const now = await lab.show();
  return { ...compareSnapshots(before.snapshot, now.snapshot), whole: now.text };
}

proves('P-01', 'nothing changed is said only when records and signature agree', async () => {
  expect((await compareAfter('/invoices/', '1')).kind).toBe('unchanged');
  const typed = await compareAfter('/invoices/', `document.querySelector('input').value = 'august'`);
  expect(typed.kind).toBe('changed');
  expect(typed.text).toContain('searchbox "Search"');
  expect(typed.text).toContain('"august"');
  expect(typed.text).toMatch(/navigation "Main" \[e1@v\d+\] unchanged/);
  expect(typed.text).toMatch(/table "Results" \[e\d+@v\d+\].* unchanged/);
  expect(typed.text.length).toBeLessThan(typed.whole.length / 3);
});

proves('P-01', 'equal rows with new refs are one line that gives the range', async () => {
  const { text, kind, whole } = await compareAfter(
    '/invoices/',
    `document.querySelector('tbody').innerHTML += ''`,
  );
  expect(kind).toBe('changed');
  expect(text).toMatch(/… \(20 rows as before, new refs e\d+–e\d+\)/);
  expect(text.length).toBeLessThan(whole.length);
});

proves('P-01', 'what went away is told, and a comparison is never longer than the whole', async () => {
  const gone = await compareAfter('/product-cards/', `document.querySelector('footer').remove()`);
  expect(gone.text).toContain('gone: contentinfo: Imprint');
  const all = await compareAfter('/modal/', `document.body.innerHTML = '<p>x</p>'`);
  expect(all.text.length).toBeLessThanOrEqual(all.whole.length);
});

proves(
  'P-07',
  'finding answers whole lines under their regions, at most 20, and counts the rest',
  async () => {
    await lab.open('/invoices/');
    const one = await findOnPage(lab.page, { text: 'f-2400' });
    expect(one.matches).toBe(1);
    expect(renderPortal(one.snapshot)).toMatch(
      /table "Results".*\n {4}- F-2400 \| .* \| button "Details" \[e\d+@v\d+\]/,
    );
    const many = await findOnPage(lab.page, { text: 'MOREIRA' });
    expect(many.matches).toBe(164);
    expect(many.more).toBe(144);
    expect((await findOnPage(lab.page, { text: 'nowhere' })).matches).toBe(0);
  },
);
