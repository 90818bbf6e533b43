import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep } from '#kernel/deadline.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { type Answer, openSite, type Site } from '../../support/site.ts';

const slowly =
  (body: string, ms: number): Answer =>
  async (_, response) => {
    await sleep(ms);
    response.setHeader('content-type', 'text/html');
    response.end(body);
  };

const LEAVE = `<script>window.onbeforeunload = (e) => { e.preventDefault(); return 'x' }</script>`;

const PAGES: Record<string, string | Answer> = {
  '/dialogs': `<!doctype html><title>Dialogs</title><p id=out></p>
    <button onclick="alert('one');alert('two');alert('three');out.textContent='after'">Three</button>
    <button onclick="out.textContent=String(confirm('Delete it?'))">Ask</button>
    <button onclick="out.textContent=String(prompt('Your name?','nobody'))">Prompt</button>
    <button onmousedown="alert('pressed')">Pressed</button>
    <button onclick="setTimeout(()=>{out.textContent=String(confirm('Later?'))},200)">Later</button>
    <button onclick="out.textContent=String(confirm('First?')) + String(confirm('Second?'))">Twice</button>
    <button onclick="print();out.textContent='printed'">Print</button>`,
  '/loads': `<!doctype html><title>Loads</title><script>window.answer = confirm('At load?')</script><h1>Loaded</h1><button>b</button>`,
  '/alerts': `<!doctype html><title>Alerts</title><script>alert('Hello')</script><h1>Alerts</h1><button>b</button>`,
  '/edit': `<!doctype html><title>Edit</title>${LEAVE}<label>Text <input></label><a href="/page">Away</a>`,
  '/page': '<!doctype html><title>Page</title><h1>Page</h1><button>b</button>',
  '/slow': slowly('<!doctype html><title>Slow</title><h1>Slow one</h1><button>b</button>', 900),
  '/late-table': slowly('{}', 100),
  '/popups': `<!doctype html><title>Popups</title><h1>Popups</h1><a href="/page" target=_blank>Blank</a>
    <a href="/page" target=_blank rel=noopener>Untied</a>
    <button onclick="window.open('/slow')">Slow</button>
    <button onclick="window.open('/page','_blank','noopener')">Untied window</button>
    <button onclick="fetch('/late-table').then(()=>window.open('/page'))">After a request</button>
    <button onclick="const w=window.open('');w.document.write('<h1>Written</h1><button>b</button>')">Written</button>
    <button onclick="setTimeout(()=>window.open('/page'),1500)">By itself</button>`,
  '/nothing': (_, response) => {
    response.statusCode = 204;
    response.end();
  },
  '/missing': (_, response) => {
    response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>404</title><h1>Not here</h1>');
  },
  '/down': (_, response) => {
    response.statusCode = 503;
    response.end('down');
  },
  '/plain': (_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('just words');
  },
  '/links':
    '<!doctype html><title>Links</title><a href="/nothing">Nothing</a> <a href="/missing">Missing</a>',
  '/asks': `<!doctype html><title>Asks</title><p id=out></p>
    <button onclick="navigator.geolocation.getCurrentPosition(()=>{out.textContent='found'},(e)=>{out.textContent='code '+e.code})">Where</button>
    <button onclick="navigator.permissions.query({name:'geolocation'}).then((s)=>{out.textContent='state '+s.state})">May I</button>
    <button onclick="navigator.clipboard.readText().then((t)=>{out.textContent='read'},(e)=>{out.textContent=e.name})">Paste</button>`,
  '/asks-all': `<!doctype html><title>Asks for all</title><p id=out></p><script>
    window.unhandled = [];
    addEventListener('unhandledrejection', (e) => unhandled.push(e.reason.name));
    const asks = {
      Place: () => new Promise((done) => navigator.geolocation.watchPosition(done, done)),
      Silent: () => navigator.geolocation.getCurrentPosition(() => {}),
      Notify: () => Notification.requestPermission(),
      Camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      Screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
      Paste: () => navigator.clipboard.read(),
      Copy: () => navigator.clipboard.writeText('x'),
      Midi: () => navigator.requestMIDIAccess(),
      Device: () => navigator.usb.requestDevice({ filters: [] }),
      Passkey: () => { navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), rpId: 'localhost' } }); },
      Offered: () => { navigator.credentials.get({ mediation: 'conditional', publicKey: { challenge: new Uint8Array(32), rpId: 'localhost' } }); },
      Unhandled: () => { navigator.clipboard.readText(); fetch('nothing:x'); },
      Forge: () => { window.portolanTell?.('geolocation denied'); for (const name of ['asked', 'permission', '__PORTOLAN_DOOR__-asked']) document.dispatchEvent(new Event(name)); },
    };
    for (const name of Object.keys(asks)) {
      const button = document.body.appendChild(document.createElement('button'));
      button.textContent = name;
      button.onclick = async () => { out.textContent = name + ' ' + (await Promise.resolve(asks[name]()).then(() => 'went', () => 'did not')); };
    }</script>`,
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

const click = async (client: PortalClient, role: string, name: string) =>
  await client.ok('browser_click', { ref: client.ref(role, name) });

test('alerts in a row are all told and closed, also from a press, and print does nothing', async () => {
  const client = await at('/dialogs');
  const three = await click(client, 'button', 'Three');
  for (const word of ['"one"', '"two"', '"three"', 'after']) expect(three).toContain(word);
  expect(await click(client, 'button', 'Pressed')).toContain('"pressed"');
  expect(await click(client, 'button', 'Print')).toContain('printed');
});

test('a question waits, refuses everything else, and is answered with its words', async () => {
  const client = await at('/dialogs');
  const asked = await click(client, 'button', 'Ask');
  expect(asked).toMatch(/^Effect: dialog\./m);
  expect(asked).toContain('"Delete it?"');
  const ref = client.ref('button', 'Prompt');
  await client.refused('dialog_open', 'browser_click', { ref });
  await client.refused('dialog_open', 'browser_navigate', { url: `${site.origin}/page` });
  await client.refused('dialog_open', 'browser_hover', { ref });
  expect(await client.ok('browser_dialog', { accept: false })).toContain('false');
  await click(client, 'button', 'Prompt');
  expect(await client.ok('browser_dialog', { accept: true, text: 'Ana' })).toContain('Ana');
  await client.refused('not_found', 'browser_dialog', { accept: true });
});

test('a question that comes later, one behind another, and one at load end the wait at once', async () => {
  const client = await at('/dialogs');
  expect(await click(client, 'button', 'Later')).toContain('"Later?"');
  expect(await client.ok('browser_dialog', { accept: true })).toContain('true');
  expect(await click(client, 'button', 'Twice')).toContain('"First?"');
  const second = await client.ok('browser_dialog', { accept: true });
  expect(second).toMatch(/^Effect: dialog\./m);
  expect(second).toContain('"Second?"');
  expect(await client.ok('browser_dialog', { accept: false })).toContain('truefalse');
  const load = await client.ok('browser_navigate', { url: `${site.origin}/loads` });
  expect(load).toContain('"At load?"');
  expect(load).toMatch(/^Effect: dialog\./m);
  expect(await client.ok('browser_dialog', { accept: true })).toContain('heading "Loaded"');
  const alerts = await client.ok('browser_navigate', { url: `${site.origin}/alerts` });
  expect(alerts).toContain('heading "Alerts"');
  expect(alerts).toContain('"Hello"');
});

test('a page that asks before it is left holds a link, a navigation, a reload and the closing of its tab', async () => {
  const client = await at('/edit');
  const edit = async () =>
    await client.ok('browser_type', { ref: client.ref('textbox', 'Text'), text: 'draft' });
  await edit();
  const left = await click(client, 'link', 'Away');
  expect(left).toMatch(/^Effect: dialog\./m);
  expect(await client.ok('browser_dialog', { accept: false })).toContain('draft');
  const navigated = await client.ok('browser_navigate', { url: `${site.origin}/page` });
  expect(navigated).toMatch(/^The page asks before it is left/);
  const gone = await client.ok('browser_dialog', { accept: true });
  expect(gone).toMatch(/^Effect: navigated/m);
  expect(gone).toContain('heading "Page"');

  await client.ok('browser_navigate', { url: `${site.origin}/edit` });
  await edit();
  expect(await client.ok('browser_navigate', { url: 'reload' })).toMatch(/^The page asks/);
  await client.ok('browser_dialog', { accept: true });
  await client.ok('browser_snapshot');
  await edit();
  expect(await client.ok('browser_tabs', { action: 'close' })).toMatch(/^Tab t\d asks before it closes/);
  await client.ok('browser_dialog', { accept: false });
  expect(await client.ok('browser_snapshot')).toContain('draft');
  await client.ok('browser_tabs', { action: 'close' });
  await client.ok('browser_dialog', { accept: true });
  expect(await client.ok('browser_tabs', { action: 'list' })).not.toContain('/edit');
});

test('a tab that an action opened becomes current and is said first, whatever opened it', async () => {
  for (const [role, name, heading] of [
    ['link', 'Blank', 'Page'],
    ['link', 'Untied', 'Page'],
    ['button', 'Slow', 'Slow one'],
    ['button', 'Untied window', 'Page'],
    ['button', 'After a request', 'Page'],
    ['button', 'Written', 'Written'],
  ] as const) {
    const client = await at('/popups');
    const reply = await click(client, role, name);
    expect(reply.split('\n')[0], name).toMatch(/Now on tab t2, \S+; t1 stays open\.$/);
    expect(reply).toMatch(/^Effect: opened_tab/m);
    expect(reply, name).toContain(`heading "${heading}"`);
    const back = await client.ok('browser_tabs', { action: 'select', tab: 't1' });
    expect(back).toMatch(/^Now on tab t1\./);
    await client.session.close('done');
  }
});

test('a tab that the page opens by itself is told and does not become current', async () => {
  const client = await at('/popups');
  expect(await click(client, 'button', 'By itself')).not.toContain('Now on tab');
  await sleep(2_500);
  const reply = await client.ok('browser_snapshot');
  expect(reply).toContain('New tab t2');
  expect(reply).toContain('heading "Popups"');
});

test('an answer without a page, an error page and plain words are told as what they are', async () => {
  const client = await at('/links');
  const nothing = await click(client, 'link', 'Nothing');
  expect(nothing).toMatch(/^Effect: none/m);
  expect(nothing).toContain('HTTP 204');
  expect(await client.ok('browser_navigate', { url: `${site.origin}/nothing` })).toContain('HTTP 204');
  expect(await click(client, 'link', 'Missing')).toContain('HTTP 404');
  expect((await client.ok('browser_navigate', { url: `${site.origin}/missing` })).split('\n')[0]).toContain(
    'HTTP 404',
  );
  expect((await client.ok('browser_navigate', { url: `${site.origin}/down` })).split('\n')[0]).toContain(
    'HTTP 503',
  );
  expect(await client.ok('browser_navigate', { url: `${site.origin}/plain` })).toContain('just words');
});

test('what a page asks leave for is denied at once, unless it was granted', async () => {
  const client = await at('/asks');
  expect(await click(client, 'button', 'Where')).toContain('code 1');
  await click(client, 'button', 'May I');
  await client.ok('browser_wait', { text: 'state denied', seconds: 5 });
  expect(await click(client, 'button', 'Paste')).toContain('NotAllowedError');
  await using granting = await PortalBench.open({ grantPermissions: ['geolocation'] });
  const other = await granting.client();
  await other.ok('browser_navigate', { url: `${site.origin}/asks` });
  await click(other, 'button', 'May I');
  await other.ok('browser_wait', { text: 'state granted', seconds: 5 });
  await click(other, 'button', 'Paste');
  await other.ok('browser_wait', { text: 'NotAllowedError', seconds: 5 });
});

test('each permission that a page asks for in vain is told once a document', async () => {
  const client = await bench.client();
  // Passkeys are for names only.
  await client.ok('browser_navigate', { url: `${site.originFor('localhost')}/asks-all` });
  const asked = /^The page asked for .*$/gm;
  const told = async (name: string) => (await click(client, 'button', name)).match(asked) ?? [];
  expect(await told('Forge')).toEqual([]);
  const grant = (what: string, name: string) => [
    `The page asked for ${what}; it was denied (--grant-permissions ${name} allows it).`,
  ];
  expect(await told('Place')).toEqual(grant('your location', 'geolocation'));
  expect(await told('Silent')).toEqual([]);
  expect(await told('Notify')).toEqual(grant('leave to show notifications', 'notifications'));
  expect(await told('Camera')).toEqual(['The page asked for the camera or microphone; there is none here.']);
  expect(await told('Screen')).toEqual(['The page asked for a picture of the screen; it was denied.']);
  expect(await told('Paste')).toEqual(grant('what the clipboard holds', 'clipboard-read'));
  expect(await told('Copy')).toEqual(grant('leave to write to the clipboard', 'clipboard-write'));
  expect(await told('Midi')).toEqual(grant('MIDI devices', 'midi'));
  expect(await told('Device')).toEqual(['The page asked for a device; there is none here.']);
  expect(await told('Offered')).toEqual([]);
  expect((await told('Passkey'))[0]).toContain('a passkey, which only a person');
  expect(await told('Place')).toEqual([]);
  expect(await told('Unhandled')).toEqual([]);
  const { result } = await (await client.session.currentPage()).send<{ result: { value: unknown } }>(
    'Runtime.evaluate',
    { expression: 'unhandled.sort().join()' },
  );
  // What the page does not handle itself is still told to it as unhandled.
  expect(result.value).toBe('NotAllowedError,OperationError,TypeError');
  await client.ok('browser_navigate', { url: 'reload' });
  await client.ok('browser_snapshot');
  expect(await told('Silent')).toEqual(grant('your location', 'geolocation'));

  await using granting = await PortalBench.open({
    grantPermissions: ['geolocation', 'notifications', 'clipboard-read', 'clipboard-write'],
  });
  const other = await granting.client();
  await other.ok('browser_navigate', { url: `${site.origin}/asks-all` });
  for (const name of ['Silent', 'Notify', 'Paste', 'Copy'])
    expect(await click(other, 'button', name), name).not.toMatch(asked);
});

test('what was refused while a question was open goes through once it is answered', async () => {
  const client = await at('/dialogs');
  await click(client, 'button', 'Ask');
  const ref = client.ref('button', 'Three');
  await client.refused('dialog_open', 'browser_click', { ref });
  await client.ok('browser_dialog', { accept: true });
  expect(await client.ok('browser_click', { ref })).toContain('after');
});
