import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type SeenRequest, type Site } from '../../support/site.ts';

const FORM = `<!doctype html><title>Form</title><body style="margin:0"><div style="height:900px">far below</div>
  <label>Name <input id=n></label><label>Colour <select><option>Red<option>Blue</select></label>
  <label><input type=checkbox id=c> Agree</label><button id=go>Go</button><p id=out></p>
  <script>go.onclick = () => { out.textContent = [n.value, document.querySelector('select').value, c.checked].join('/'); };
  addEventListener('click', (event) => fetch('/hit?' + (event.target.id || event.target.tagName)), true);</script>`;

const nested = (request: SeenRequest) => {
  const query = new URL(`http://x${request.path}`).searchParams;
  const rest = (query.get('chain') ?? '').split(',').filter(Boolean);
  const [next, ...after] = rest;
  const src = next === undefined ? '/form' : `http://${next}/nest?chain=${after.join(',')}`;
  return `<!doctype html><title>Nest</title><body style="margin:7px"><p>level ${rest.length}</p>
    <div style="height:500px;overflow:auto;border:9px solid"><div style="height:700px">spacer</div>
    <iframe title="Level ${rest.length}" src="${src}" style="width:560px;height:420px;border:3px solid;padding:5px"></iframe></div>
    <script>addEventListener('click', (event) => fetch('/hit?outer' + event.target.tagName), true);</script>`;
};

let bench: PortalBench;
let narrow: PortalBench;
let site: Site;

beforeAll(async () => {
  site = await openSite({
    '/form': FORM,
    '/hit': '',
    '/nest': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(nested(request));
    },
    '/with-ad': (request, response) => {
      response.setHeader('content-type', 'text/html');
      const port = String(request.headers.host).split(':')[1];
      response.end(`<!doctype html><title>With ad</title><h1>Ours</h1><button>Ours</button>
        <iframe title="Partner" src="http://localhost:${port}/ad" style="width:300px;height:200px"></iframe>
        <iframe title="Own" srcdoc="<p>srcdoc text</p><button>Srcdoc button</button>"></iframe>`);
    },
    '/ad': `<!doctype html><title>WITHHELD title</title><p>WITHHELD text</p><button onclick="alert('WITHHELD alert')">WITHHELD button</button>
      <input value="WITHHELD value"><script>document.title = 'WITHHELD again';</script>`,
    '/ad-page': '<!doctype html><title>WITHHELD page</title><button>WITHHELD</button>',
  });
  const hostMap = {
    'one.example': `127.0.0.1:${site.port}`,
    'two.example': `127.0.0.1:${site.port}`,
    'three.example': `127.0.0.1:${site.port}`,
  };
  const hosts = ['127.0.0.1:*', 'localhost:*', 'one.example', 'two.example', 'three.example'];
  [bench, narrow] = await Promise.all([
    PortalBench.open({ hosts }, { hostMap }),
    PortalBench.open({ readHosts: ['127.0.0.1:*'] }),
  ]);
});
afterAll(async () => {
  await Promise.all([bench[Symbol.asyncDispose](), narrow[Symbol.asyncDispose]()]);
  await site.close();
});

const CHAINS = {
  'one process': ['one.example', 'one.example'],
  'a process each': ['two.example', 'three.example'],
  'there and back': ['two.example', 'one.example', 'two.example'],
} as const;

async function shown(client: PortalClient, text: string): Promise<string> {
  for (let round = 0; round < 100; round++) {
    const reply = await client.ok('browser_snapshot');
    if (reply.includes(text)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never shown: ${text}\n${client.replies.at(-1)?.text ?? ''}`);
}

for (const [name, chain] of Object.entries(CHAINS)) {
  proves(
    ['P-16', 'P-17'],
    `fields and buttons of a frame ${chain.length + 1} deep are used like any other, scrolled at every level: ${name}`,
    async () => {
      const client = await bench.client();
      const before = site.requests.length;
      await client.ok('browser_navigate', { url: `http://one.example/nest?chain=${chain.join(',')}` });
      const text = await shown(client, 'button "Go"');
      const refs = {
        name: client.ref('textbox', 'Name'),
        colour: client.ref('combobox', 'Colour'),
        agree: client.ref('checkbox', 'Agree'),
        go: client.ref('button', 'Go'),
      };
      for (const ref of Object.values(refs)) expect(ref).toMatch(/^f\d+e\d+@v\d+$/);
      expect(text).not.toContain('(loading)');
      await client.ok('browser_type', { ref: refs.name, text: 'Ana' });
      await client.ok('browser_select', { ref: refs.colour, values: ['Blue'] });
      await client.ok('browser_check', { ref: refs.agree, checked: true });
      const clicked = await client.ok('browser_click', { ref: refs.go });
      expect(clicked).toContain('Ana/Blue/true');
      const hits = site.requests.slice(before).filter(({ path }) => path.startsWith('/hit'));
      expect(hits.every(({ path }) => path === '/hit?c' || path === '/hit?go')).toBe(true);
      expect(hits.at(-1)?.path).toBe('/hit?go');
      const found = await client.ok('browser_find', { text: 'Ana/Blue' });
      expect(found).toContain('Ana/Blue/true');
    },
  );
}

proves('I3', 'a frame outside the read set is named, and none of its text is in any reply', async () => {
  const client = await narrow.client();
  await client.ok('browser_navigate', { url: `${site.origin}/with-ad` });
  const text = await shown(client, 'Srcdoc button');
  expect(text).toMatch(/- iframe "Partner" \[e\d+@v\d+\] frame withheld: http:\/\/localhost:\d+/);
  const partner = client.ref('iframe', 'Partner');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await client.call('browser_snapshot', { ref: partner });
  await client.call('browser_read', { ref: partner });
  await client.call('browser_find', { text: 'WITHHELD' });
  await client.call('browser_find', { role: 'button' });
  await client.call('browser_wait', { text: 'text', seconds: 0.2 });
  await client.call('browser_click', { ref: client.ref('button', 'Ours') });
  await client.call('browser_click', { ref: partner });
  await client.call('browser_press', { key: 'Tab' });
  await client.call('browser_press', { key: 'Tab' });
  await client.call('browser_press', { key: 'Tab' });
  await client.call('browser_press', { key: 'a' });
  await client.call('browser_tabs', { action: 'list' });
  await client.call('browser_dialog', { accept: true });
  await client.call('browser_snapshot');
  const own = /WITHHELD(?!"? (?:matches|is not))/;
  for (const reply of client.replies)
    expect(reply.text.replaceAll('matches "WITHHELD"', '')).not.toMatch(own);
});

proves('I3', 'a page outside the read set is named and not shown', async () => {
  const client = await narrow.client();
  const reply = await client.ok('browser_navigate', { url: `${site.originFor('localhost')}/ad-page` });
  expect(reply).toContain('page withheld: http://localhost');
  await client.call('browser_find', { role: 'button' });
  await client.call('browser_tabs', { action: 'list' });
  for (const { text } of client.replies) expect(text).not.toContain('WITHHELD');
});
