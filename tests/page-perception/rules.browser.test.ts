import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser, openRawPage, type RawPage } from '../support/raw-page.ts';
import { openSite, type Site } from '../support/site.ts';
import { type Ours, oracleSource } from './oracle.ts';

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

const cases = readdirSync(new URL('../pages', import.meta.url)).filter((name) =>
  /^(?:accname|html-aam)-/.test(name),
);

for (const name of cases)
  proves('P-01', `each element of ${name} is read as the standard says`, async () => {
    await page.open(`${site.origin}/${name}/`);
    const elements = await page.call<Ours[]>('oracle');
    const wrong: string[] = [];
    let checked = 0;
    for (const own of elements) {
      const found: Readonly<Record<string, string>> = {
        name: own.name,
        role: own.role,
        states: own.states.join(' '),
        value: own.value ?? '•••',
      };
      for (const [what, expected] of Object.entries(own.expected)) {
        if (found[what] === undefined) continue;
        checked++;
        if (found[what] !== expected)
          wrong.push(`${own.html}: ${what} is “${found[what]}”, not “${expected}”`);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(5);
  });
