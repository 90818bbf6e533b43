import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

// Sentences with several values, and with none: each does all of what it says, and is checked for all of it.
const PAGE = `<!doctype html><meta charset="utf-8"><title>Several</title><main>
<label>Colours <select multiple><option selected>Grey</option><option>Red</option><option>Green</option><option>Blue</option></select></label>
<label>Size <select><option>Small</option><option>Large</option></select></label>
<label>Notes <input value="old"></label>
<label>Files <input type="file" multiple></label></main>`;
const STATE = `JSON.stringify([
  [...document.querySelector('select').selectedOptions].map((option) => option.text),
  document.querySelector('input').value,
  [...document.querySelector('[type=file]').files].map((file) => file.name)])`;

let bench: PortalBench;
let files: string;
let site: Site;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'portolan-files-'));
  for (const name of ['a.pdf', 'b.pdf']) await writeFile(join(files, name), name);
  [bench, site] = await Promise.all([
    PortalBench.open({ uploadRoots: [files] }),
    openSite({ '/several': PAGE }),
  ]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(files, { recursive: true, force: true });
});

async function run(...sentences: readonly string[]) {
  const steps = sentences.map((sentence, at) => `${at + 1}. ${sentence}`).join('\n');
  const workflow = readWorkflow(`---\nname: t\nstart: ${site.origin}/several\n---\n${steps}\n`, 't.md');
  const session = await bench.broker.open('test');
  const { state, said } = await runWorkflow(session, workflow, { waitMs: 400 });
  const at = await session.currentPage();
  const reply = await at.send<{ result: { value: string } }>('Runtime.evaluate', { expression: STATE });
  await session.close('the test is over');
  return { state, said, holds: JSON.parse(reply.result.value) };
}

proves(
  'W-12',
  'a sentence with several values chooses, gives or clears all of them',
  async () => {
    const done = await run(
      'Select "Red" and "Blue" in "Colours"',
      'Clear "Notes"',
      `Upload "${join(files, 'a.pdf')}" and "${join(files, 'b.pdf')}" to "Files"`,
    );
    expect(done).toMatchObject({ state: 'succeeded', holds: [['Red', 'Blue'], '', ['a.pdf', 'b.pdf']] });
    const chinese = await run('在“Colours”中选择“Green”、“Red”', '验证“Notes”的值为“old”');
    expect(chinese).toMatchObject({ state: 'succeeded', holds: [['Red', 'Green'], 'old', []] });
  },
  60_000,
);
test('a list that takes one value fails for two, and one value that is missing fails for all', async () => {
  expect(await run('Select "Small" and "Large" in "Size"')).toMatchObject({ state: 'failed' });
  const missing = await run('Select "Red" and "Pink" in "Colours"');
  expect(missing).toMatchObject({ state: 'failed', holds: [['Grey'], 'old', []] });
}, 60_000);
