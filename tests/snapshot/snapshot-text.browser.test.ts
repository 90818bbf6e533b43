import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { renderToolset } from '#snapshot/render-toolset.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { framesLoaded, type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  await lab.close();
  await closeRawBrowser();
});

/** Each case with the most bytes its portal text may have. */
const CASES: Readonly<Record<string, number>> = {
  invoices: 2_400,
  'form-controls': 1_500,
  'hidden-text': 600,
  'forged-lines': 900,
  'undrawn-inputs': 500,
  clickables: 800,
  modal: 500,
  'shadow-slots': 600,
  'product-cards': 1_300,
  'frames-nested': 500,
};

function compareWithFile(name: string, text: string): void {
  const path = new URL(`./text/${name}.txt`, import.meta.url);
  if (process.env['TEXT_UPDATE'] === '1' || !existsSync(path)) writeFileSync(path, `${text}\n`);
  expect(`${text}\n`).toBe(readFileSync(path, 'utf8'));
}

/** Ports and generations are another in each run. */
function normalised(text: string): string {
  return text.replaceAll(lab.site.origin, 'http://site').replace(/(@v| {2}v)\d+/g, '$11');
}

for (const [name, bytes] of Object.entries(CASES)) {
  proves(['P-01', 'P-15'], `the text of ${name} is as written down, in both renderers`, async () => {
    await lab.open(`/${name}/`);
    if (name === 'frames-nested') await framesLoaded(lab, 2);
    const { snapshot, text } = await lab.show();
    const portal = normalised(text);
    compareWithFile(`${name}.portal`, portal);
    compareWithFile(`${name}.toolset`, normalised(renderToolset(snapshot)));
    expect(Buffer.byteLength(portal)).toBeLessThanOrEqual(bytes);
    for (const [, ref] of text.matchAll(/(?<!\\)\[([^[\]]*@v[^[\]]*)\]/g))
      expect(ref).toMatch(/^(f\d+)?e\d+@v\d+$/);
  });
}

proves(['P-33', 'P-01'], 'an open modal comes first and what it covers is marked once', async () => {
  await lab.open('/modal/');
  const { text } = await lab.show();
  const lines = text.split('\n');
  expect(lines[1]).toMatch(/^- dialog "Delete order\?" \[e\d+@v\d+\] modal$/);
  expect(text.match(/covered by/g)).toHaveLength(1);
  expect(text.indexOf('(covered by')).toBeLessThan(text.indexOf('banner'));
  expect(text).toMatch(/banner \[e\d+@v\d+\]: Shop/);
  await lab.inPage(
    `document.body.insertAdjacentHTML('beforeend', '<div role="alertdialog" aria-label="Session ends"><button>Stay</button></div>')`,
  );
  expect((await lab.show()).text).toMatch(/- alertdialog "Session ends" \[e\d+@v\d+\]/);
});

proves(
  'P-01',
  'a listener that no attribute shows makes its element clickable, and an anchor a link',
  async () => {
    await lab.open('/clickables/');
    const { text } = await lab.show();
    expect(text).toMatch(/clickable "By listener only" \[e/);
    expect(text).toMatch(/link "Delete" \[e/);
    expect(text.match(/"Twice"/g)).toHaveLength(1);
    expect(text).toMatch(/- Plain text/);
    await lab.inPage(`[...document.querySelectorAll('p')].at(-1).addEventListener('click', () => {})`);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await lab.show()).text).toMatch(/clickable "Plain text" \[e/);
  },
);

proves(['P-16', 'P-01'], 'frames of both kinds are joined at their place, numbered flat', async () => {
  await lab.open(`/frames-nested/?other=${encodeURIComponent(lab.site.originFor('localhost'))}`);
  await framesLoaded(lab, 3);
  const { text } = await lab.show();
  expect(text).toMatch(/iframe "First"/);
  expect(text).toMatch(/button "Inner button" \[f\d+e\d+@v\d+\]/);
  expect(text.match(/textbox "Leaf field" \[f\d+e\d+@v\d+\]/g)).toHaveLength(2);
  expect(text.indexOf('Inner button')).toBeLessThan(text.indexOf('Between'));
});

proves('I3', 'a frame outside the read set is one line with its origin and none of its text', async () => {
  const other = lab.site.originFor('localhost');
  await lab.open(`/frames-nested/?other=${encodeURIComponent(other)}`);
  await framesLoaded(lab, 3);
  const { text } = await lab.show({ mayRead: (frame) => frame.origin === lab.site.origin });
  expect(text).toContain(`withheld: ${other}`);
  expect(text.match(/Leaf field/g)).toHaveLength(1);
});
