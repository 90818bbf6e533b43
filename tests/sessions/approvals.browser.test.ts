import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Gate } from '#journal/approvals.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

const FORM = `<!doctype html><title>Transfer</title>
  <form action="/sent" method="post">
    <label>To <input name="to" value="Ana"></label>
    <label>Amount <input name="amount" value="10"></label>
    <fieldset><button>Send</button></fieldset>
  </form>
  <button type="button" onclick="document.forms[0].amount.value = '9999'">Swap</button>`;

let site: Site;
let bench: PortalBench;
let client: PortalClient;

beforeAll(async () => {
  site = await openSite({
    '/': '<!doctype html><title>Home</title><h1>Home</h1>',
    '/form': FORM,
    '/form-elsewhere': FORM.replace('"/sent"', '"http://other.test/sent"'),
    '/sent': '<!doctype html><title>Sent</title><h1>Sent</h1>',
  });
  bench = await PortalBench.open({ hosts: [`127.0.0.1:${site.port}`] }, { profile: 'sites' });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});
beforeEach(async () => {
  client = await bench.client();
});

/** What waits for this client's session, which must be one gate. */
async function waitingGate(of = client): Promise<Gate> {
  const gates = await of.session.journal.approvals.waiting({ session: of.session.id });
  expect(gates).toHaveLength(1);
  return gates[0] as Gate;
}

async function answer(approve: boolean, of = client): Promise<Gate> {
  return await of.session.journal.approvals.answer((await waitingGate(of)).token, approve, 'test');
}

/** Calls, is asked, is told yes, and calls again. */
async function approved(tool: string, args: object): Promise<string> {
  await client.refused('user_action_required', tool, args);
  await answer(true);
  return await client.ok(tool, args);
}

const sent = () => site.requests.filter(({ path }) => path === '/sent').length;

proves(
  ['I6', 'S-39', 'S-50'],
  'a submission waits for a yes, happens once by it, and the next one is asked about anew',
  async () => {
    await approved('browser_navigate', { url: `${site.origin}/form` });
    const before = sent();
    const send = { ref: client.ref('button', 'Send') };
    const refusal = await client.refused('user_action_required', 'browser_click', send);
    const gate = await waitingGate();
    expect(refusal).toContain(gate.gate);
    expect(refusal).not.toContain(gate.token);
    expect(gate.actions[0]).toMatchObject({
      effect: 'submit',
      origin: site.origin,
      destination: `${site.origin}/sent`,
      description: expect.stringContaining('click button "Send"'),
    });
    await client.refused('user_action_required', 'browser_click', send);
    expect((await waitingGate()).gate).toBe(gate.gate);
    expect(sent()).toBe(before);
    await answer(true);
    const other = await bench.client();
    expect((await other.call('browser_click', send)).isError).toBe(true);
    await client.ok('browser_click', send);
    expect(sent()).toBe(before + 1);
    await client.refused('user_action_required', 'browser_navigate', { url: `${site.origin}/form` });
  },
);

proves(['I6', 'S-43'], 'what changed after it was shown is not covered by the yes', async () => {
  await approved('browser_navigate', { url: `${site.origin}/form` });
  const before = sent();
  const send = { ref: client.ref('button', 'Send') };
  await client.refused('user_action_required', 'browser_click', send);
  const page = client.session.openContext?.current;
  await page?.send('Runtime.evaluate', { expression: "document.forms[0].amount.value = '9999'" });
  await answer(true);
  await client.refused('user_action_required', 'browser_click', send);
  expect(sent()).toBe(before);
  await page?.send('Runtime.evaluate', { expression: "document.forms[0].amount.value = '10'" });
  await page?.send('Runtime.evaluate', { expression: "document.forms[0].action = '/elsewhere'" });
  await client.refused('user_action_required', 'browser_click', send);
  expect(sent()).toBe(before);
});

proves('I6', 'a no stands: the same thing is not asked about again', async () => {
  const args = { url: `${site.origin}/form` };
  await client.refused('user_action_required', 'browser_navigate', args);
  await answer(false);
  await client.refused('approval_declined', 'browser_navigate', args);
  expect(await client.session.journal.approvals.waiting({ session: client.session.id })).toEqual([]);
  await client.refused('user_action_required', 'browser_navigate', { url: `${site.origin}/` });
});

proves('S-41', 'a batch asks about all its steps at one gate, with a picture, before any runs', async () => {
  await approved('browser_navigate', { url: `${site.origin}/form` });
  const before = sent();
  const steps = [
    { action: 'type', ref: client.ref('textbox', 'Amount'), text: '25' },
    { action: 'click', ref: client.ref('button', 'Send') },
  ];
  await client.refused('user_action_required', 'browser_batch', { steps });
  const gate = await waitingGate();
  expect(gate.actions.map(({ operation }) => operation)).toEqual(['type', 'click']);
  expect(gate.actions[1]?.description).toContain('"text":"25"');
  expect(gate.picture).toMatch(/^[0-9a-f]{64}$/);
  expect((await bench.broker.approvals.picture(gate.picture ?? '')).subarray(1, 4).toString()).toBe('PNG');
  expect(sent()).toBe(before);
  await answer(true);
  await client.ok('browser_batch', { steps });
  expect(sent()).toBe(before + 1);
  expect(site.requests.at(-1)?.body ?? '').toBe('to=Ana&amount=25');
});

proves(
  'I6',
  'a yes to a batch is for all of its values: with another one it is asked about again',
  async () => {
    await using portal = await PortalBench.open(
      { hosts: [`127.0.0.1:${site.port}`] },
      { hostMap: { 'other.test': `127.0.0.1:${site.port}` } },
    );
    client = await portal.client();
    await client.ok('browser_navigate', { url: `${site.origin}/form-elsewhere` });
    const before = sent();
    const steps = (amount: string) => [
      { action: 'type', ref: client.ref('textbox', 'Amount'), text: amount },
      { action: 'click', ref: client.ref('button', 'Send') },
    ];
    await client.refused('blocked_host', 'browser_batch', { steps: steps('25') });
    expect((await waitingGate()).actions.map(({ operation }) => operation)).toEqual(['click']);
    await answer(true);
    await client.refused('blocked_host', 'browser_batch', { steps: steps('9999') });
    expect(sent()).toBe(before);
    await client.ok('browser_batch', { steps: steps('25') });
    expect(sent()).toBe(before + 1);
    const posted = site.requests.filter(({ path }) => path === '/sent').at(-1);
    expect(posted?.body).toBe('to=Ana&amount=25');
  },
);

test('a call that may wait goes through as soon as the yes comes', async () => {
  await using patient = await PortalBench.open(
    { hosts: [`127.0.0.1:${site.port}`], approvalWaitMs: 20_000 },
    { profile: 'sites' },
  );
  const waiting = await patient.client();
  const call = waiting.ok('browser_navigate', { url: `${site.origin}/` });
  await expect
    .poll(async () => (await patient.broker.approvals.waiting({})).length, { timeout: 15_000 })
    .toBe(1);
  await answer(true, waiting);
  expect(await call).toContain('heading "Home"');
});

proves('S-49', 'a host outside is added by a yes alone: that host and port, for that session', async () => {
  await using portal = await PortalBench.open(
    { hosts: [`127.0.0.1:${site.port}`] },
    { hostMap: { 'other.test': `127.0.0.1:${site.port}`, 'third.test': `127.0.0.1:${site.port}` } },
  );
  client = await portal.client();
  await client.ok('browser_navigate', { url: `${site.origin}/` });
  const refusal = await client.refused('blocked_host', 'browser_navigate', { url: 'http://other.test/form' });
  expect(refusal).toContain('portolan approvals');
  await answer(true);
  await client.ok('browser_navigate', { url: 'http://other.test/form' });
  await client.ok('browser_navigate', { url: 'http://other.test/' });
  await client.refused('blocked_host', 'browser_navigate', { url: 'http://third.test/' });
  await client.refused('blocked_host', 'browser_navigate', { url: 'http://other.test:8080/' });
  const stranger = await portal.client();
  await stranger.refused('blocked_host', 'browser_navigate', { url: 'http://other.test/' });
  const kinds: string[] = [];
  for await (const { kind } of portal.broker.journal.log.read({ session: client.session.id, limit: 100 }))
    kinds.push(kind);
  expect(kinds).toContain('boundary-changed');
});

test('a private address, and anything when nobody is there, is never asked about', async () => {
  await using lone = await PortalBench.open({ hosts: ['portal.example'], unattended: true });
  const alone = await lone.client();
  await alone.refused('blocked_host', 'browser_navigate', { url: 'http://other.example/' });
  expect(await lone.broker.approvals.waiting({})).toEqual([]);
  await using attended = await PortalBench.open({ hosts: ['*'] });
  const someone = await attended.client();
  await someone.refused('blocked_address', 'browser_navigate', { url: 'http://10.0.0.1/' });
  expect(await attended.broker.approvals.waiting({})).toEqual([]);
  await using narrow = await PortalBench.open({ hosts: ['portal.example'] });
  const other = await narrow.client();
  await other.refused('blocked_host', 'browser_navigate', { url: 'http://10.0.0.1/' });
  await other.refused('blocked_host', 'browser_navigate', { url: 'http://localhost:8080/' });
  expect(await narrow.broker.approvals.waiting({})).toEqual([]);
});

describe('an address that the model composed', () => {
  const CANARY = 'invoice-7731-kestrel';
  const ways: Readonly<Record<string, (text: string) => string>> = {
    'in the query': (text) => `/?q=${text}`,
    'in the path': (text) => `/a/${text}/b`,
    'in the fragment': (text) => `/#${text}`,
    'in base64': (text) => `/?q=${Buffer.from(text).toString('base64url')}`,
    'in hexadecimal': (text) => `/?q=${Buffer.from(text).toString('hex')}`,
    reversed: (text) => `/?q=${[...text].reverse().join('')}`,
    'in capitals': (text) => `/?q=${text.toUpperCase()}`,
    'percent-encoded': (text) =>
      `/?q=${[...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')}`,
    'behind a letter': (text) => `/?q=z${text}`,
    'beside other words': (text) => `/?q=see+${text}+now`,
  };

  proves('I5', 'needs a yes when it carries what was read elsewhere, however it is written', async () => {
    const secret = await openSite({ '/': `<!doctype html><title>A</title><p>Your reference: ${CANARY}</p>` });
    try {
      await using reading = await PortalBench.open(
        { hosts: ['*'] },
        { hostMap: { 'a.test': `127.0.0.1:${secret.port}`, 'b.test': `127.0.0.1:${site.port}` } },
      );
      client = await reading.client();
      await client.ok('browser_navigate', { url: 'http://a.test/' });
      const before = site.requests.length;
      for (const [name, way] of Object.entries(ways)) {
        const url = `http://b.test${way(CANARY)}`;
        for (const call of [
          client.call('browser_navigate', { url }),
          client.call('browser_tabs', { action: 'new', url }),
          client.call('browser_batch', { steps: [{ action: 'navigate', url }] }),
        ])
          expect((await call).text, name).toMatch(/^browser\.user_action_required: /);
      }
      await client.refused('user_action_required', 'browser_navigate', { url: `http://${CANARY}.b.test/` });
      expect(site.requests.length).toBe(before);
      await client.ok('browser_navigate', { url: 'http://b.test/?q=ordinary+words' });
    } finally {
      await secret.close();
    }
  });
});
