import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Order</title><main><h1>Order</h1>
<form action="/sent">
<fieldset><legend>Sender</legend><label>Name <input name="a"></label></fieldset>
<fieldset><legend>Receiver</legend><label>Name <input name="b"></label></fieldset>
<label>Password <input type="password" name="p"></label>
<label>Shows itself <input name="q" onfocus="this.type = 'password'"></label>
<label>API key <input name="k"></label>
<label><input type="checkbox" name="gift"> Gift</label>
<button>Send</button></form></main>`;
const CANARIES = ['Canary-0ne-7421', 'Canary-tw0-9932', 'Canary-thr33-1177'];

let bench: PortalBench;
let site: Site;
let client: PortalClient;

beforeAll(async () => {
  [bench, site] = await Promise.all([
    PortalBench.open(),
    openSite({ '/order': PAGE, '/sent': '<!doctype html><title>Sent</title><h1>Sent</h1>' }),
  ]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function operations(from?: number) {
  return await client.session.journal.operations(from);
}

test('what was acted on is recorded in words, with what stands around it and what else is called so', async () => {
  client = await bench.clientAt(`${site.origin}/order`);
  const second = client.replies[0]?.text.match(
    /textbox "Name" \[(e\d+@v\d+)\][\s\S]*textbox "Name" \[(e\d+@v\d+)\]/,
  );
  await client.ok('browser_type', { ref: second?.[2], text: 'Ann' });
  const [opened, typed, ...rest] = await operations();
  expect(rest).toEqual([]);
  expect(opened).toMatchObject({
    operation: 'navigate',
    destination: `${site.origin}/order`,
    hasSucceeded: true,
  });
  expect(typed).toMatchObject({
    operation: 'type',
    at: `${site.origin}/order`,
    typed: 'Ann',
    on: { role: 'textbox', name: 'Name', around: expect.arrayContaining(['Receiver']) },
  });
  expect(typed?.on?.around).not.toContain('Sender');
  expect(typed?.on?.alike).toMatchObject([
    { role: 'textbox', name: 'Name', around: expect.arrayContaining(['Sender']) },
  ]);
  expect(await operations(typed?.seq)).toEqual([typed]);
});

test('what is typed is recorded only where the field is known to hold no secret', async () => {
  client = await bench.clientAt(`${site.origin}/order`);
  await client.ok('browser_type', { ref: client.ref('textbox', 'Password'), text: CANARIES[0] });
  await client.ok('browser_type', { ref: client.ref('textbox', 'Shows itself'), text: CANARIES[1] });
  await client.ok('browser_type', { ref: client.ref('textbox', 'API key'), text: CANARIES[2] });
  await client.ok('browser_press', { ref: client.ref('textbox', 'Password'), key: 'x' });
  await client.ok('browser_press', { ref: client.ref('textbox', 'API key'), key: 'Tab' });
  const done = (await operations()).slice(1);
  expect(done.map(({ withheld }) => withheld)).toEqual(['secret', 'secret', 'secret', 'secret', undefined]);
  expect(done.map(({ typed }) => typed)).toEqual(Array.from({ length: 5 }));
  expect(done.at(-1)?.given).toEqual({ key: 'Tab' });
  const lines: string[] = [];
  for await (const line of bench.broker.journal.log.lines()) lines.push(line);
  for (const canary of CANARIES) expect(lines.join('\n')).not.toContain(canary);
  expect((await bench.broker.journal.log.verify()).faults).toEqual([]);
});

test('what is typed and sent with one key is recorded too, and a tick with the state it led to', async () => {
  client = await bench.clientAt(`${site.origin}/order`);
  await client.ok('browser_click', { ref: client.ref('checkbox', 'Gift') });
  await client.ok('browser_type', { ref: client.ref('textbox', 'Shows itself'), text: 'x' });
  await client.ok('browser_type', { ref: client.ref('textbox', 'Name'), text: 'Bo', submit: true });
  const [, ticked, , sent] = await operations();
  expect(ticked).toMatchObject({
    operation: 'click',
    isChecked: true,
    on: { role: 'checkbox', name: 'Gift' },
  });
  expect(sent).toMatchObject({ typed: 'Bo', given: { submit: true }, outcome: 'navigated' });
  expect(sent?.ledTo).toContain('/sent?');
});

test('a session sees its own operations only, and a refused one has no words', async () => {
  const other = await bench.clientAt(`${site.origin}/order`);
  client = await bench.clientAt(`${site.origin}/order`);
  await other.ok('browser_type', { ref: other.ref('textbox', 'Name'), text: 'elsewhere' });
  const ref = client.ref('button', 'Send');
  await client.ok('browser_navigate', { url: `${site.origin}/sent` });
  await client.refused('stale_ref', 'browser_click', { ref });
  expect((await operations()).map(({ operation }) => operation)).toEqual(['navigate', 'navigate']);
});
