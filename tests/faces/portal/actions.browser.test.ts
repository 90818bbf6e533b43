import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const PAGES = {
  '/form': `<!doctype html><title>Form</title><main><h1>Form</h1>
    <form action="/done"><label>Name <input name=name></label><label>Due <input type=date name=due></label>
    <label>Email <input type=email name=email required></label>
    <label>Terms <input type=checkbox name=terms></label>
    <fieldset><legend>Kind</legend><label><input type=radio name=kind value=a> A</label><label><input type=radio name=kind value=b> B</label></fieldset>
    <label>Country <select name=country><option value=pt>Portugal<option value=de>Germany</select></label>
    <label>Fixed <input value=x readonly></label><label>Off <input disabled></label>
    <button>Send</button></form>
    <button type=button id=dead>Nothing</button>
    <button type=button onclick="setTimeout(() => document.getElementById('late').textContent = 'Late result', 200)">Late</button>
    <p id=late></p><table aria-label=Totals><tr><th>Net<th>Tax<tr><td>100<td>23</table></main>`,
  '/done': '<!doctype html><title>Done</title><h1>Done</h1>',
  '/covered': `<!doctype html><title>Covered</title><main><button onclick="document.title='paid'">Pay</button></main>
    <div role=dialog aria-label="Cookies" style="position:fixed;inset:0;background:#fff">We use cookies <button onclick="this.closest('div').remove()">Refuse</button></div>`,
  '/dialogs': `<!doctype html><title>Dialogs</title><button onclick="alert('Saved')">Alert</button>
    <button onclick="document.title = confirm('Delete it?') ? 'deleted' : 'kept'">Confirm</button>`,
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

test('a form is filled and sent by refs alone', async () => {
  const client = await at('/form');
  await client.ok('browser_type', { ref: client.ref('textbox', 'Name'), text: 'Ana Lima' });
  await client.ok('browser_type', { ref: client.ref('textbox', 'Due'), text: '2026-12-31' });
  await client.ok('browser_type', { ref: client.ref('textbox', 'Email'), text: 'ana@example.com' });
  await client.ok('browser_check', { ref: client.ref('checkbox', 'Terms'), checked: true });
  await client.ok('browser_check', { ref: client.ref('radio', 'B'), checked: true });
  await client.ok('browser_select', { ref: client.ref('combobox', 'Country'), values: ['Germany'] });
  const reply = await client.ok('browser_click', { ref: client.ref('button', 'Send') });
  expect(reply).toMatch(/^Effect: navigated/m);
  expect(reply).toContain('heading "Done"');
  const query = new URLSearchParams(
    site.requests.find((request) => request.path.startsWith('/done?'))?.path.split('?')[1],
  );
  expect(Object.fromEntries(query)).toEqual({
    name: 'Ana Lima',
    due: '2026-12-31',
    email: 'ana@example.com',
    terms: 'on',
    kind: 'b',
    country: 'de',
  });
});

proves('P-43', 'a click on a dead control says that nothing changed', async () => {
  const client = await at('/form');
  const reply = await client.ok('browser_click', { ref: client.ref('button', 'Nothing') });
  expect(reply.split('\n')[1]).toBe('Effect: none. Nothing on the page changed and no request was sent.');
});

test('a result that comes late is in the reply', async () => {
  const client = await at('/form');
  const reply = await client.ok('browser_click', { ref: client.ref('button', 'Late') });
  expect(reply).toMatch(/^Effect: changed/m);
  expect(reply).toContain('Late result');
});

test('a form that the browser does not send says which field is wrong', async () => {
  const client = await at('/form');
  const reply = await client.call('browser_click', { ref: client.ref('button', 'Send') });
  expect(reply.text).toContain('Email');
  expect(reply.text).not.toMatch(/navigated/);
});

proves('P-40', 'the same refused action again is told as a repeat', async () => {
  const client = await at('/form');
  const ref = client.ref('textbox', 'Fixed');
  await client.refused('readonly', 'browser_type', { ref, text: 'y' });
  expect(await client.refused('repeated_action', 'browser_type', { ref, text: 'y' })).toContain('readonly');
  await client.refused('readonly', 'browser_type', { ref, text: 'z' });
  await client.refused('disabled', 'browser_type', { ref: client.ref('textbox', 'Off'), text: 'z' });
});

test('what covers the target is named with its ref, and closing it lets the click through', async () => {
  const client = await at('/covered');
  const refusal = await client.refused('covered', 'browser_click', { ref: client.ref('button', 'Pay') });
  expect(refusal.split('\n')[0]).toMatch(/Cookies.*e\d+@v\d+/);
  await client.ok('browser_click', { ref: client.ref('button', 'Refuse') });
  expect(await client.ok('browser_click', { ref: client.ref('button', 'Pay'), observe: 'full' })).toContain(
    'paid',
  );
});

test('an alert is told and closed; a confirm holds everything until it is answered', async () => {
  const client = await at('/dialogs');
  expect(await client.ok('browser_click', { ref: client.ref('button', 'Alert') })).toContain('"Saved"');
  const reply = await client.ok('browser_click', { ref: client.ref('button', 'Confirm') });
  expect(reply).toContain('"Delete it?"');
  await client.refused('dialog_open', 'browser_click', { ref: client.ref('button', 'Alert') });
  await client.refused('dialog_open', 'browser_navigate', { url: `${site.origin}/form` });
  expect(await client.ok('browser_dialog', { accept: true })).toMatch(/^Effect: changed/m);
  expect(await client.ok('browser_snapshot')).toContain('deleted');
  await client.refused('not_found', 'browser_dialog', { accept: true });
});

proves(
  ['P-06', 'P-07', 'P-08'],
  'reading a region gives that region alone and leaves refs as they are',
  async () => {
    const client = await at('/form');
    const send = client.ref('button', 'Send');
    const text = await client.ok('browser_read', { ref: client.ref('table', 'Totals') });
    expect(text).toMatch(/100\s+23/);
    expect(text).not.toContain('Country');
    await client.ok('browser_type', { ref: client.ref('textbox', 'Email'), text: 'ana@example.com' });
    expect(await client.ok('browser_click', { ref: send })).toMatch(/navigated/);
  },
);

proves('F5', 'only http and https can be opened', async () => {
  const client = await bench.client();
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'chrome://version',
    'view-source:http://127.0.0.1/',
    'devtools://x',
  ])
    await client.refused('blocked_scheme', 'browser_navigate', { url });
});

test('bad input is answered with what is wrong and what to do', async () => {
  const client = await at('/form');
  expect(await client.refused('invalid_arguments', 'browser_click', {})).toContain('ref');
  expect(await client.refused('invalid_arguments', 'browser_type', { ref: 'e1@v1', txt: 'x' })).toContain(
    'txt',
  );
  await client.refused('invalid_arguments', 'browser_fly', {});
  await client.refused('no_such_option', 'browser_select', {
    ref: client.ref('combobox', 'Country'),
    values: ['Spain'],
  });
  await client.refused('blocked_host', 'browser_navigate', { url: 'http://example.com/' });
  await client
    .refused('navigation_failed', 'browser_navigate', { url: 'http://127.0.0.1:1/' })
    .catch(async () => {
      await client.refused('navigation_failed', 'browser_navigate', { url: 'http://127.0.0.1:9/' });
    });
});

test('waiting: for text, for its end, for an address, and a wait that is not met says what is there', async () => {
  const client = await at('/form');
  await client.ok('browser_click', { ref: client.ref('button', 'Late'), observe: 'none' });
  await client.ok('browser_wait', { text: 'Late result' });
  await client.ok('browser_wait', { url: '/form' });
  await client.ok('browser_wait', { textGone: 'Not there at all' });
  expect((await client.call('browser_wait', { text: 'Never', seconds: 0.3 })).text).toMatch(
    /^browser\.timeout: /,
  );
});
