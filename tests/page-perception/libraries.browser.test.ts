import { afterAll, beforeAll, expect } from 'vitest';
import { LIBRARIES, libraryPages } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser, openRawPage, type RawPage } from '../support/raw-page.ts';
import { openSite, type Site } from '../support/site.ts';
import { differences, oracleSource } from './oracle.ts';
import { EXCEPTIONS } from './oracle-exceptions.ts';

let site: Site;
let page: RawPage;

beforeAll(async () => {
  site = await openSite(await libraryPages());
  page = await openRawPage(await oracleSource());
});

afterAll(async () => {
  await site.close();
  await closeRawBrowser();
});

for (const library of LIBRARIES)
  for (const kind of ['form', 'list'])
    proves(
      'P-01',
      `roles, names and states of a ${kind} page of ${library} agree with the browser's own tree`,
      async () => {
        await page.open(`${site.origin}/${library}/?${kind}`);
        expect(await page.inPage(`document.querySelectorAll('h1').length`)).toBe(1);
        const found = await differences(page);
        const unexplained = found.filter((one) => !EXCEPTIONS.some((exception) => exception.covers(one)));
        expect(unexplained.map((one) => `${one.html} ${one.what}: ${one.ours} / ${one.theirs}`)).toEqual([]);
      },
    );
