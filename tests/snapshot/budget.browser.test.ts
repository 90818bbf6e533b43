import { afterAll, beforeAll, expect } from 'vitest';
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

for (const rows of [500, 5_000]) {
  proves(
    ['P-09', 'P-10', 'P-11'],
    `of ${rows} rows at most 20 are shown, and the count of the rest is true`,
    async () => {
      await lab.open(`/long-list/?rows=${rows}`);
      const { text } = await lab.show({ language: 'pt' });
      expect(text.length).toBeLessThanOrEqual(12_000);
      const shown = text.match(/^ *- Item \d+ \|/gm)?.length ?? 0;
      const entries = text.match(/Entry \d+/g)?.length ?? 0;
      expect(shown).toBeGreaterThan(2);
      expect(shown).toBeLessThanOrEqual(20);
      expect(entries).toBeLessThanOrEqual(20);
      expect(text).toContain(`… (${rows - 3 - shown} nós omitidos)`);
      expect(text).toContain(`… (${rows - entries} nós omitidos)`);
      expect(text).toMatch(/navigation "Pages" \[e\d+@v\d+\]: link "Next"/);
    },
  );
}

proves('P-13', 'an uncut page has no marker, and neither has one whose budget is open', async () => {
  await lab.open('/long-list/?rows=5');
  expect((await lab.show()).text).not.toContain('omitted');
  await lab.open('/long-list/?rows=200');
  const { text } = await lab.show({ budgetCharacters: null, runLimit: null });
  expect(text).not.toContain('omitted');
  expect(text).toContain('Item 197');
});

for (const budgetCharacters of [1_000, 2_000, 4_000]) {
  proves(
    'P-10',
    `a page of everything keeps to ${budgetCharacters} characters, headings and fields last to go`,
    async () => {
      await lab.open('/form-controls/');
      await lab.inPage(
        `for (let i = 0; i < 60; i++) document.body.insertAdjacentHTML(i % 2 ? 'beforeend' : 'afterbegin', '<section aria-label="S' + i + '"><div class="k' + i + '"><p>' + 'Words "quoted" and long. '.repeat(20) + '</p><a href="#">link ' + i + '</a></div></section>')`,
      );
      const { text } = await lab.show({ budgetCharacters });
      expect(text.length).toBeLessThanOrEqual(budgetCharacters);
      expect(text).toContain('nodes omitted');
      if (budgetCharacters > 2_000) expect(text).toContain('textbox "Full name"');
    },
  );
}
