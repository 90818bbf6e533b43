import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { builtPages, type OrderForm as Library, OFFICE_PAGES } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { IS_FULL_RUN, TEST_SEED } from '../support/samples.ts';
import { type Answer, openSite, type SeenRequest, type Site } from '../support/site.ts';
import { type Language, NAMES, OFFICE, type Page } from './office-flows.ts';

type Case = readonly [Page, Library, Language];

// An ordinary run has one page in one library and language, drawn by the seed.
const ALL: readonly Case[] = (Object.keys(OFFICE_PAGES) as Library[]).flatMap((library) =>
  (['zh', 'en'] as const).flatMap((language) =>
    (Object.keys(OFFICE) as Page[]).map((page) => [page, library, language] as const),
  ),
);
const [only] = [ALL[TEST_SEED % ALL.length] ?? (['broadcast', 'antd', 'zh'] as const)];
const CASES = IS_FULL_RUN ? ALL : [only];

let bench: PortalBench;
let site: Site;
let folder: string;

const taken: Answer = (_, response) => {
  response.statusCode = 204;
  response.end();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-office-'));
  await writeFile(join(folder, 'cover.png'), 'a picture');
  const libraries = new Set(CASES.map(([, library]) => library));
  const sources = Object.entries(OFFICE_PAGES).filter(([library]) => libraries.has(library as Library));
  const pages = await builtPages(Object.fromEntries(sources));
  site = await openSite({ ...pages, '/sent': taken, '/products': taken });
  bench = await PortalBench.open({ uploadRoots: [folder] });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** What was sent, as the page's own handler wrote it. */
function arrived({ method, path, body }: SeenRequest): object {
  const written = /name="values"\r\n\r\n(\{.*\})\r\n/.exec(body)?.[1] ?? body;
  return { method, path, ...(written === '' ? {} : { values: JSON.parse(written) }) };
}

for (const [page, library, language] of CASES)
  proves(
    ['W-14', 'W-15', 'W-24', 'W-37', 'W-43', 'W-52'],
    `${page}, drawn by ${library}, is done by sentences, and what arrives is what they say, once (${language})`,
    async () => {
      const { sentences, arrives } = OFFICE[page][language];
      const steps = sentences().map((sentence, at) => `${at + 1}. ${sentence}`);
      const workflow = readWorkflow(
        `---\nname: ${page}\nstart: ${site.origin}/${library}/?page=${page}&${language}\ninputs:\n  name: {}\n---\n${steps.join('\n')}\n`,
        `${page}.md`,
      );
      const before = site.requests.length;
      const session = await bench.broker.open('test');
      const run = await runWorkflow(session, workflow, {
        inputs: { name: NAMES[page][language] },
        confirmedBy: 'test',
      });
      expect(run.said).toBe(`Done and checked: ${steps.length} of ${steps.length} steps.`);
      const writes = site.requests.slice(before).filter(({ method }) => method !== 'GET');
      expect(writes.map(arrived)).toEqual(arrives.map((arrival) => expect.objectContaining(loose(arrival))));
      if (page === 'broadcast') expect(writes[0]?.body).toContain('a picture');
      await session.close('done');
    },
    180_000,
  );

/** A form may send more than the sentences speak of. */
function loose({ values, ...rest }: (typeof OFFICE)[Page][Language]['arrives'][number]): object {
  return values === undefined ? rest : { ...rest, values: expect.objectContaining(values) };
}
