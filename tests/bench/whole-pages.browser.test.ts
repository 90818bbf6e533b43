import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';
import { takeSnapshot } from '#snapshot/take-snapshot.ts';
import { servePages } from '../../bench/pages.mjs';
import { type Lab, openLab } from '../snapshot/lab.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';

// What the benchmark counts as a look at a page must be a whole and right one.

let lab: Lab;
let pages: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  lab = await openLab();
  pages = await servePages();
});
afterAll(async () => {
  await lab.close();
  pages.close();
  await closeRawBrowser();
});

const WHOLE = { budgetCharacters: null, runLimit: null } as const;

async function whole(page: string): Promise<Snapshot> {
  await lab.page.navigate(pages.url(page), { atMs: Date.now() + 20_000 });
  return await takeSnapshot(lab.page, WHOLE);
}

function names(snapshot: Snapshot, role: string): string[] {
  return [...everyNode(snapshot.nodes)]
    .filter((node) => node.role === role && node.ref)
    .map(({ name }) => name);
}

const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, place) => `${word} ${place + 1}`);

proves('P-01', 'all fields of a form are there, in every frame', async () => {
  expect(names(await whole('form-20'), 'textbox')).toEqual(numbered(20, 'Field'));
  await whole('iframes');
  // The frame of another site comes in its own time; until then it is told as loading.
  await expect
    .poll(async () => names(await takeSnapshot(lab.page, WHOLE), 'textbox'), { timeout: 10_000 })
    .toEqual([...numbered(20, 'Same Field'), ...numbered(20, 'Other Field')]);
});

proves('P-01', 'every row, story and card of the large pages is there', async () => {
  const table = await whole('table-1000');
  expect(names(table, 'link')).toEqual(numbered(1_000, 'Order'));
  expect(names(table, 'button')).toEqual(numbered(1_000, 'Buy'));
  expect(names(await whole('shadow'), 'button')).toEqual(numbered(100, 'Act'));
  expect(names(await whole('news'), 'button')).toEqual(['Search', ...numbered(75, 'Share')]);
});

/** Text of all nodes, for what one look after another says of a page that changed between them. */
async function said(): Promise<string> {
  const snapshot = await takeSnapshot(lab.page);
  return [...everyNode(snapshot.nodes)].map(({ name, omitted }) => name || `+${omitted}`).join('\n');
}

proves('P-11', 'what is remembered of a large page is looked for anew once it changes', async () => {
  await whole('table-1000');
  expect(await said()).toContain('+980');
  await lab.inPage(
    `document.querySelector('tbody').append(document.querySelector('tbody tr').cloneNode(true))`,
  );
  expect(await said()).toContain('+981');
  await lab.inPage(`document.querySelector('tbody tr').hidden = true`);
  expect(await said()).not.toContain('Order 1\n');
  await lab.inPage(`document.querySelector('tbody tr').hidden = false`);
  expect(await said()).toContain('Order 1\n');
});

test('a style rule that hides rows is heeded though the rows stay as they are', async () => {
  await whole('table-1000');
  expect(await said()).toContain('Client 919');
  await lab.inPage(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'tr:nth-child(odd) { display: none }' }))`,
  );
  const text = await said();
  expect(text).not.toContain('Client 919');
  expect(text).toContain('Client 838');
});

async function signatureNow(): Promise<string | undefined> {
  return (await takeSnapshot(lab.page)).documents[0]?.signature;
}

test('layers that open without any change of the document change its signature', async () => {
  await whole('form-20');
  await lab.inPage(`document.body.insertAdjacentHTML('beforeend', '<div popover id="pop">Hint</div>')`);
  const before = await signatureNow();
  expect(await signatureNow()).toBe(before);
  await lab.inPage(`document.getElementById('pop').showPopover()`);
  expect(await signatureNow()).not.toBe(before);
  await lab.inPage(`document.getElementById('pop').hidePopover()`);
  expect(await signatureNow()).toBe(before);
  await lab.inPage(`document.getElementById('f3').value = 'set by the page'`);
  expect(await signatureNow()).not.toBe(before);
});

test('a shadow tree that hides its own host is heeded at the first look', async () => {
  await lab.page.navigate(pages.url('counter'), { atMs: Date.now() + 20_000 });
  await lab.inPage(`(() => {
    class Box extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<style>:host([off]) { display: none } :host(.bare) { visibility: hidden }</style><button>In ' + this.id + '</button>'; } }
    customElements.define('test-box', Box);
    document.body.insertAdjacentHTML('beforeend', '<test-box id="shown"></test-box><test-box id="gone" off></test-box><test-box id="unseen" class="bare"></test-box>');
  })()`);
  const buttons = names(await takeSnapshot(lab.page), 'button');
  expect(buttons).toContain('In shown');
  expect(buttons).not.toContain('In gone');
  expect(buttons).not.toContain('In unseen');
});
