import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

// One sentence about a field that is made of several controls: boxes of a group, parts of a date, a button over a file.
const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Parts</title><main>${body}</main><script>window.heard = [];
  addEventListener('change', ({ target }) => heard.push(target.name + '=' + (target.files?.[0]?.name ?? target.value)), true);</script>`;
const box = (name: string, more = '') =>
  `<label><input type="checkbox" name="${name}" ${more}>${name}</label>`;
const part = (name: string) => `<input role="spinbutton" aria-label="${name}" name="${name}">`;

const PAGES = {
  '/boxes': page(
    `<div class="item"><span>Channels</span><div>${box('Mail')}${box('Paper')}${box('Fax', 'disabled')}${box('Phone', `onclick="event.preventDefault()"`)}</div></div>
    <div class="item"><span>Regions</span><div>${box('East')}${box('West')}</div></div>
    <div class="item"><span>Both</span><div>${box('Twin')}${box('Twin')}${box('Other')}</div></div>`,
  ),
  '/parts': page(
    `<div role="group" aria-label="Pickup date">${part('Month')}${part('Day')}${part('Year')}</div>
    <div role="group" aria-label="Delivery date">${part('Month')}${part('Day')}${part('Year')}</div>
    <div role="group" aria-label="Expires">${part('Month')}${part('Year')}</div>`,
  ),
  '/files': page(
    `<div class="item"><span>Cover</span><div><label role="button" tabindex="0">Choose <input type="file" name="cover" style="opacity:0"></label></div></div>
    <p>Contract</p><label>Invoice <input type="file" name="invoice"></label>`,
  ),
  '/chosen': page(
    `<label>Day <input name="day"></label><label>Slot <select name="slot"><option>None</option><option>2026-12-03</option></select></label>
    <label for="from">From</label><input id="from" name="from" role="combobox" aria-haspopup="dialog" aria-expanded="false"
      onfocus="over.hidden = false" onblur="over.hidden = true"><div id="over" role="dialog" aria-label="Days" style="position:fixed;right:0;bottom:0" hidden><button>1</button></div>
    <label for="time">Time</label><input id="time" name="time" role="combobox" aria-controls="times" aria-expanded="false" aria-autocomplete="list"
      onclick="this.ariaExpanded = 'true'; times.hidden = false" oninput="this.value = ''">
    <ul id="times" role="listbox" hidden>${['09:30', '10:30'].map((at) => `<li role="option" onclick="time.value = '${at}'; heard.push('took ${at}'); times.hidden = true; time.ariaExpanded = 'false'">${at}</li>`).join('')}</ul>`,
  ),
};

let bench: PortalBench;
let files: string;
let site: Site;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'portolan-files-'));
  await writeFile(join(files, 'a.png'), 'a picture');
  [bench, site] = await Promise.all([PortalBench.open({ uploadRoots: [files] }), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(files, { recursive: true, force: true });
});

async function run(path: keyof typeof PAGES, ...sentences: readonly string[]) {
  const steps = sentences.map((sentence, at) => `${at + 1}. ${sentence}`).join('\n');
  const workflow = readWorkflow(`---\nname: t\nstart: ${site.origin}${path}\n---\n${steps}\n`, 't.md');
  const session = await bench.broker.open('test');
  const { state, said, steps: records } = await runWorkflow(session, workflow, { waitMs: 400 });
  const at = await session.currentPage();
  const reply = await at.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: 'JSON.stringify(heard)',
  });
  await session.close('the test is over');
  return { state, said, heard: JSON.parse(reply.result.value), attempts: records.at(-1)?.attempts ?? [] };
}

proves(
  ['W-14', 'W-37'],
  'choosing from a group of boxes marks each of them, and one that cannot be marked is told',
  async () => {
    const done = await run('/boxes', 'Select "Mail" and "Paper" from "Channels"', '在“Regions”选择“West”');
    expect(done).toMatchObject({ state: 'succeeded', heard: ['Mail=on', 'Paper=on', 'West=on'] });
    for (const [sentence, why] of [
      ['Select "Mail" and "East" from "Channels"', 'Nothing on the page is called "Channels"'],
      ['Select "Mail" and "Fax" from "Channels"', 'Nothing on the page is called "Channels"'],
      ['Select "Twin" and "Other" from "Both"', 'Several are called "Twin"'],
    ] as const)
      expect(await run('/boxes', sentence), sentence).toMatchObject({
        state: 'failed',
        said: expect.stringContaining(why),
        heard: [],
      });
  },
  60_000,
);

proves(
  ['W-52', 'W-55'],
  'where the second of two boxes does not take it, the step was sent, has failed, and is not tried again',
  async () => {
    const failed = await run('/boxes', 'Select "Mail" and "Phone" from "Channels"');
    expect(failed).toMatchObject({ state: 'failed', heard: ['Mail=on'] });
    expect(failed.attempts).toHaveLength(1);
    expect(failed.attempts[0]?.command).toContain('; check @');
  },
);

proves(['W-14', 'W-53'], 'a date goes into the parts of its field, each of which is checked', async () => {
  const done = await run(
    '/parts',
    'Set "Delivery date" to "2026-12-03"',
    '“Pickup date”选择“2026-11-30”',
    'Press "Tab"',
  );
  expect(done).toMatchObject({
    state: 'succeeded',
    heard: ['Month=12', 'Day=03', 'Year=2026', 'Month=11', 'Day=30', 'Year=2026'],
  });
  const others = await run('/parts', 'Set "Expires" to "2026-12-03"');
  expect(others).toMatchObject({ state: 'failed', heard: [] });
});

proves(
  'W-43',
  'a button over a hidden file field is no name of it; the label of another field is',
  async () => {
    const file = join(files, 'a.png');
    const done = await run('/files', `Upload "${file}" to "Cover"`);
    expect(done).toMatchObject({ state: 'succeeded', heard: ['cover=a.png'] });
    const other = await run('/files', `Upload "${file}" to "Contract"`);
    expect(other).toMatchObject({ state: 'failed', heard: [] });
  },
);

test('a date that is said to be chosen is written where the field takes text, and chosen where it is listed', async () => {
  const done = await run(
    '/chosen',
    'Select "2026-12-03" from "Day"',
    'Select "2026-12-03" from "Slot"',
    'Select "2026-12-03" from "From"',
    'Select "09:30" from "Time"',
  );
  expect(done.said).toBe('Done and checked: 4 of 4 steps.');
  expect(done.heard).toEqual(['day=2026-12-03', 'slot=2026-12-03', 'from=2026-12-03', 'took 09:30']);
});
