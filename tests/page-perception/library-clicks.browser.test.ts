import { afterAll, beforeAll, expect } from 'vitest';
import { type Library, libraryPages } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient, refIn } from '../support/portal-client.ts';
import { someOf } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';

let site: Site;
let bench: PortalBench;
let client: PortalClient;

beforeAll(async () => {
  site = await openSite(await libraryPages());
  bench = await PortalBench.open();
  client = await bench.client();
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

/** Controls that each library draws in its own way, by role and name as they are printed. */
const CHOICES: Readonly<Record<Library, readonly (readonly [role: string, name: string])[]>> = {
  antd: [
    ['radio', 'Small'],
    ['radio', 'Fast'],
    ['checkbox', 'Accept terms'],
    ['checkbox', 'Ribbon'],
    ['switch', 'Gift wrap'],
    ['radio', 'Piece'],
  ],
  'element-plus': [
    ['radio', 'Small'],
    ['radio', 'Fast'],
    ['checkbox', 'Accept terms'],
    ['checkbox', 'Ribbon'],
    ['switch', 'Gift wrap'],
  ],
  mui: [
    ['radio', 'Small'],
    ['checkbox', 'Accept terms'],
    ['switch', 'Gift wrap'],
    ['radio', '4 Stars'],
  ],
  bootstrap: [
    ['radio', 'Small'],
    ['radio', 'Fast'],
    ['checkbox', 'Accept terms'],
    ['switch', 'Gift wrap'],
  ],
  vuetify: [
    ['radio', 'Small'],
    ['checkbox', 'Accept terms'],
    ['checkbox', 'Gift wrap'],
    ['radio', 'Rating 4 of 5 Rating 4 of 5'],
  ],
  vant: [
    ['radio', 'Small'],
    ['checkbox', 'Accept terms'],
  ],
};

/** Boxes to choose from, which open at a click. */
const BOXES: Readonly<Partial<Record<Library, readonly string[]>>> = {
  antd: ['City', 'Tags', 'Area'],
  'element-plus': ['City', 'Tags'],
  mui: ['Area'],
  vuetify: ['City', 'Area'],
};

const UPLOADS: Readonly<Partial<Record<Library, string>>> = {
  antd: 'Invoice',
  'element-plus': 'Choose invoice',
  mui: 'Choose invoice',
  bootstrap: 'Invoice',
  vuetify: 'Invoice',
};

/** The snapshot without the spaces that some libraries put behind a name. */
async function look(tool = 'browser_snapshot', args: object = {}): Promise<string> {
  return (await client.ok(tool, args)).replace(/[ \u00a0]*\u00a0[ \u00a0]*"/g, '"');
}

function quotedCount(text: string, role: string, name: string): number {
  return text.split(`${role} ${JSON.stringify(name)} [`).length - 1;
}

function stateOf(text: string, role: string, name: string): string {
  const from = text.indexOf(`${role} ${JSON.stringify(name)} [`);
  return from < 0 ? 'gone' : (/\]([^|\n:]*)/.exec(text.slice(from))?.[1] ?? '').trim();
}

for (const [library, choices] of someOf(Object.entries(CHOICES) as [Library, (typeof CHOICES)[Library]][], 1))
  proves(
    ['P-01', 'P-43'],
    `what ${library} draws for a choice is printed once, and a click on it chooses`,
    async () => {
      await client.ok('browser_navigate', { url: `${site.origin}/${library}/?form` });
      const first = await look();
      for (const [role, name] of choices) {
        expect(quotedCount(first, role, name), `${role} ${name} once in ${first}`).toBe(1);
        const before = stateOf(first, role, name).includes('checked');
        const ref = refIn(first, role, name);
        const after = await look('browser_click', { ref, observe: 'full' });
        expect(
          stateOf(after, role, name).includes('checked'),
          `${role} ${name} after a click in ${after}`,
        ).toBe(!before);
      }
    },
  );

for (const [library, names] of someOf(Object.entries(BOXES), 1))
  proves(
    ['P-01', 'P-43'],
    `a click opens each box to choose from of ${library}, and Escape closes it`,
    async () => {
      await client.ok('browser_navigate', { url: `${site.origin}/${library}/?form` });
      for (const name of names) {
        const before = await look();
        expect(quotedCount(before, 'combobox', name), `combobox ${name} once in ${before}`).toBe(1);
        expect(stateOf(before, 'combobox', name)).toMatch(/collapsed/);
        await client.ok('browser_click', { ref: refIn(before, 'combobox', name) });
        const after = await look();
        expect(after, `${name} in ${after}`).toMatch(/expanded|option "Lisbon"|menuitem "North"/);
        await client.call('browser_press', { key: 'Escape' });
        await client.ok('browser_wait', { seconds: 0.4 });
      }
    },
  );

proves(
  ['P-01', 'P-43'],
  'an upload of each library is one file field, with no button of its own beside it',
  async () => {
    for (const [library, name] of Object.entries(UPLOADS)) {
      await client.ok('browser_navigate', { url: `${site.origin}/${library}/?form` });
      const text = await look();
      expect(quotedCount(text, 'file', name), `file ${name} of ${library} in ${text}`).toBe(1);
      expect(quotedCount(text, 'button', name)).toBe(0);
    }
  },
);
