import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '../../apps/library-pages.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const LIST = `<style>li{height:40px;width:200px;background:#eee;margin:4px;user-select:none}</style>`;

const PAGES = {
  '/menu': `<!doctype html><title>Menu</title><style>#m{display:none}nav:hover #m{display:block}</style>
    <nav><button>Products</button><div id=m><a href="/done">Prices</a></div></nav>
    <button disabled>Off</button>`,
  '/done': '<!doctype html><title>Done</title><h1>Done</h1>',
  '/feed': `<!doctype html><title>Feed</title><main><h1>Feed</h1><div id=f></div></main><div style="height:3000px"></div>
    <script>addEventListener('scroll', () => { if (!f.textContent) f.textContent = 'More came' })</script>
    <div role=region aria-label=Box tabindex=0 style="height:100px;overflow:auto"><div style="height:1000px">tall</div><button>Deep</button></div>`,
  '/html5': `<!doctype html><title>Html5</title>${LIST}
    <button draggable=true id=a ondragstart="event.dataTransfer.setData('text/plain','A-7')">Card A</button>
    <button draggable=true ondragstart="event.preventDefault()">Stuck</button>
    <section aria-label="Done column" style="width:300px;height:120px;background:#cfc" ondragover="event.preventDefault()"
      ondrop="out.textContent='dropped '+event.dataTransfer.getData('text/plain')+' trusted '+event.isTrusted"><button>Column</button></section>
    <section aria-label="No column" style="width:300px;height:120px;background:#fcc"><button>Wall</button></section><p id=out></p>`,
  '/sort': `<!doctype html><title>Sort</title>${LIST}<ul aria-label=Tasks><li><button>One</button></li><li><button>Two</button></li><li><button>Three</button></li></ul><p id=out></p>
    <script>let held; const ul = document.querySelector('ul');
    ul.addEventListener('pointerdown', (e) => { held = e.target.closest('li'); held.setPointerCapture?.(e.pointerId) });
    addEventListener('pointermove', (e) => { if (!held) return; const over = [...ul.children].find((li) => { const b = li.getBoundingClientRect(); return li !== held && e.clientY > b.top && e.clientY < b.bottom });
      if (over) over.compareDocumentPosition(held) & 4 ? over.before(held) : over.after(held) });
    addEventListener('pointerup', () => { held = null; out.textContent = [...ul.querySelectorAll('button')].map((b) => b.textContent).join(' ') });</script>`,
  '/trap': `<!doctype html><title>Trap</title><style>button{height:60px;width:160px}</style><button id=a>Card</button><br><br><button id=b>Safe</button>
    <div id=x style="display:none;position:fixed;inset:0;background:#fdd">Delete everything</div><p id=out></p>
    <script>let down = false; a.addEventListener('pointerdown', () => { down = true });
    addEventListener('pointermove', (e) => { if (down && e.clientY > 70) x.style.display = 'block' });
    x.addEventListener('pointerup', () => { out.textContent = 'deleted' }); x.addEventListener('mouseup', () => { out.textContent = 'deleted' });</script>`,
  '/gone': `<!doctype html><title>Gone</title><button>Card</button><button id=t>Target</button>`,
};

/** Lists that libraries sort: by the browser's own drag, by the pointer, and by a press that must be held first. */
const SORTED_BY = {
  sortable: 'libraries/drag/sortable.js',
  'dnd-kit': 'libraries/drag/dnd-kit.jsx',
  'react-dnd': 'libraries/drag/react-dnd.jsx',
};

let bench: PortalBench;
let site: Site;

beforeAll(async () => {
  [bench, site] = await Promise.all([
    PortalBench.open(),
    openSite({ ...PAGES, ...(await builtPages(SORTED_BY)) }),
  ]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function at(path: string): Promise<PortalClient> {
  return await bench.clientAt(site.origin + path);
}

async function inPage(client: PortalClient, expression: string): Promise<unknown> {
  const page = client.session.openContext?.current;
  const reply = await page?.send<{ result: { value: unknown } }>('Runtime.evaluate', { expression });
  return reply?.result.value;
}

test('a menu that opens under the pointer is opened by pointing, and its item is then clicked', async () => {
  const client = await at('/menu');
  const shown = await client.ok('browser_hover', { ref: client.ref('button', 'Products') });
  expect(shown).toMatch(/^Pointed at: button "Products"/);
  expect(shown).toContain('link "Prices"');
  expect(await client.ok('browser_click', { ref: client.ref('link', 'Prices') })).toContain('heading "Done"');
  await client.refused('stale_ref', 'browser_hover', { ref: client.ref('button', 'Products') });
});

test('scrolling loads what comes by scrolling, and says when there is no more', async () => {
  const client = await at('/feed');
  const moved = await client.ok('browser_scroll', { direction: 'down' });
  expect(moved).toContain('More came');
  expect(await client.ok('browser_scroll', { direction: 'down', amount: 100_000 })).toContain(
    'It is at the end.',
  );
  expect(await client.ok('browser_scroll', { direction: 'down' })).toContain('It did not scroll.');
  expect(await client.ok('browser_scroll', { ref: client.ref('button', 'Deep') })).toContain(
    'Brought into view',
  );
  await client.refused('invalid_arguments', 'browser_scroll', { amount: 5 });
  await client.refused('invalid_ref', 'browser_scroll', { ref: 'body' });
});

test('a card is dropped with its data by the browser’s own drag and drop', async () => {
  const client = await at('/html5');
  const reply = await client.ok('browser_drag', {
    from: client.ref('button', 'Card A'),
    to: client.ref('button', 'Column'),
  });
  expect(reply).toMatch(/^Dragged: button "Card A" .* onto button "Column"/);
  expect(reply).toMatch(/^Effect: changed/m);
  expect(reply).toContain('dropped A-7 trusted true');
});

test('a place that takes nothing, and a card that cannot be dragged, change nothing and say so', async () => {
  const client = await at('/html5');
  const wall = { from: client.ref('button', 'Card A'), to: client.ref('button', 'Wall') };
  expect(await client.ok('browser_drag', wall)).toMatch(/^Effect: none/m);
  const stuck = { from: client.ref('button', 'Stuck'), to: client.ref('button', 'Column') };
  expect(await client.ok('browser_drag', stuck)).toMatch(/^Effect: none/m);
});

test('items of a list that sorts by pointer events change places', async () => {
  const client = await at('/sort');
  const reply = await client.ok('browser_drag', {
    from: client.ref('button', 'One'),
    to: client.ref('button', 'Three'),
  });
  expect(reply).toContain('Two Three One');
});

for (const [path, button] of [
  ['/sortable/', 'Open'],
  ['/sortable/?pointer', 'Open'],
  ['/dnd-kit/', 'Move'],
  ['/dnd-kit/?delay', 'Move'],
  ['/react-dnd/', 'Card'],
] as const) {
  test(`a list of ${path} is sorted by drags down and up`, async () => {
    const client = await at(path);
    const drag = async (from: string, to: string) =>
      await client.ok('browser_drag', {
        from: client.ref('button', `${button} ${from}`),
        to: client.ref('button', `${button} ${to}`),
      });
    expect(await drag('One', 'Three')).toContain('- Two Three One Four');
    expect(await drag('Four', 'Three')).toContain('- Two Four Three One');
    await client.session.close('done');
  });
}

test('what one library list gives away is taken by another place', async () => {
  const client = await at('/react-dnd/');
  const reply = await client.ok('browser_drag', {
    from: client.ref('button', 'Card One'),
    to: client.ref('region', 'Bin'),
  });
  expect(reply).toContain('One Two Three Four; dropped One');
});

test('what comes under the pointer in place of the target gets nothing', async () => {
  const client = await at('/trap');
  const reply = await client.refused('intercepted', 'browser_drag', {
    from: client.ref('button', 'Card'),
    to: client.ref('button', 'Safe'),
  });
  expect(reply).toContain('Delete everything');
  expect(await inPage(client, 'out.textContent')).toBe('');
});

test('either end that is gone or is something else now is refused, and nothing is dragged', async () => {
  const client = await at('/gone');
  const [from, to] = [client.ref('button', 'Card'), client.ref('button', 'Target')];
  await client.refused('invalid_arguments', 'browser_drag', { from, to: from });
  await inPage(client, 't.textContent = "Trash"');
  await client.refused('changed_ref', 'browser_drag', { from, to });
  await inPage(client, 't.remove()');
  await client.refused('detached_ref', 'browser_drag', { from, to });
  await client.refused('invalid_ref', 'browser_drag', { from, to: '#t' });
});
