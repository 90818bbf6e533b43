import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DemoPortal, startDemoPortal } from '../../demo/portal.mjs';

let portal: DemoPortal;
let cookie = '';

beforeEach(async () => {
  portal = await startDemoPortal();
  cookie = '';
});
afterEach(() => portal.close());

function get(path: string): Promise<Response> {
  return fetch(portal.url + path, { headers: { cookie }, redirect: 'manual' });
}

function post(path: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(portal.url + path, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
}

async function signIn(password = 'harbour-7'): Promise<Response> {
  const response = await post('/sign-in', { email: 'ana@example.com', password, next: '/invoices?page=2' });
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return response;
}

const INVOICE = {
  customer: 'Moreira Lda',
  email: 'accounts@moreira.example',
  amount: '120.50',
  due: '2026-12-31',
  category: 'Towage',
  delivery: 'Post',
  reminder: 'yes',
  notes: 'Two lines\nof notes',
};

test('every page but the sign-in asks for a session, and remembers where to go', async () => {
  const response = await get('/invoices/F-2050');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/sign-in?next=%2Finvoices%2FF-2050');
});

test('a wrong password is said, and opens nothing', async () => {
  const response = await signIn('harbour-8');
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('Wrong e-mail or password.');
  expect(cookie).toBe('');
  expect(portal.effects).toMatchObject([{ kind: 'sign-in-refused' }]);
});

test('the right password leads to the page that was asked for', async () => {
  const response = await signIn();
  expect(response.headers.get('location')).toBe('/invoices?page=2');
  expect(cookie).toMatch(/^portal_session=/);
});

test('a sign-in never leads to another site', async () => {
  const fields = { email: 'ana@example.com', password: 'harbour-7', next: '//elsewhere.example/' };
  expect((await post('/sign-in', fields)).headers.get('location')).toBe('/invoices');
});

test('500 invoices stand on 20 pages of 25', async () => {
  await signIn();
  const last = await (await get('/invoices?page=20')).text();
  expect(last).toContain('500 in all');
  expect(last).toContain('Page 20 of 20');
  expect(last.match(/<th scope="row">/g)).toHaveLength(25);
  expect(last).toContain('F-2540');
});

test('a search narrows the list and its pages', async () => {
  await signIn();
  const found = await (await get('/invoices?q=F-2041')).text();
  expect(found).toContain('1 in all');
  expect(await (await get('/invoices?q=nothing-like-it')).text()).toContain('No invoice matches.');
});

test('a whole invoice is saved, shown and noted', async () => {
  await signIn();
  const response = await post('/invoices', INVOICE);
  const page = await response.text();
  expect(response.status).toBe(201);
  expect(page).toContain('Invoice F-2541 was saved.');
  expect(page).toContain('€120.50');
  expect(portal.effects.at(-1)).toMatchObject({
    kind: 'invoice-created',
    invoice: { number: 'F-2541', amount: 120.5, reminder: true, delivery: 'Post' },
  });
});

test.each([
  ['customer', ' '],
  ['email', 'nobody'],
  ['amount', '-1'],
  ['due', '31/12/2026'],
  ['category', 'Gifts'],
  ['delivery', ''],
])('an invoice with a bad %s is refused with its sentence', async (field, value) => {
  await signIn();
  const before = portal.effects.length;
  const response = await post('/invoices', { ...INVOICE, [field]: value });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('The invoice was not saved: 1 to correct.');
  expect(portal.effects).toHaveLength(before);
});

test('an invoice is paid once', async () => {
  await signIn();
  await post('/invoices', INVOICE);
  expect((await post('/invoices/F-2541/paid')).status).toBe(200);
  expect((await post('/invoices/F-2541/paid')).status).toBe(409);
  expect(portal.effects.filter(({ kind }) => kind === 'invoice-paid')).toHaveLength(1);
});

test('text of a visitor stays text', async () => {
  await signIn();
  const page = await (await post('/invoices', { ...INVOICE, notes: '<b>"bold"</b>' })).text();
  expect(page).toContain('&lt;b&gt;&quot;bold&quot;&lt;/b&gt;');
});

test('after signing out the session is over', async () => {
  await signIn();
  await post('/sign-out');
  expect((await get('/invoices')).status).toBe(303);
});
