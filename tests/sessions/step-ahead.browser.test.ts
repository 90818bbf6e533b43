import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

// Steps that fill are made ready while the one before them runs. What a page does in between must cost nothing
// but speed.
const field = (name: string) => `<label>${name} <input name="${name}"></label>`;
const page = (script: string) => `<!doctype html><title>Ahead</title><main>
  ${['One', 'Two', 'Three'].map(field).join('\n')}<input aria-label="Other">
  <output></output></main><script>const of = (name) => document.querySelector('[name=' + name + ']');
  const other = document.querySelector('[aria-label=Other]');
  for (const input of document.querySelectorAll('input')) input.addEventListener('keydown', () => (document.querySelector('output').textContent += (input.labels[0]?.innerText.trim() ?? '-') + ';'));
  ${script}</script>`;
const PAGES = {
  '/plain': page(''),
  '/renames': page(
    `of('One').addEventListener('input', () => setTimeout(() => { of('Two').labels[0].firstChild.data = 'Danger '; }, 0));`,
  ),
  '/steals': page(`of('Two').addEventListener('focus', () => setTimeout(() => other.focus(), 0));`),
  '/removes': page(`of('One').addEventListener('input', () => of('Two').closest('label').remove());`),
  '/leaves': page(`of('Two').addEventListener('focus', () => { location.href = '/plain?left'; });`),
  '/drops': page(`of('Two').addEventListener('input', () => { of('Two').value = ''; });`),
};

let bench: PortalBench;
let site: Site;

beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open(), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function fillAll(client: PortalClient): Promise<{ readonly text: string; readonly isError: boolean }> {
  const steps = ['One', 'Two', 'Three'].map((name) => ({
    action: 'type',
    ref: client.ref('textbox', name),
    text: `for ${name}`,
  }));
  return await client.call('browser_batch', { steps, observe: 'full' });
}

async function recorded({ session }: PortalClient) {
  const found = [];
  for await (const record of bench.broker.journal.log.read({ session: session.id }))
    if (record.operation === 'type') found.push(record);
  return found;
}

proves('P-52', 'each step has its intent before its outcome, and each field what is its own', async () => {
  const client = await bench.clientAt(`${site.origin}/plain`);
  const { text } = await fillAll(client);
  for (const name of ['One', 'Two', 'Three'])
    expect(text).toContain(`textbox "${name}" [${client.ref('textbox', name)}]`);
  for (const name of ['One', 'Two', 'Three']) expect(text).toContain(`"for ${name}"`);
  expect(text).toContain('One;Two;Three;');
  const records = await recorded(client);
  const ids = [...new Set(records.map(({ operationId }) => operationId))];
  expect(ids).toHaveLength(3);
  for (const id of ids)
    expect(records.filter(({ operationId }) => operationId === id).map(({ kind }) => kind)).toEqual([
      'operation-intent',
      'operation-outcome',
    ]);
});

proves('R1', 'a field that becomes another between two steps is refused, and gets nothing', async () => {
  const client = await bench.clientAt(`${site.origin}/renames`);
  const { text, isError } = await fillAll(client);
  // The page renames it before it is looked at, or between that and the keys.
  expect(isError).toBe(true);
  expect(text.split('\n')[0]).toMatch(/^browser\.(changed_ref|intercepted): Step 2 of 3/);
  expect(text).not.toContain('Danger;');
});

test('a page that takes the focus between two steps gets no text elsewhere', async () => {
  const client = await bench.clientAt(`${site.origin}/steals`);
  const { text } = await fillAll(client);
  expect(text).not.toMatch(/textbox "Other" \[[^\]]+\][^\n]*: "/);
});

test('a field that is gone when its step comes is refused, and the one after it is recorded as not sent', async () => {
  const client = await bench.clientAt(`${site.origin}/removes`);
  const { text } = await fillAll(client);
  expect(text.split('\n')[0]).toMatch(/^browser\.detached_ref: Step 2 of 3/);
  expect(text).toContain('Step 3 of 3 (type): not executed: a step before it failed.');
  const ends = (await recorded(client)).filter(({ kind }) => kind === 'operation-outcome');
  expect(ends.map(({ dispatch }) => dispatch)).toEqual(['sent', 'not_sent', 'not_sent']);
});

test('a field whose focus leads away ends the batch there, and nothing is typed on the new page', async () => {
  const client = await bench.clientAt(`${site.origin}/leaves`);
  const { text } = await fillAll(client);
  expect(text).toContain('/plain?left');
  expect(text).not.toContain('"for Three"');
});

test('a value that does not hold ends the batch, and the page takes the next input as if nothing had been ready', async () => {
  const client = await bench.clientAt(`${site.origin}/drops`);
  const { text } = await fillAll(client);
  expect(text.split('\n')[0]).toMatch(/^browser\.value_refused: Step 2 of 3/);
  const ref = client.ref('textbox', 'Three');
  expect(await client.ok('browser_type', { ref, text: 'alone' })).toContain('"alone"');
});
