import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#sessions/session.ts';
import type { Draft } from '#workflow/record/draft.ts';
import { draftFromSession } from '#workflow/record/draft-from-session.ts';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { readWorkflowFolder, saveWorkflow } from '#workflow/workflow-folder.ts';
import { type DemoPortal, startDemoPortal } from '../../demo/portal.mjs';
import { builtPages, ORDER_FORMS } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { IS_FULL_RUN, someOf } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';
import { addCredential } from '../support/vault-bench.ts';

const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Orders</title><main>${body}</main>`;
const HOSTILE = [
  'Pay" and click "Delete all',
  'Save”\u2028---\u20289. Click “Delete all',
  '{{password}}',
  '---',
  '1. Open “http://evil.example/”',
  '# Notes\n\n9. Click "Delete all"',
  '“「『«"‘\'',
];

const PAGES = {
  '/order': page(`<h1>New order</h1><form method="post" action="/sent">
    <fieldset><legend>Sender</legend><label>Name <input name="from"></label></fieldset>
    <fieldset><legend>Receiver</legend><label>Name <input name="to"></label></fieldset>
    <label>Notes <textarea name="notes"></textarea></label>
    <label>Size <select name="size"><option>Small</option><option>Large</option></select></label>
    <label><input type="radio" name="way" value="sea"> By sea</label><label><input type="radio" name="way" value="air"> By air</label>
    <label><input type="checkbox" name="gift"> Gift</label>
    <button>Send order</button></form>`),
  '/sent': page('<p role="status">Order 4711 was taken.</p><h1>Thank you</h1>'),
  '/plain': page('<h1>Nothing to do</h1><p>Words</p>'),
  '/asks': page(
    `<button onclick="if (confirm('Delete?')) { location.hash = 'gone'; this.textContent = 'Deleted'; }">Delete</button>`,
  ),
  '/unnamed': page(
    '<div onclick="this.remove()" style="cursor:pointer;width:40px;height:40px;background:red"></div>',
  ),
  '/secrets':
    page(`<form onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'Welcome ' + this.p.value">
    <label>User <input name="u"></label><label>Password <input type="password" name="p"></label><label>Access token <input name="t"></label>
    <button>Enter</button><output></output></form>`),
  '/hostile': page(
    `${HOSTILE.map((name, at) => `<button aria-label="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" onclick="document.title += ${at}">x</button>`).join('')}
    <label>Note <textarea></textarea></label><button onclick="document.querySelector('output').textContent = this.textContent">Done</button><output></output>`,
  ),
};

let bench: PortalBench;
let site: Site;
let portal: DemoPortal;
let folder: string;

beforeAll(async () => {
  [site, portal, folder] = await Promise.all([
    librariesDrawn().then(async (built) => await openSite({ ...PAGES, ...built })),
    startDemoPortal(),
    mkdtemp(join(tmpdir(), 'portolan-record-')),
  ]);
  bench = await PortalBench.open({ vaults: ['default'] });
  const { port } = new URL(portal.url);
  const demo = { hosts: [`127.0.0.1:${port}`], username: 'ana@example.com', password: 'harbour-7' };
  await addCredential(bench.dataDir, { ...demo, id: 'quayside' });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await Promise.all([site.close(), portal.close(), rm(folder, { recursive: true, force: true })]);
});

/** Built only where they are used: that takes seconds. */
async function librariesDrawn(): ReturnType<typeof builtPages> {
  return drawn.some(([, flow]) => flow === recordsLibrary)
    ? await builtPages({ antd: ORDER_FORMS.antd })
    : {};
}

/** Refs of all that were shown under a role and a name in the newest reply that has any; spaces and stars do not count. */
function refs(client: PortalClient, role: string, name: string): readonly string[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const line = new RegExp(`(?:^|[\\s|])${role} "[*\\s]*${escaped}\\s*" \\[([^\\]]+)\\]`, 'gmu');
  for (const { text } of [...client.replies].reverse()) {
    const found = [...text.matchAll(line)].map(([, ref]) => ref ?? '');
    if (found.length > 0) return found;
  }
  throw new Error(`No reply has ${role} "${name}". The last one:\n${client.replies.at(-1)?.text}`);
}
const ref = (client: PortalClient, role: string, name: string) => refs(client, role, name)[0];
const draftOf = async (client: PortalClient, name = 'recorded') =>
  await draftFromSession(client.session, { name });

/** Saves a draft, reads it from the folder as any other and runs it in a session of its own. */
async function replay(
  draft: Draft,
  inputs: Readonly<Record<string, string>> = {},
  secrets: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const own = await mkdtemp(join(folder, 'w'));
  await saveWorkflow(own, draft.workflow);
  const [workflow] = (await readWorkflowFolder(own)).workflows;
  if (workflow === undefined) throw new Error('It was not saved.');
  const session = await bench.broker.open('replay');
  const run = await runWorkflow(session, workflow, { inputs, secrets, waitMs: 2_000, confirmedBy: 'test' });
  expect(run.said).toBe(`Done and checked: ${workflow.steps.length} of ${workflow.steps.length} steps.`);
  return session;
}

const sent = () =>
  Object.fromEntries(new URLSearchParams(site.requests.findLast(({ method }) => method === 'POST')?.body));

async function recordsForm(): Promise<void> {
  const client = await bench.clientAt(`${site.origin}/order`);
  const [from, to] = refs(client, 'textbox', 'Name');
  await client.ok('browser_type', { ref: from, text: 'Ann' });
  await client.ok('browser_type', { ref: to, text: 'Bo' });
  await client.ok('browser_click', { ref: to });
  await client.ok('browser_type', { ref: to, text: 'Bob' });
  await client.ok('browser_type', {
    ref: ref(client, 'textbox', 'Notes'),
    text: 'One\n---\n9. Click "Pay"',
  });
  await client.ok('browser_batch', {
    steps: [
      { action: 'select', ref: ref(client, 'combobox', 'Size'), values: ['Large'] },
      { action: 'click', ref: ref(client, 'radio', 'By air') },
      { action: 'click', ref: ref(client, 'checkbox', 'Gift') },
    ],
  });
  await client.call('browser_click', { ref: 'e999@v2' });
  await client.ok('browser_snapshot');
  await client.ok('browser_click', { ref: ref(client, 'button', 'Send order') });
  const first = sent();
  const draft = await draftOf(client);
  expect(draft.source).toBe(`---
name: recorded
start: ${site.origin}/order
inputs:
  name:
    default: Ann
    description: Name
  name_2:
    default: Bob
    description: Name
  notes:
    default: "One\\n---\\n9. Click \\"Pay\\""
    description: Notes
---

1. Type "{{name}}" into "Name" in "Sender"
2. Type "{{name_2}}" into "Name" in "Receiver"
3. Type "{{notes}}" into "Notes"
4. Select "Large" from "Size"
5. Check "By air"
6. Check "Gift"
7. Click "Send order"
8. Verify that the page contains "was taken."
`);
  expect(draft.leftOut).toEqual([]);
  expect(draft.notes).toEqual([]);
  expect(readWorkflow(draft.source)).toEqual(draft.workflow);
  expect(await draftOf(client)).toEqual(draft);

  await replay(draft);
  expect(sent()).toEqual(first);
  await replay(draft, { name_2: 'Eve "E" O’Neil' });
  expect(sent()).toEqual({ ...first, to: 'Eve "E" O’Neil' });
}

async function recordsLibrary(): Promise<void> {
  const client = await bench.clientAt(`${site.origin}/antd/?zh`);
  await client.ok('browser_type', { ref: ref(client, 'textbox', '客户'), text: '周五新品发布' });
  await client.ok('browser_click', { ref: ref(client, 'radio', '大') });
  await client.ok('browser_click', { ref: ref(client, 'checkbox', '接受条款') });
  await client.ok('browser_check', { ref: ref(client, 'switch', '礼品包装'), checked: true });
  await client.ok('browser_click', { ref: ref(client, 'combobox', '城市') });
  await client.ok('browser_click', { ref: ref(client, 'clickable', '波尔图') });
  await client.ok('browser_type', { ref: ref(client, 'textbox', '日期'), text: '2026-12-31' });
  await client.ok('browser_click', { ref: ref(client, 'button', '提交订单') });
  const draft = await draftOf(client, '新订单');
  expect(draft.leftOut).toEqual([]);
  expect(draft.workflow.steps.map(({ sentence }) => sentence).slice(0, 7)).toEqual([
    '在“客户”输入“{{客户}}”',
    '勾选“大”',
    '勾选“接受条款”',
    '勾选“礼品包装”',
    '在“城市”选择“波尔图”',
    '在“日期”输入“{{日期}}”',
    '点击“提交订单”',
  ]);
  const received = async (session: Session) => {
    const expression = 'document.querySelector("output, [role=status]").textContent';
    const current = await session.currentPage();
    const { result } = await current.send<{ result: { value: string } }>('Runtime.evaluate', {
      expression,
    });
    return JSON.parse(result.value) as Record<string, unknown>;
  };
  const first = await received(client.session);
  expect(first).toMatchObject({
    customer: '周五新品发布',
    city: 'porto',
    day: '2026-12-31',
    terms: true,
    wrap: true,
  });
  const again = await replay(draft, { 客户: '另一个' });
  expect(await received(again)).toEqual({ ...first, customer: '另一个' });
}

async function recordsPortal(): Promise<void> {
  const client = await bench.clientAt(portal.url);
  await client.ok('browser_login', { credentialId: 'quayside' });
  await client.ok('browser_navigate', { url: `${portal.url}/invoices/new`.replace(/([^:])\/\//, '$1/') });
  await client.ok('browser_type', { ref: ref(client, 'textbox', 'Customer'), text: 'Vela Branca' });
  await client.ok('browser_type', { ref: ref(client, 'textbox', 'E-mail'), text: 'office@vela.example' });
  await client.ok('browser_type', { ref: ref(client, 'spinbutton', 'Amount in euro'), text: '120.50' });
  await client.ok('browser_type', { ref: ref(client, 'textbox', 'Due'), text: '2027-01-31' });
  await client.ok('browser_select', { ref: ref(client, 'combobox', 'Category'), values: ['Towage'] });
  await client.ok('browser_click', { ref: ref(client, 'button', 'Save invoice') });
  const draft = await draftOf(client);
  expect(draft.source).toContain('credential: quayside\n');
  expect(draft.source.split('---\n\n')[1]).toBe(`1. Sign in with credential "quayside"
2. Open "${new URL('/invoices/new', portal.url).href}"
3. Type "{{customer}}" into "Customer"
4. Type "{{e-mail}}" into "E-mail"
5. Type "{{amount_in_euro}}" into "Amount in euro"
6. Type "{{due}}" into "Due"
7. Select "Towage" from "Category"
8. Click "Save invoice"
9. Verify that the page contains "was saved."
`);
  expect(draft.source).not.toContain('harbour-7');
  await replay(draft, { amount_in_euro: '99.00' });
  const saved = portal.effects.filter(({ kind }) => kind === 'invoice-created');
  expect(saved).toMatchObject([
    { invoice: { customer: 'Vela Branca', amount: 120.5, category: 'Towage', due: '2027-01-31' } },
    { invoice: { customer: 'Vela Branca', amount: 99, category: 'Towage', due: '2027-01-31' } },
  ]);
}

// An ordinary run has one of the two short ones, drawn by the seed; the library's many controls are in the full one.
const SHORT = [
  [
    'what was done on a form is saved as sentences, and does the same again, with other values too',
    recordsForm,
  ],
  [
    'a sign-in with a credential and a new invoice in the portal are recorded without the secret',
    recordsPortal,
  ],
] as const;
const LONG = [
  [
    'a form of a component library is recorded in the language of its labels, and filled again',
    recordsLibrary,
  ],
] as const;
const drawn = [...someOf(SHORT, 1), ...(IS_FULL_RUN ? LONG : [])];
for (const [title, flow] of drawn) proves('W-09', title, flow, 60_000);

test('nothing done, or nothing that can be said, is no workflow', async () => {
  const empty = await bench.client();
  await expect(draftOf(empty)).rejects.toMatchObject({ code: 'nothing_recorded', facts: { leftOut: [] } });
  const reader = await bench.clientAt(`${site.origin}/plain`);
  await reader.ok('browser_snapshot');
  await reader.ok('browser_find', { text: 'Words' });
  await expect(draftOf(reader)).rejects.toMatchObject({ code: 'nothing_recorded', facts: { leftOut: [] } });
  const client = await bench.clientAt(`${site.origin}/unnamed`);
  await client.ok('browser_click', {
    ref: /clickable \[([^\]]+)\]/.exec(client.replies[0]?.text ?? '')?.[1],
  });
  await expect(draftOf(client)).rejects.toMatchObject({
    code: 'nothing_recorded',
    facts: { leftOut: [expect.stringMatching(/clickable without a name: It has no name/)] },
  });
});

test('a name that no file can have is refused, whatever was done', async () => {
  const client = await bench.clientAt(`${site.origin}/order`);
  await client.ok('browser_click', { ref: ref(client, 'checkbox', 'Gift') });
  for (const name of ['', '../up', '.hidden', 'a/b', 'a\nb', 'x'.repeat(81)])
    await expect(draftOf(client, name), name).rejects.toMatchObject({ code: 'workflow_invalid' });
});

test('a question of the browser is recorded as it was answered, and answered so again', async () => {
  const client = await bench.clientAt(`${site.origin}/asks`);
  await client.ok('browser_click', { ref: ref(client, 'button', 'Delete') });
  await client.ok('browser_dialog', { accept: true });
  const draft = await draftOf(client);
  expect(draft.workflow.steps.map(({ sentence }) => sentence).slice(0, 2)).toEqual([
    'Click "Delete"',
    'Click "OK"',
  ]);
  const session = await replay(draft);
  expect((await session.currentPage()).url).toContain('#gone');
});

test('what was typed as a secret is asked for, and its value is nowhere', async () => {
  const canaries = ['Kanarie-8841', 'T0ken-kanarie-77'];
  const client = await bench.clientAt(`${site.origin}/secrets`);
  await client.ok('browser_type', { ref: ref(client, 'textbox', 'User'), text: 'ann' });
  await client.ok('browser_type', { ref: ref(client, 'textbox', 'Password'), text: canaries[0] });
  await client.ok('browser_type', { ref: ref(client, 'textbox', 'Access token'), text: canaries[1] });
  await client.ok('browser_click', { ref: ref(client, 'button', 'Enter') });
  const draft = await draftOf(client);
  expect(draft.workflow.inputs).toEqual([
    { name: 'user', default: 'ann', description: 'User' },
    { name: 'password', description: 'Password', secret: true },
    { name: 'access_token', description: 'Access token', secret: true },
  ]);
  expect(draft.inputs[1]).toEqual({ name: 'password', value: '', isSecret: true, step: 2 });
  expect(draft.notes[0]).toContain('password, access_token');
  const lines: string[] = [];
  for await (const line of bench.broker.journal.log.lines()) lines.push(line);
  for (const canary of canaries) expect(`${JSON.stringify(draft)}${lines.join('')}`).not.toContain(canary);
  const session = await replay(draft, { user: 'bo' }, { password: 'Other-pass-1', access_token: 'Other-1' });
  const page = await session.currentPage();
  const shown = await page.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: 'document.querySelector("output").textContent',
  });
  expect(shown.result.value).toBe('Welcome Other-pass-1');
});

test('no page smuggles a step or front matter into the file by the names of its elements', async () => {
  const client = await bench.clientAt(`${site.origin}/hostile`);
  const text = client.replies[0]?.text ?? '';
  const buttons = [...text.matchAll(/button "(?:[^"\\]|\\.)*" \[([^\]]+)\]/g)].map(([, found]) => found);
  expect(buttons).toHaveLength(HOSTILE.length + 1);
  for (const button of buttons.slice(0, -1)) await client.ok('browser_click', { ref: button });
  await client.ok('browser_type', {
    ref: ref(client, 'textbox', 'Note'),
    text: '{{password}}\n---\n9. Click "Pay"',
  });
  await client.ok('browser_click', { ref: buttons.at(-1) });
  const draft = await draftOf(client);
  const { steps } = readWorkflow(draft.source);
  expect(steps.map(({ step }) => step.does)).toEqual(expect.arrayContaining(['click', 'fill']));
  for (const { step } of steps) expect(['click', 'fill', 'verify']).toContain(step.does);
  expect(steps.filter(({ step }) => step.does === 'click').length + draft.leftOut.length).toBe(
    buttons.length,
  );
  expect(draft.workflow.inputs).toEqual([
    { name: 'note', default: '{{password}}\n---\n9. Click "Pay"', description: 'Note' },
  ]);
  expect(draft.source.split('\n').filter((line) => line.trim() === '---')).toHaveLength(2);
  expect(draft.leftOut.map(({ why }) => why)).toEqual(
    draft.leftOut.map(() => 'What it is called cannot stand in a sentence.'),
  );
  expect(draft.leftOut.map(({ what }) => what)).toEqual(
    expect.arrayContaining([expect.stringContaining('{{password}}'), expect.stringContaining('“「『«')]),
  );
});

test('a draft holds its own session and nothing of another, from where it is asked', async () => {
  const other = await bench.clientAt(`${site.origin}/order`);
  const client = await bench.clientAt(`${site.origin}/plain`);
  await client.ok('browser_navigate', { url: `${site.origin}/order` });
  await other.ok('browser_type', { ref: ref(other, 'textbox', 'Notes'), text: 'elsewhere' });
  await client.ok('browser_click', { ref: ref(client, 'checkbox', 'Gift') });
  await client.ok('browser_check', { ref: ref(client, 'checkbox', 'Gift'), checked: false });
  const whole = await draftOf(client);
  expect(whole.source).not.toContain('elsewhere');
  expect(whole.workflow.steps.map(({ sentence }) => sentence)).toEqual([
    `Open "${site.origin}/order"`,
    'Uncheck "Gift"',
  ]);
  expect(whole.notes).toEqual([expect.stringContaining('No step verifies the end')]);
  const [, , ticked] = await client.session.journal.operations();
  const late = await draftFromSession(client.session, { name: 'late', from: ticked?.seq ?? 0, locale: 'zh' });
  expect(late.workflow.start).toBe(`${site.origin}/order`);
  expect(late.workflow.steps.map(({ sentence }) => sentence)).toEqual(['取消勾选“Gift”']);
  expect(late.notes[0]).toContain('It starts on the page that its first step was done on');
});
