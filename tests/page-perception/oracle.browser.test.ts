import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser, openRawPage, type RawPage } from '../support/raw-page.ts';
import { openSite, type Site } from '../support/site.ts';
import { differences, oracleSource } from './oracle.ts';
import { EXCEPTIONS } from './oracle-exceptions.ts';

let site: Site;
let page: RawPage;

beforeAll(async () => {
  site = await openSite();
  page = await openRawPage(await oracleSource());
});

afterAll(async () => {
  await site.close();
  await closeRawBrowser();
});

const cases = readdirSync(new URL('../pages', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

for (const name of cases) {
  proves('P-01', `roles and names of ${name} agree with the browser's own tree`, async () => {
    await page.open(`${site.origin}/${name}/`);
    const found = await differences(page);
    const unexplained = found.filter((one) => !EXCEPTIONS.some((exception) => exception.covers(one)));
    expect(unexplained.map((one) => `${one.html} ${one.what}: ${one.ours} / ${one.theirs}`)).toEqual([]);
  });
}
