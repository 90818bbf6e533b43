import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient, refIn } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const REF = /^(f\d+)?e\d+@v\d+$/;
const ROWS = ['Alpha', 'Beta', 'Gamma'];

/** Every event that reaches a control is counted under its label, so that a wrong hit cannot hide. */
const LOG_HITS = `<script>
  window.hits = [];
  addEventListener('click', (e) => { const t = e.target.closest('button,a'); if (t) hits.push(t.textContent); document.title = 'hits: ' + hits.join(','); }, true);
</script>`;

const PAGES = {
  '/one': `<!doctype html><title>One</title>${LOG_HITS}<main><h1>One</h1><button>Save</button><button>Delete</button>
    <label>Name <input id=n></label><label>Colour <select><option>Red<option>Blue</select></label><a href="/two">Two</a></main>`,
  '/two': `<!doctype html><title>Two</title>${LOG_HITS}<main><h1>Two</h1><button>Erase</button><button>Keep</button>
    <label>Other <input></label><label>Size <select><option>S<option>L</select></label><a href="/one">One</a></main>`,
  '/rows': `<!doctype html><title>Rows</title>${LOG_HITS}<main><button id=swap>Replace</button><button id=add>Add</button>
    <ul>${ROWS.map((row) => `<li>${row} <button>Open ${row}</button></li>`).join('')}</ul></main>
    <script>
      document.getElementById('swap').onclick = () => { const ul = document.querySelector('ul'); ul.innerHTML = ul.innerHTML; };
      document.getElementById('add').onclick = () => { document.querySelector('ul').insertAdjacentHTML('afterbegin', '<li>New <button>Open New</button></li>'); };
    </script>`,
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

async function at(path: string): Promise<PortalClient> {
  return await bench.clientAt(site.origin + path);
}

function refsIn(text: string): string[] {
  return [...text.matchAll(/\[((?:f\d+)?e\d+@v\d+)\]/g)].map((match) => match[1] ?? '');
}

function generationOf(text: string): number {
  return Number(/@v(\d+)\]/.exec(text)?.[1]);
}

proves(['P-01', 'P-15'], 'an action answers with roles, names and refs of the right form', async () => {
  const client = await at('/one');
  const text = client.replies[0]?.text ?? '';
  expect(text).toMatch(/- heading "One" level=1/);
  expect(refsIn(text).length).toBeGreaterThanOrEqual(5);
  for (const ref of refsIn(text)) expect(ref).toMatch(REF);
  for (const [tool, args] of [
    ['browser_click', { ref: client.ref('button', 'Save') }],
    ['browser_type', { ref: client.ref('textbox', 'Name'), text: 'Ana' }],
    ['browser_select', { ref: client.ref('combobox', 'Colour'), values: ['Blue'] }],
    ['browser_press', { key: 'Tab' }],
  ] as const) {
    const reply = await client.ok(tool, { ...args, observe: 'full' });
    expect(reply, tool).toMatch(/button "Save" \[e\d+@v\d+\]/);
  }
});

proves(
  ['P-18', 'P-20', 'P-21'],
  'refs outlive typing, clicking, selecting and reading; the generation stays',
  async () => {
    const client = await at('/one');
    const before = generationOf(client.replies[0]?.text ?? '');
    const [save, name, colour] = [
      client.ref('button', 'Save'),
      client.ref('textbox', 'Name'),
      client.ref('combobox', 'Colour'),
    ];
    for (let round = 0; round < 4; round += 1) {
      await client.ok('browser_type', { ref: name, text: `Ana ${round}` });
      await client.ok('browser_select', { ref: colour, values: [round % 2 ? 'Red' : 'Blue'] });
      await client.ok('browser_click', { ref: save });
    }
    await client.ok('browser_read', { ref: save });
    const after = await client.ok('browser_snapshot');
    expect(generationOf(after)).toBe(before);
    expect(after).toContain('"Ana 3"');
  },
);

proves('P-19', 'navigating, going back and a link that loads a page each raise the generation', async () => {
  const client = await at('/one');
  const seen = [generationOf(client.replies[0]?.text ?? '')];
  seen.push(generationOf(await client.ok('browser_navigate', { url: `${site.origin}/two` })));
  seen.push(generationOf(await client.ok('browser_click', { ref: client.ref('link', 'One') })));
  seen.push(generationOf(await client.ok('browser_back')));
  seen.push(generationOf(await client.ok('browser_navigate', { url: 'forward' })));
  seen.push(generationOf(await client.ok('browser_navigate', { url: 'reload' })));
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});

proves(
  ['P-23', 'P-24', 'P-22'],
  'an old ref whose number exists on the new page is refused and nothing is touched',
  async () => {
    const client = await at('/one');
    const old = client.ref('button', 'Delete');
    const two = await client.ok('browser_navigate', { url: `${site.origin}/two` });
    const number = old.split('@')[0] ?? '';
    expect(refsIn(two).map((ref) => ref.split('@')[0])).toContain(number);
    const refusal = await client.refused('stale_ref', 'browser_click', { ref: old });
    expect(refusal).toContain('heading "Two"');
    expect(await client.ok('browser_snapshot')).not.toContain('hits:');
  },
);

proves(
  ['P-25', 'P-26', 'P-28'],
  'a dead ref is refused, its twin gets a new number, and no number comes back',
  async () => {
    const client = await at('/rows');
    const first = await client.ok('browser_snapshot');
    const used = new Set(refsIn(first));
    const beta = client.ref('button', 'Open Beta');
    await client.ok('browser_click', { ref: client.ref('button', 'Replace') });
    const refusal = await client.refused('detached_ref', 'browser_click', { ref: beta });
    const twin = refIn(refusal, 'button', 'Open Beta');
    expect(twin).toBeDefined();
    expect(used).not.toContain(twin);
    expect(refusal).not.toContain('Open Beta,');
    await client.ok('browser_click', { ref: twin });
    await client.ok('browser_click', { ref: client.ref('button', 'Add') });
    const fresh = refIn(await client.ok('browser_snapshot'), 'button', 'Open New');
    expect(fresh).toBeDefined();
    expect(used).not.toContain(fresh);
  },
);

proves(
  ['P-29', 'P-30'],
  'a failed action shows the page as it is now, and acting on what it shows works',
  async () => {
    const client = await at('/rows');
    const old = client.ref('button', 'Open Gamma');
    await client.ok('browser_click', { ref: client.ref('button', 'Replace'), observe: 'none' });
    const refusal = await client.refused('detached_ref', 'browser_click', { ref: old });
    expect(refusal).toMatch(/<<page [0-9a-f]{32} http:\/\/127\.0\.0\.1:\d+>>/);
    const fresh = refIn(refusal, 'button', 'Open Gamma');
    expect(await client.ok('browser_click', { ref: fresh, observe: 'full' })).toContain(
      'hits: Replace,Open Gamma',
    );
  },
);

proves('P-14', 'no tool takes a selector, and one given as a ref is refused', async () => {
  const client = await at('/one');
  for (const ref of ['#n', 'button', 'text=Save', 'e1', '@v1', 'e1@v', 'css=button', '//button', ''])
    await client.refused('invalid_ref', 'browser_click', { ref });
  await client.refused('invalid_arguments', 'browser_click', { selector: '#n' });
});

proves('P-22', 'a ref that was never issued, or of a generation to come, is told apart', async () => {
  const client = await at('/one');
  const generation = generationOf(client.replies[0]?.text ?? '');
  await client.refused('invalid_ref', 'browser_click', { ref: `e999@v${generation}` });
  await client.refused('invalid_ref', 'browser_click', { ref: `e1@v${generation + 5}` });
  await client.refused('invalid_ref', 'browser_click', { ref: `f3e1@v${generation}` });
});

proves(
  ['P-27', 'P-24'],
  'no ref of one tab ever resolves in another that has navigated as often',
  async () => {
    const client = await at('/one');
    const inFirst = refsIn(await client.ok('browser_snapshot'));
    const second = await client.ok('browser_tabs', { action: 'new', url: `${site.origin}/two` });
    const inSecond = refsIn(second);
    expect(inSecond.length).toBeGreaterThan(3);
    for (const ref of inFirst) expect(inSecond).not.toContain(ref);
    const reply = await client.ok('browser_click', { ref: client.ref('button', 'Save'), observe: 'full' });
    expect(reply.split('\n')[0]).toContain('t1');
    expect(reply).toContain('heading "One"');
    expect(reply).toContain('hits: Save');
  },
);
