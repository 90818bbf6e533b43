import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { checkInvoice, InvoiceBook } from './invoices.mjs';
import { detailPage, formPage, listPage, messagePage, savedPage, signInPage } from './pages.mjs';

const USER = 'ana@example.com';
const PASSWORD = 'harbour-7';
const PAGE_SIZE = 25;
const MOST_BODY_BYTES = 64 * 1024;
const STATIC = {
  '/portal.css': ['portal.css', 'text/css; charset=utf-8'],
  '/portal.js': ['client.js', 'text/javascript; charset=utf-8'],
};

/**
 * Starts the demonstration portal: a small office site with a sign-in, 500 invoices and a form.
 *
 * @param {{ port?: number, host?: string }} [options] - any free port of 127.0.0.1 when absent.
 * @returns {Promise<{ url: string, port: number, effects: readonly object[], close(): Promise<void> }>}
 *   `effects` is what visitors changed, in order: what a test compares with what it meant to do.
 */
export async function startDemoPortal({ port = 0, host = '127.0.0.1' } = {}) {
  const book = new InvoiceBook();
  const visitors = new Map();
  const effects = [];
  const note = (kind, facts) => effects.push({ kind, at: new Date().toISOString(), ...facts });

  const routes = [
    ['GET', /^\/$/, (visit) => visit.redirect('/invoices')],
    ['GET', /^\/sign-in$/, (visit) => visit.html(signInPage({ next: visit.query.get('next') }))],
    ['POST', /^\/sign-in$/, signIn],
    ['POST', /^\/sign-out$/, signOut],
    ['GET', /^\/invoices$/, list],
    ['GET', /^\/invoices\/new$/, (visit) => visit.html(formPage({ visit }))],
    ['POST', /^\/invoices$/, create],
    ['GET', /^\/invoices\/(F-\d+)$/, detail],
    ['POST', /^\/invoices\/(F-\d+)\/paid$/, markPaid],
  ];

  function signIn(visit) {
    const email = visit.form.get('email') ?? '';
    if (email.trim().toLowerCase() !== USER || visit.form.get('password') !== PASSWORD) {
      note('sign-in-refused', { email });
      return visit.html(signInPage({ email, next: visit.form.get('next'), isRefused: true }), 401);
    }
    const id = randomUUID();
    visitors.set(id, { email: USER });
    note('signed-in', { email: USER });
    visit.response.setHeader('set-cookie', `portal_session=${id}; HttpOnly; SameSite=Lax; Path=/`);
    return visit.redirect(localPath(visit.form.get('next')));
  }

  function signOut(visit) {
    visitors.delete(visit.sessionId);
    note('signed-out', { email: visit.user.email });
    visit.response.setHeader('set-cookie', 'portal_session=; Max-Age=0; Path=/');
    visit.redirect('/sign-in');
  }

  function list(visit) {
    const search = (visit.query.get('q') ?? '').trim();
    const status = visit.query.get('status') ?? '';
    const found = book.find({ search, status });
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const page = Math.min(pages, Math.max(1, Math.floor(Number(visit.query.get('page'))) || 1));
    const rows = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    visit.html(listPage({ visit, search, status, page, pages, total: found.length, rows }));
  }

  function create(visit) {
    const values = Object.fromEntries(visit.form);
    const { invoice, problems } = checkInvoice(values);
    if (invoice === undefined) return visit.html(formPage({ visit, values, problems }), 422);
    const saved = book.add(invoice);
    note('invoice-created', { invoice: saved });
    return visit.html(savedPage({ visit, invoice: saved }), 201);
  }

  function detail(visit, number) {
    const invoice = book.get(number);
    if (invoice === undefined)
      return visit.html(messagePage({ visit, title: `There is no invoice ${number}` }), 404);
    return visit.html(detailPage({ visit, invoice }));
  }

  function markPaid(visit, number) {
    const invoice = book.get(number);
    if (invoice === undefined) return visit.json({ message: `There is no invoice ${number}.` }, 404);
    if (invoice.status === 'Paid') return visit.json({ message: `${number} was paid before.` }, 409);
    invoice.status = 'Paid';
    note('invoice-paid', { number });
    return visit.json({ status: invoice.status, message: `${number} is marked as paid.` });
  }

  async function answer(request, response) {
    const url = new URL(request.url ?? '/', 'http://portal');
    const file = STATIC[url.pathname];
    if (file !== undefined) {
      response.setHeader('content-type', file[1]);
      return response.end(await readFile(join(import.meta.dirname, file[0])));
    }
    const sessionId = /(?:^|;\s*)portal_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const visit = {
      response,
      sessionId,
      user: visitors.get(sessionId),
      query: url.searchParams,
      form: request.method === 'POST' ? await readForm(request) : new URLSearchParams(),
      html: (body, status = 200) => send(response, status, 'text/html; charset=utf-8', body),
      json: (body, status = 200) => send(response, status, 'application/json', JSON.stringify(body)),
      redirect: (path) => {
        response.writeHead(303, { location: path });
        response.end();
      },
    };
    if (visit.user === undefined && url.pathname !== '/sign-in') {
      const next = request.method === 'GET' ? `?next=${encodeURIComponent(url.pathname + url.search)}` : '';
      return visit.redirect(`/sign-in${next}`);
    }
    for (const [method, path, handle] of routes) {
      const match = path.exec(url.pathname);
      if (match !== null && method === request.method) return handle(visit, match[1]);
    }
    return visit.html(messagePage({ visit, title: 'There is no such page' }), 404);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) send(response, error.status ?? 500, 'text/plain', 'The request failed.\n');
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const actual = server.address().port;
  return {
    url: `http://${host}:${actual}`,
    port: actual,
    effects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readForm(request) {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (body.length > MOST_BODY_BYTES)
      throw Object.assign(new Error('The form is too large.'), { status: 413 });
  }
  return new URLSearchParams(body);
}

function send(response, status, type, body) {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}

/** Only a path of this site, whatever the address said. */
function localPath(next) {
  return next && /^\/(?![/\\])/.test(next) ? next : '/invoices';
}
