import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const rowsPage = (rows: number) => `<!doctype html><title>${rows} orders</title><main><h1>Orders</h1>
  <table aria-label="Orders"><thead><tr><th>No<th>Customer<th>Do</thead><tbody></tbody></table><nav aria-label="Pages"><button>Next</button></nav><p id=out></p></main>
  <script>
    document.querySelector('tbody').innerHTML = Array.from({ length: ${rows} }, (_, n) => '<tr><td>F-' + (10000 + n) + '<td>Customer ' + n % 37 + '<td><button>Open</button></tr>').join('');
    document.querySelector('tbody').onclick = (event) => { out.textContent = 'Opened ' + event.target.closest('tr').cells[0].textContent; };
  </script>`;

let bench: PortalBench;
let site: Site;
let built: (() => void)[] = [];

beforeAll(async () => {
  site = await openSite({
    '/500': rowsPage(500),
    '/5000': rowsPage(5_000),
    '/static':
      '<!doctype html><title>Static</title><script>1</script><h1>Only words</h1><p>Nothing to press here.</p>',
    '/hydrates': `<!doctype html><title>App</title><div id=root></div><script>
      fetch('/data').then((answer) => answer.text()).then((text) => { root.innerHTML = '<button>' + text + '</button>'; });</script>`,
    '/data': (_, response) => {
      built.push(() => response.end('Ready'));
    },
    '/never': `<!doctype html><title>Never</title><div id=root></div><script>fetch('/data')</script>`,
    '/alerts': `<!doctype html><title>Alerts</title><button id=b>Warn</button><script>
      b.onclick = () => { for (let n = 0; n < 30; n++) alert('Warning number ' + n + ' ' + 'x'.repeat(300)); };</script>`,
    '/canvas': `<!doctype html><title>Canvas</title><canvas width=300 height=200 aria-label="Sales"></canvas>`,
  });
  bench = await PortalBench.open();
});
afterAll(async () => {
  for (const end of built) end();
  await bench[Symbol.asyncDispose]();
  await site.close();
});

function parts(text: string): { own: string; part: string } {
  const at = text.indexOf('<<page ');
  return at < 0 ? { own: text, part: '' } : { own: text.slice(0, at), part: text.slice(at) };
}

for (const rows of [500, 5_000]) {
  proves(
    ['P-07', 'P-10', 'P-11'],
    `of ${rows} rows at most 20 are shown, and any is found and clicked in two calls`,
    async () => {
      const client = await bench.client();
      const { part } = parts(await client.ok('browser_navigate', { url: `${site.origin}/${rows}` }));
      expect(part.length).toBeLessThanOrEqual(12_000 + 120);
      const shown = part.match(/^ *- F-\d+ \| Customer \d+ \| button "Open" \[e\d+@v\d+\]$/gm) ?? [];
      expect(shown.length).toBeGreaterThan(2);
      expect(shown.length).toBeLessThanOrEqual(20);
      expect(part).toContain(`… (${rows - shown.length} nodes omitted)`);
      expect(part).toContain('button "Next"');
      for (const place of [0, 21, Math.floor(rows / 2), rows - 1]) {
        const number = `F-${10_000 + place}`;
        const found = await client.ok('browser_find', { text: number });
        const ref = new RegExp(`- ${number} \\| Customer \\d+ \\| button "Open" \\[([^\\]]+)\\]`).exec(
          found,
        )?.[1];
        expect(ref, found).toBeDefined();
        expect(await client.ok('browser_click', { ref })).toContain(`Opened ${number}`);
      }
      const region = await client.ok('browser_snapshot', { ref: client.ref('table', 'Orders') });
      expect((region.match(/- F-/g) ?? []).length).toBeGreaterThan(100);
      expect(parts(region).part.length).toBeLessThanOrEqual(12_000 + 120);
    },
  );
}

proves(
  'P-01',
  'a page that is still being built by its script is waited for, and one of words is not',
  async () => {
    const client = await bench.client();
    await client.ok('browser_navigate', { url: `${site.origin}/500` });
    const startedMs = Date.now();
    const words = await client.ok('browser_navigate', { url: `${site.origin}/static` });
    expect(words).toContain('Nothing to press here.');
    const staticMs = Date.now() - startedMs;
    built = [];
    const opening = client.ok('browser_navigate', { url: `${site.origin}/hydrates` });
    while (built.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    setTimeout(() => {
      for (const end of built.splice(0)) end();
    }, 400);
    expect(await opening).toContain('button "Ready"');
    const never = Date.now();
    await client.ok('browser_navigate', { url: `${site.origin}/never` });
    expect(Date.now() - never).toBeGreaterThan(staticMs);
  },
);

proves('P-01', 'what is not page keeps to 240 characters, and to 600 whatever the page does', async () => {
  const client = await bench.client();
  const usual = [
    await client.ok('browser_navigate', { url: `${site.origin}/500` }),
    await client.ok('browser_click', { ref: client.ref('button', 'Next') }),
    await client.ok('browser_find', { text: 'F-10001' }),
    await client.ok('browser_snapshot'),
    await client.refused('invalid_ref', 'browser_click', { ref: '#submit' }),
    await client.refused('stale_ref', 'browser_click', { ref: 'e1@v1' }),
  ];
  for (const text of usual) expect(parts(text).own.length, text).toBeLessThanOrEqual(240);
  await client.ok('browser_navigate', { url: `${site.origin}/alerts` });
  const warned = await client.ok('browser_click', { ref: client.ref('button', 'Warn') });
  const { own } = parts(warned);
  expect(own.length, own).toBeLessThanOrEqual(600);
  expect(own).toContain('Warning number 0');
  expect(own).toMatch(/and 27 more|more lines|\d+ more/);
});

proves('P-01', 'a canvas is one line that says what cannot be read of it', async () => {
  const client = await bench.client();
  const text = await client.ok('browser_navigate', { url: `${site.origin}/canvas` });
  expect(text).toMatch(/- canvas "Sales" \[e\d+@v\d+\] \(drawn: nothing in it can be read\)/);
});
