import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

const PAGE = `<!doctype html><title>Notes</title>
  <label>From <input id="from" value="harbour 4417"></label>
  <label>To <input id="to"></label>
  <label>Secret <input id="secret" type="password" value="hunter2"></label>
  <div id="grid" tabindex="0" aria-label="Grid" role="textbox"></div>
  <button id="copy">Copy link</button>
  <output id="read"></output>
  <script>
    document.querySelector('#copy').onclick = () => {
      const field = document.querySelector('#from');
      field.select();
      document.execCommand('copy');
    };
    const grid = document.querySelector('#grid');
    grid.addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', 'A1\\tB1'); event.preventDefault(); });
    grid.addEventListener('paste', (event) => { grid.textContent = 'pasted ' + event.clipboardData.getData('text/plain'); event.preventDefault(); });
    document.addEventListener('paste', (event) => { document.title = event.clipboardData.getData('text/plain') || 'nothing'; });
  </script>`;

let site: Site;
let bench: PortalBench;

beforeAll(async () => {
  site = await openSite({ '/': PAGE });
  bench = await PortalBench.open();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function opened(): Promise<PortalClient> {
  const client = await bench.client();
  await client.ok('browser_navigate', { url: site.origin });
  return client;
}

async function key(client: PortalClient, role: string, name: string, pressed: string): Promise<string> {
  return await client.ok('browser_press', { ref: client.ref(role, name), key: pressed });
}

proves('F4', 'what is copied in one session is pasted in that session, and in no other', async () => {
  const [one, other] = [await opened(), await opened()];
  await key(one, 'textbox', 'From', 'Control+A');
  await key(one, 'textbox', 'From', 'Control+C');
  await key(other, 'textbox', 'To', 'Control+V');
  expect(await other.ok('browser_snapshot')).not.toMatch(/textbox "To".*harbour/);
  expect(await key(one, 'textbox', 'To', 'Control+V')).toContain('harbour 4417');
  await key(other, 'textbox', 'From', 'Control+A');
  await key(other, 'textbox', 'From', 'Control+X');
  expect(await key(other, 'textbox', 'To', 'Shift+Insert')).toContain('harbour 4417');
  expect(await other.ok('browser_snapshot')).not.toMatch(/textbox "From".*harbour/);
});

test("a page's own handlers and copy buttons go on as ever, in other tabs too", async () => {
  const client = await opened();
  await key(client, 'textbox', 'Grid', 'Control+C');
  expect(await key(client, 'textbox', 'Grid', 'Control+V')).toContain('pasted A1');
  await client.ok('browser_click', { ref: client.ref('button', 'Copy link') });
  await client.ok('browser_tabs', { action: 'new', url: site.origin });
  await client.ok('browser_snapshot');
  expect(await key(client, 'textbox', 'To', 'Control+V')).toContain('harbour 4417');
});

proves('F4', 'a password is not copied, and a page may not read what was copied', async () => {
  const client = await opened();
  await key(client, 'textbox', 'Secret', 'Control+A');
  await key(client, 'textbox', 'Secret', 'Control+C');
  await key(client, 'textbox', 'To', 'Control+V');
  const page = client.session.openContext?.current;
  const held = await page?.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: "document.querySelector('#to').value",
  });
  expect(held?.result.value).toBe('');
  await key(client, 'textbox', 'From', 'Control+A');
  await key(client, 'textbox', 'From', 'Control+C');
  const read = await page?.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: "navigator.clipboard.readText().then((text) => 'read ' + text, (error) => error.name)",
    awaitPromise: true,
  });
  expect(read?.result.value).toBe('NotAllowedError');
});
