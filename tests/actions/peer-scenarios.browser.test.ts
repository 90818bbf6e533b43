import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtPages } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { someOf } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';

/** What other tools report as done while nothing, or the wrong thing, happened: here done, or refused with a reason. */
const FORM = `<!doctype html><title>Scenarios</title><body>
  <label>Name <input id=who value=old></label><label>Email <input id=email></label>
  <label>Due <input id=due type=date></label><label>Level <input id=level type=range min=0 max=10 value=5></label>
  <label>Fixed <input id=fixed readonly value=kept></label><label>Off <input id=off disabled value=kept></label>
  <div id=rich contenteditable role=textbox aria-label=Rich>old</div>
  <label>Count <input id=count type=number value=1></label><label>Code <input id=code maxlength=3></label>
  <button id=dis disabled>Disabled</button><button id=none style="pointer-events:none">Untouchable</button>
  <label>City <select id=city><option>Lisbon<option>Porto</select></label>
  <div id=drop style="width:120px"><div id=head style="cursor:pointer" onclick="list.hidden = !list.hidden">Choose size</div>
    <div id=list hidden><div style="cursor:pointer" onclick="pickSize(this)">Small</div><div style="cursor:pointer" onclick="pickSize(this)">Large</div></div></div>
  <div id=quiet>Listen only</div><div id=dead>Dead text</div>
  <open-box></open-box><closed-box></closed-box>
  <iframe src="FAR/frame" title=Far></iframe><iframe src=/nest title=Nest></iframe>
  <button id=opens>Open dialog</button><button id=under>Under</button>
  <button id=redraw>Redraw</button><div id=rows></div>
  <a href=/slow>Slow page</a><a href=/blank target=_blank>New tab</a><button id=pop>Popup</button>
  <a href=/file>Report</a><button id=ask>Ask</button><button id=tell>Tell</button>
  <script>
    window.hits = [];
    const say = (what) => () => hits.push(what);
    const pickSize = (option) => { head.textContent = option.textContent; list.hidden = true; };
    quiet.addEventListener('click', say('quiet'));
    under.addEventListener('click', say('under'));
    customElements.define('open-box', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button>Open inside</button>'; this.shadowRoot.firstChild.onclick = say('open'); } });
    customElements.define('closed-box', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<button>Closed inside</button>'; root.firstChild.onclick = say('closed'); } });
    opens.onclick = () => document.body.insertAdjacentHTML('beforeend', '<div id=shade style="position:fixed;inset:0;background:#0008"></div><div role=dialog aria-label=Notice id=box style="position:fixed;left:40%;top:40%;background:#fff"><button id=shut onclick="shade.remove(); box.remove()">Close</button></div>');
    const draw = () => { rows.innerHTML = ['a', 'b', 'c'].map((key) => '<div><button data-key=' + key + '>Delete</button></div>').join(''); };
    rows.onclick = (e) => { hits.push('delete ' + e.target.dataset.key); };
    redraw.onclick = draw; draw();
    pop.onclick = () => setTimeout(() => window.open('/blank', '_blank', 'width=300,height=300'), 200);
    ask.onclick = () => hits.push(confirm('Sure?'));
    tell.onclick = () => alert('Saved');
  </script>`;

const banner = (inside: string) => `<!doctype html><title>Cookies</title>
  <button style="position:fixed;bottom:20px;left:20px" onclick="out.textContent='Pressed under'">Under</button><p id=out>Pressed nothing</p>
  <div id=c style="position:fixed;left:0;right:0;bottom:0;height:60%;background:#fff">${inside}</div>`;

const MODALS = {
  antd: 'libraries/modals/antd.jsx',
  mui: 'libraries/modals/mui.jsx',
  bootstrap: 'libraries/modals/bootstrap.js',
  unnamed: 'libraries/unnamed.jsx',
};

/** What covers a button, how the refusal names it, and what it says would end that. */
const COVERS: readonly (readonly [path: string, opener: string, by: RegExp, end: RegExp])[] = [
  ['/antd/', 'Open dialog', /the shade of dialog "Notice" \[/, /button "Close" \[/],
  ['/antd/', 'Open bare', /the shade of dialog "Bare" \[/, /the key Escape/],
  ['/antd/', 'Open drawer', /the shade of dialog "Filters" \[/, /button "Close" \[/],
  ['/mui/', 'Open dialog', /the shade of dialog "Notice" \[/, /button "Cancel" \[/],
  ['/mui/', 'Open bare', /the shade of dialog/, /the key Escape/],
  ['/mui/', 'Open drawer', /the shade of dialog/, /button "close filters" \[/],
  ['/bootstrap/', 'Open dialog', /by dialog "Notice" \[/, /button "Close" \[/],
  ['/bootstrap/', 'Open bare', /by dialog "Bare" \[/, /the key Escape/],
  ['/bootstrap/', 'Open drawer', /the shade of dialog "Filters" \[/, /button \[/],
  ['/cookies', '', /by div/, /button "Reject all" \[/],
  ['/cookies-essential', '', /by div/, /button "Only essential cookies" \[/],
  ['/cookies-essencial', '', /by div/, /button "Só os essenciais" \[/],
  ['/cookies-pt', '', /by region "Cookies" \[/, /button "Aceitar" \[/],
];

let bench: PortalBench;
let site: Site;
let client: PortalClient;
beforeAll(async () => {
  bench = await PortalBench.open();
  site = await openSite({
    ...(await builtPages(MODALS)),
    '/cookies': banner(
      '<h2>Privacy</h2><a href=/policy>Policy</a><button onclick="c.remove()">Accept all</button><button onclick="c.remove()">Reject all</button>',
    ),
    '/cookies-essential': banner(
      '<h2>Privacy</h2><button onclick="c.remove()">Accept all</button><button onclick="c.remove()">Only essential cookies</button>',
    ),
    '/cookies-essencial': banner(
      '<h2>Privacidade</h2><button onclick="c.remove()">Aceitar todos</button><button onclick="c.remove()">Só os essenciais</button>',
    ),
    '/cookies-pt': banner(
      '<section aria-label=Cookies style="height:100%">Usamos cookies <button onclick="c.remove()">Aceitar</button><button>Configurar</button></section>',
    ),
    '/frame':
      '<button onclick="this.textContent = \'Pressed\'">Far button</button><label>Far field <input></label>',
    '/nest': '<iframe src=/deep title=Deep></iframe>',
    '/deep': '<button onclick="this.textContent = \'Pressed deep\'">Deep button</button>',
    '/blank': '<title>Blank</title>blank',
    '/slow': async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      response.setHeader('content-type', 'text/html');
      response.end('<title>Slow</title><button>There</button>');
    },
    '/file': (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="report.txt"' }).end('text');
    },
    '/form': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(FORM.replace('FAR', site.originFor('localhost')));
    },
  });
  client = await bench.client();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});
beforeEach(async () => {
  await client.ok('browser_navigate', { url: `${site.origin}/form` });
});

async function inPage<Value>(expression: string): Promise<Value> {
  const page = await client.session.currentPage();
  const { result } = await page.send<{ result: { value: Value } }>('Runtime.evaluate', {
    expression,
    returnByValue: true,
  });
  return result.value;
}
const type = async (role: string, name: string, text: string) =>
  await client.call('browser_type', { ref: client.ref(role, name), text });
const click = async (role: string, name: string) =>
  await client.call('browser_click', { ref: client.ref(role, name) });

test('text, dates, ranges and rich text are replaced, each in its own field', async () => {
  await click('textbox', 'Email');
  expect((await type('textbox', 'Name', 'new')).text).toContain('It holds "new"');
  const due = /(\w+) "Due" \[/.exec(client.replies[0]?.text ?? '')?.[1] ?? 'textbox';
  expect((await type(due, 'Due', '2020-12-31')).text).toContain('It holds "2020-12-31"');
  expect((await type('slider', 'Level', '7')).text).toContain('It holds "7"');
  expect((await type('textbox', 'Rich', 'new')).text).toContain('It holds "new"');
  expect(await inPage('[due.value, level.value, email.value, rich.innerText]')).toEqual([
    '2020-12-31',
    '7',
    '',
    'new',
  ]);
});

test('what is no ref, cannot be written, or has another form is refused and leaves all as it was', async () => {
  await client.refused('invalid_ref', 'browser_type', { ref: '', text: 'x' });
  await client.refused('invalid_ref', 'browser_type', { ref: '#name', text: 'x' });
  await client.refused('readonly', 'browser_type', { ref: client.ref('textbox', 'Fixed'), text: 'x' });
  await client.refused('disabled', 'browser_type', { ref: client.ref('textbox', 'Off'), text: 'x' });
  expect(
    await client.refused('value_refused', 'browser_type', {
      ref: client.ref('spinbutton', 'Count'),
      text: 'abc',
    }),
  ).toContain('3.5');
  await client.refused('not_editable', 'browser_check', {
    ref: client.ref('textbox', 'Name'),
    checked: true,
  });
  expect(await inPage('[fixed.value, off.value, count.value, who.value]')).toEqual([
    'kept',
    'kept',
    '1',
    'old',
  ]);
});

test('what a limit cuts off is told', async () => {
  const reply = await type('textbox', 'Code', 'abcdef');
  expect(reply.text).toContain('It holds "abc"');
  expect(reply.text).toContain('3 characters at most');
});

proves(
  'R2',
  'a disabled, untouchable or covered target is refused by name at once, with what would end it',
  async () => {
    await client.refused('disabled', 'browser_click', { ref: client.ref('button', 'Disabled') });
    await client.refused('disabled', 'browser_click', { ref: client.ref('button', 'Untouchable') });
    await click('button', 'Open dialog');
    const under = client.ref('button', 'Under');
    const covered = await client.refused('covered', 'browser_click', { ref: under });
    expect(await inPage('hits')).toEqual([]);
    const closer = /button "Close" \[([^\]]+)\] may close it/.exec(covered)?.[1] ?? '';
    const dialog = /dialog "Notice" \[([^\]]+)\]/.exec(covered.split('\n')[0] ?? '')?.[1] ?? '';
    const page = covered.slice(covered.indexOf('<<page'));
    for (const ref of [closer, dialog]) expect(page).toContain(`[${ref}]`);
    await client.ok('browser_click', { ref: closer });
    await client.ok('browser_click', { ref: under });
    expect(await inPage('hits')).toEqual(['under']);
  },
);

for (const [path, opener, by, end] of someOf(COVERS, 4)) {
  proves('R2', `what covers a button is named, with what ends it: ${path} ${opener}`, async () => {
    const desk = await bench.client();
    await desk.ok('browser_navigate', { url: site.origin + path });
    const under = desk.ref('button', 'Under');
    if (opener !== '') await desk.ok('browser_click', { ref: desk.ref('button', opener) });
    const [said = ''] = (await desk.refused('covered', 'browser_click', { ref: under })).split('\n');
    expect(said).toMatch(by);
    expect(said).toMatch(new RegExp(`${end.source}.*may close it`));
    const closer = /\[(\w+@\w+)\] may close it/.exec(said)?.[1];
    if (closer === undefined) await desk.ok('browser_press', { key: 'Escape' });
    else await desk.ok('browser_click', { ref: closer });
    expect(await desk.ok('browser_click', { ref: under })).toContain('Pressed under');
    await desk.session.close('done');
  });
}

test('controls without a name of their own are what is drawn for them, chosen in, checked and pressed', async () => {
  const desk = await bench.client();
  const page = await desk.ok('browser_navigate', { url: `${site.origin}/unnamed/` });
  const [ant = '', mui = ''] = [...page.matchAll(/combobox [^\n]*?\[([^\]]+)\]/g)].map(([, ref = '']) => ref);
  for (const ref of [ant, mui])
    for (const value of ['Porto', 'Faro'])
      expect(await desk.ok('browser_select', { ref, values: [value] })).toContain(`It holds "${value}"`);
  const loud = desk.ref('switch', 'Loud');
  expect(await desk.ok('browser_check', { ref: loud, checked: true })).toContain('It is checked now');
  // The key goes to what has the focus, which is to be what was printed so.
  expect(await desk.ok('browser_press', { key: 'Space' })).toContain('Pressed Space on switch "Loud"');
  expect(await desk.ok('browser_snapshot')).toMatch(/switch "Loud" \[\S+\] focused$/m);
  await desk.session.close('done');
});

test('a missing option is answered with those there are, also in a list that the page draws', async () => {
  expect(
    await client.refused('no_such_option', 'browser_select', {
      ref: client.ref('combobox', 'City'),
      values: ['Faro'],
    }),
  ).toContain('"Lisbon", "Porto"');
  expect(await inPage('city.value')).toBe('Lisbon');
  const head = client.ref('clickable', 'Choose size');
  expect(await client.refused('no_such_option', 'browser_select', { ref: head, values: ['Huge'] })).toContain(
    '"Small", "Large"',
  );
  expect(await inPage('list.hidden')).toBe(true);
  const reply = await client.call('browser_select', { ref: head, values: ['Large'] });
  expect(reply.isError, reply.text).toBe(false);
  expect(await inPage('head.textContent')).toBe('Large');
});

proves(
  'P-43',
  'a listener without any other sign gets its click; a dead text is said to have done nothing',
  async () => {
    await click('clickable', 'Listen only');
    expect(await inPage('hits')).toEqual(['quiet']);
    const find = await client.ok('browser_snapshot', {});
    expect(find).toContain('Dead text');
    const reply = await click('textbox', 'Name');
    expect(reply.text).toMatch(/Effect: (none|changed)/);
  },
);

test('buttons in other origins, nested frames, open and closed shadow roots are pressed', async () => {
  await click('button', 'Far button');
  await client.ok('browser_snapshot', {});
  expect(client.replies.at(-1)?.text).toContain('"Pressed"');
  await click('button', 'Deep button');
  await click('button', 'Open inside');
  await click('button', 'Closed inside');
  expect(client.replies.at(-1)?.isError, client.replies.at(-1)?.text).toBe(false);
  expect(await inPage('hits')).toEqual(['open', 'closed']);
  expect(await client.ok('browser_snapshot', {})).toContain('"Pressed deep"');
});

proves(
  ['P-22', 'P-26', 'P-28', 'P-29', 'P-30'],
  'rows drawn anew are other rows: their old refs are refused, and the refs of the refusal work',
  async () => {
    const old = client.ref('button', 'Delete');
    await click('button', 'Redraw');
    const refused = await client.refused('detached_ref', 'browser_click', { ref: old });
    expect(await inPage('hits')).toEqual([]);
    const fresh = /button "Delete" \[([^\]]+)\]/.exec(refused)?.[1] ?? '';
    expect(fresh).not.toBe(old);
    await client.ok('browser_click', { ref: fresh });
    expect(await inPage<string[]>('hits')).toHaveLength(1);
  },
);

proves(
  ['P-21', 'P-24'],
  'a slow page is waited for and named, and a ref of the page before is refused',
  async () => {
    const name = client.ref('textbox', 'Name');
    expect((await type('textbox', 'Name', 'one')).isError).toBe(false);
    await client.ok('browser_snapshot', {});
    expect((await client.call('browser_type', { ref: name, text: 'two' })).isError).toBe(false);
    const gone = await click('link', 'Slow page');
    expect(gone.text).toContain('navigated to');
    expect(gone.text).toContain('/slow');
    expect(gone.text).toContain('button "There"');
    await client.refused('stale_ref', 'browser_type', { ref: name, text: 'x' });
  },
);

test('a new tab is told and becomes current, a download by its name, an alert by its words', async () => {
  expect((await click('button', 'Tell')).text).toContain('"Saved"');
  expect((await click('link', 'Report')).text).toContain('report.txt');
  const tab = await click('link', 'New tab');
  expect(tab.text).toMatch(/Now on tab t\d+/);
  expect(tab.text).toContain('/blank');
});

test('a window that opens late is told', async () => {
  const reply = await click('button', 'Popup');
  expect(reply.text).toMatch(/Now on tab t\d+/);
});

test('a question is told and holds everything else until it is answered', async () => {
  expect((await click('button', 'Ask')).text).toContain('"Sure?"');
  await client.refused('dialog_open', 'browser_click', { ref: client.ref('button', 'Under') });
  await client.refused('dialog_open', 'browser_navigate', { url: `${site.origin}/blank` });
  await client.ok('browser_dialog', { accept: false });
  expect(await inPage('hits')).toEqual([false]);
});
