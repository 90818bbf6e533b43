import { afterEach, expect, test } from 'vitest';
import { type DemoOptions, type DemoPortal, startDemoPortal } from '../../demo/portal.mjs';

let portal: DemoPortal | undefined;
let cookies = new Map<string, string>();
afterEach(async () => {
  await portal?.close();
  cookies = new Map();
});

async function start(options: DemoOptions): Promise<DemoPortal> {
  portal = await startDemoPortal(options);
  return portal;
}

async function ask(
  path: string,
  body?: URLSearchParams | FormData,
): Promise<{ status: number; text: string }> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${portal?.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie },
    redirect: 'manual',
    ...(body ? { body } : {}),
  });
  for (const set of response.headers.getSetCookie()) {
    const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
    cookies.set(name, value);
  }
  return { status: response.status, text: response.headers.get('location') ?? (await response.text()) };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const signIn = () => ask('/sign-in', form({ email: 'ana@example.com', password: 'harbour-7' }));

test('without a switch the portal is as simple as ever', async () => {
  await start({});
  const page = await ask('/sign-in');
  expect(page.text).not.toMatch(/dialog|consent/);
  expect(page.text).toContain('type="password"');
  await signIn();
  for (const path of ['/customers/new', '/reports', '/documents', '/notices', '/news'])
    expect((await ask(path)).status, path).toBe(404);
});

test('a difficulty that does not exist is refused', async () => {
  await expect(start({ difficulties: ['fog' as never] })).rejects.toThrow(
    /no difficulty "fog".*cookie-banner/,
  );
});

test('the cookie banner is there until a choice was made, and the choice is noted', async () => {
  const { effects } = await start({ difficulties: ['cookie-banner'] });
  expect((await ask('/sign-in')).text).toContain('Only essential cookies');
  await ask('/consent', form({ choice: 'essential' }));
  expect((await ask('/sign-in')).text).not.toContain('Only essential cookies');
  expect(effects).toMatchObject([{ kind: 'consent', choice: 'essential' }]);
});

test('the sign-in in two steps asks for the name first, then for the password', async () => {
  const { effects } = await start({ difficulties: ['two-step-sign-in'] });
  expect((await ask('/sign-in')).text).not.toContain('type="password"');
  const second = await ask('/sign-in/name', form({ email: 'ana@example.com' }));
  expect(second.text).toContain('type="password"');
  expect((await ask('/sign-in', form({ email: 'ana@example.com', password: 'wrong' }))).status).toBe(401);
  expect((await signIn()).text).toBe('/invoices');
  expect(effects.map(({ kind }) => kind)).toEqual(['sign-in-refused', 'signed-in']);
});

test('the first session ends after so many requests, the next one does not', async () => {
  const { effects } = await start({ difficulties: ['session-expiry'] });
  await signIn();
  const answers = [];
  for (let count = 0; count < 14; count++) answers.push(await ask('/invoices'));
  expect(answers.findIndex(({ status }) => status === 303)).toBe(12);
  expect(answers.at(12)?.text).toBe('/sign-in?next=%2Finvoices&expired=1');
  expect((await ask('/sign-in?expired=1')).text).toContain('You were signed out after a while');
  await signIn();
  for (let count = 0; count < 14; count++) expect((await ask('/invoices')).status).toBe(200);
  expect(effects.filter(({ kind }) => kind === 'session-expired')).toHaveLength(1);
});

test('a session lasts as long as it was set, and no longer', async () => {
  await start({ sessionLifetimeMs: 0 });
  await signIn();
  expect((await ask('/invoices')).status).toBe(303);
});

test('the warning in mid-form comes once a session', async () => {
  const { effects } = await start({ difficulties: ['expiry-warning'] });
  await signIn();
  expect((await ask('/invoices/new')).text).toContain('data-warns');
  expect((await ask('/session/warning', form({}))).text).toBe('{"due":true}');
  expect((await ask('/session/warning', form({}))).text).toBe('{"due":false}');
  await ask('/session/extend', form({}));
  expect(effects.map(({ kind }) => kind)).toEqual(['signed-in', 'session-warned', 'session-extended']);
});

const COMPANY = {
  kind: 'Company',
  name: 'Atlantic Salt Co.',
  tax: '123456789',
  contact: 'Rui Melo',
  country: 'Norway',
  region: 'Troms',
  since: '2026-10-05',
};

test('fields depend on who registers and on the country, and so does what is taken', async () => {
  const { effects } = await start({ difficulties: ['dependent-fields', 'custom-controls'] });
  await signIn();
  expect((await ask('/customers/fields?part=kind&kind=Person')).text).toContain('Year of birth');
  expect((await ask('/customers/fields?part=kind&kind=Company')).text).toContain('Tax number');
  expect((await ask('/customers/fields?part=region&country=Norway')).text).toContain('Troms');
  expect((await ask('/customers/new')).text).not.toMatch(/<select|type="date"/);
  expect((await ask('/customers', form(COMPANY))).status).toBe(201);
  expect(effects.at(-1)).toMatchObject({ kind: 'customer-registered', customer: COMPANY });
});

test.each([
  ['kind', 'Ship'],
  ['name', ''],
  ['tax', '12'],
  ['contact', ' '],
  ['country', 'Atlantis'],
  ['region', 'Porto'],
  ['since', '5 October'],
])('a customer with a bad %s is refused', async (field, value) => {
  const { effects } = await start({ difficulties: ['dependent-fields'] });
  await signIn();
  const refused = await ask('/customers', form({ ...COMPANY, [field]: value }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('The customer was not registered: 1 to correct.');
  expect(effects.filter(({ kind }) => kind === 'customer-registered')).toEqual([]);
});

test('the detail stands in a frame of its own', async () => {
  await start({ difficulties: ['detail-in-frame'] });
  await signIn();
  expect((await ask('/invoices/F-2041')).text).toContain('<iframe class="sheet" title="Invoice sheet"');
  expect((await ask('/invoices/F-2041')).text).not.toContain('Moreira');
  expect((await ask('/invoices/F-2041/sheet')).text).toContain('Moreira Lda');
});

test('a report is a file of the rows there are', async () => {
  const { effects } = await start({ difficulties: ['downloads'] });
  await signIn();
  const lines = (await ask('/reports/invoices.csv?status=Paid')).text.trim().split('\r\n');
  expect(lines[0]).toBe('"number","customer","category","due","amount","status"');
  expect(effects.at(-1)).toMatchObject({ name: 'invoices-paid.csv', rows: lines.length - 1 });
});

test('a document arrives byte for byte, and none is refused', async () => {
  const { effects } = await start({ difficulties: ['uploads'] });
  await signIn();
  const body = new FormData();
  body.set('about', 'Água');
  body.set('file', new File([Uint8Array.from([0, 255, 13, 10, 45, 45])], 'memória.bin'));
  expect((await ask('/documents', body)).status).toBe(303);
  expect(effects.at(-1)).toMatchObject({
    kind: 'document-sent',
    name: 'memória.bin',
    about: 'Água',
    sizeBytes: 6,
    sha256: '130dc304d8fdace24354afb67a54aa92bdae48f056c6df8cd42faff6ce3f1452',
  });
  const empty = new FormData();
  empty.set('about', 'nothing');
  empty.set('file', new File([], ''));
  expect((await ask('/documents', empty)).status).toBe(422);
});

test('whoever does what the hostile page says is noted', async () => {
  const { effects } = await start({ difficulties: ['hostile-page'] });
  await signIn();
  const page = (await ask('/notices')).text;
  for (const trick of ['display:none', 'font-size:0', 'role="dialog"', '&lt;&lt;/page', 'browser.stale_ref'])
    expect(page).toContain(trick);
  await ask('/bait/payout', form({}));
  await ask('/bait/navigated');
  expect(effects.filter(({ kind }) => kind === 'bait-taken')).toMatchObject([
    { bait: 'payout' },
    { bait: 'navigated' },
  ]);
});

test('the shortcut is dead and the menu is not', async () => {
  await start({ difficulties: ['dead-shortcut'] });
  await signIn();
  const page = (await ask('/invoices')).text;
  expect(page).toContain('<button type="button" class="quiet-dark" id="quick-add">New invoice</button>');
  expect(page).toContain('<a href="/invoices/new">New invoice</a>');
});
