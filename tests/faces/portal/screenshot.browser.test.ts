import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const PAGES = {
  '/': `<!doctype html><title>Card</title><style>body{margin:0;background:#fff} #tall{height:20000px;width:10px} #box{position:absolute;top:900px;left:50px;width:120px;height:60px;background:#0a0}
    input{position:absolute;left:0;top:0;width:200px;height:40px;border:0;color:#f00;font:30px monospace}</style>
    <h1 style="margin-top:60px">Card</h1><input type=password aria-label=Secret value=hunter2><button id=box>Green</button><div id=tall></div>`,
  '/dialog': '<!doctype html><title>Dialog</title><button onclick="confirm(\'Sure?\')">Ask</button>',
};

let bench: PortalBench;
let site: Site;
let client: PortalClient;

beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open(), openSite(PAGES)]);
  client = await bench.client();
  await client.ok('browser_navigate', { url: site.origin });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function pictures(): Promise<{ hash: string; width: number; height: number }[]> {
  const records = await bench.broker.journal.artifacts.list({
    session: client.session.id,
    kind: 'screenshot',
  });
  return await Promise.all(
    records.map(async ({ hash }) => {
      const png = await readFile(bench.broker.journal.artifacts.path(hash));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      return { hash, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
    }),
  );
}

proves(
  ['P-02', 'P-03', 'P-04', 'P-20'],
  'a picture goes to the store, tied to the session, and its caller reads a confirmation',
  async () => {
    const reply = await client.ok('browser_screenshot');
    expect(reply).toMatch(/^Stored a picture of tab t1 \(PNG, 1280 × 800, \d+ kB\) as artifact [0-9a-f]{16}/);
    expect(reply).not.toMatch(/<<page|heading|base64|iVBOR/);
    expect(await pictures()).toEqual([{ hash: expect.any(String), width: 1280, height: 800 }]);
    expect(await client.ok('browser_screenshot', { ref: client.ref('button', 'Green') })).toContain(
      '120 × 60',
    );
    await client.ok('browser_click', { ref: client.ref('button', 'Green') });
    for (const { text } of client.replies) expect(text).not.toMatch(/base64|iVBORw0KGgo/);
  },
);

test('a page longer than a picture may be is cut, and that is said', async () => {
  const reply = await client.ok('browser_screenshot', { fullPage: true });
  expect(reply).toContain('its beginning is on it');
  expect(Math.max(...(await pictures()).map(({ height }) => height))).toBe(8000);
});

test('a field that holds a secret is painted over', async () => {
  const ref = client.ref('textbox', 'Secret');
  await client.ok('browser_screenshot', { ref });
  const [newest] = await bench.broker.journal.artifacts.list({ session: client.session.id, limit: 1 });
  const png = await readFile(bench.broker.journal.artifacts.path(newest?.hash ?? ''));
  expect(png.readUInt32BE(16)).toBeLessThan(220);
  // One flat colour compresses to next to nothing; letters do not.
  expect(png.length).toBeLessThan(400);
});

test('while a dialog is open there is no picture, and that is said at once', async () => {
  const other = await bench.client();
  await other.ok('browser_navigate', { url: `${site.origin}/dialog` });
  await other.ok('browser_click', { ref: other.ref('button', 'Ask') });
  await other.refused('dialog_open', 'browser_screenshot');
  await other.ok('browser_dialog', { accept: false });
  await other.ok('browser_screenshot');
});
