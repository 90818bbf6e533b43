import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { customerPage, kindFields, regionField, registeredPage } from './customer-pages.mjs';
import { checkCustomer } from './customers.mjs';
import { difficultySet } from './difficulties.mjs';
import { detailPage, formPage, listPage, savedPage, sheetPage } from './invoice-pages.mjs';
import { checkInvoice, InvoiceBook, STATUSES } from './invoices.mjs';
import { messagePage } from './layout.mjs';
import { noticesPage } from './notices-page.mjs';
import { documentsPage, invoicesCsv, reportsPage } from './office-pages.mjs';
import { formOf, readBody } from './read-body.mjs';
import { Sessions } from './sessions.mjs';
import { namePage, passwordPage, signInPage } from './sign-in.mjs';

const USER = 'ana@example.com';
const PASSWORD = 'harbour-7';
const PAGE_SIZE = 25;
const OPEN_TO_ALL = /^\/(sign-in|sign-in\/name|consent)$/;
const STATIC = /^\/(?:portal\.css|client\/[a-z]+\.js)$/;
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/**
 * Starts the demonstration portal: a small office site with a sign-in, 500 invoices and a form. As it is,
 * everything is simple; what makes real portals hard is switched on by name.
 *
 * @param {import('./portal.mjs').DemoOptions} [options]
 * @returns {Promise<import('./portal.mjs').DemoPortal>}
 */
export async function startDemoPortal(options = {}) {
  const { port = 0, host = '127.0.0.1', sessionLifetimeMs } = options;
  const difficulties = difficultySet(options.difficulties);
  const has = (name) => difficulties.has(name);
  const book = new InvoiceBook();
  const documents = [];
  const listeners = new Set();
  const effects = [];
  const note = (kind, facts) => effects.push({ kind, at: new Date().toISOString(), ...facts });
  const sessions = new Sessions({
    lifetimeMs: sessionLifetimeMs,
    isFirstShort: has('session-expiry'),
    onExpired: (email) => note('session-expired', { email }),
  });

  const routes = [
    ['GET', /^\/$/, (visit) => visit.redirect('/invoices')],
    ['GET', /^\/sign-in$/, askToSignIn],
    ['POST', /^\/sign-in$/, signIn],
    ['POST', /^\/sign-out$/, signOut],
    ['GET', /^\/invoices$/, list],
    ['GET', /^\/invoices\/new$/, (visit) => visit.html(formPage({ visit }))],
    ['POST', /^\/invoices$/, create],
    ['GET', /^\/invoices\/(F-\d+)$/, (visit, number) => detail(visit, number, detailPage)],
    ['POST', /^\/invoices\/(F-\d+)\/paid$/, markPaid],
    ...when('cookie-banner', ['POST', /^\/consent$/, consent]),
    ...when('two-step-sign-in', ['POST', /^\/sign-in\/name$/, askForPassword]),
    ...when('detail-in-frame', [
      'GET',
      /^\/invoices\/(F-\d+)\/sheet$/,
      (visit, number) => detail(visit, number, sheetPage),
    ]),
    ...when(
      'expiry-warning',
      ['POST', /^\/session\/warning$/, warnOnce],
      ['POST', /^\/session\/extend$/, extendSession],
    ),
    ...when(
      'dependent-fields',
      ['GET', /^\/customers\/new$/, (visit) => visit.html(customerPage({ visit }))],
      ['GET', /^\/customers\/fields$/, customerFields],
      ['POST', /^\/customers$/, register],
    ),
    ...when(
      'downloads',
      ['GET', /^\/reports$/, (visit) => visit.html(reportsPage({ visit, statuses: STATUSES }))],
      ['GET', /^\/reports\/invoices\.csv$/, report],
    ),
    ...when(
      'uploads',
      ['GET', /^\/documents$/, (visit) => visit.html(documentsPage({ visit, sent: documents }))],
      ['POST', /^\/documents$/, receive],
    ),
    ...when(
      'hostile-page',
      ['GET', /^\/notices$/, (visit) => visit.html(noticesPage({ visit }))],
      ['GET', /^\/bait\/([a-z]+)$/, takeBait],
      ['POST', /^\/bait\/([a-z]+)$/, takeBait],
    ),
    ...when('self-refresh', ['GET', /^\/news$/, news]),
  ];

  function when(name, ...its) {
    return has(name) ? its : [];
  }

  function askToSignIn(visit) {
    const next = visit.query.get('next');
    const hasExpired = visit.query.has('expired');
    const page = has('two-step-sign-in') ? namePage : signInPage;
    visit.html(page({ visit, next, hasExpired }));
  }

  function askForPassword(visit) {
    const email = (visit.form.get('email') ?? '').trim();
    visit.html(passwordPage({ visit, email, next: visit.form.get('next') }));
  }

  function signIn(visit) {
    const email = visit.form.get('email') ?? '';
    const next = visit.form.get('next');
    if (email.trim().toLowerCase() !== USER || visit.form.get('password') !== PASSWORD) {
      note('sign-in-refused', { email });
      const page = has('two-step-sign-in') ? passwordPage : signInPage;
      return visit.html(page({ visit, email, next, isRefused: true }), 401);
    }
    const { id } = sessions.open(USER);
    note('signed-in', { email: USER });
    visit.setCookie(`portal_session=${id}; HttpOnly; SameSite=Lax; Path=/`);
    return visit.redirect(localPath(next));
  }

  function signOut(visit) {
    sessions.close(visit.user.id);
    note('signed-out', { email: visit.user.email });
    visit.setCookie('portal_session=; Max-Age=0; Path=/');
    visit.redirect('/sign-in');
  }

  function consent(visit) {
    const choice = visit.form.get('choice') === 'all' ? 'all' : 'essential';
    note('consent', { choice });
    visit.setCookie(`portal_consent=${choice}; SameSite=Lax; Path=/`);
    visit.json({ choice });
  }

  function warnOnce(visit) {
    const due = !visit.user.isWarned;
    visit.user.isWarned = true;
    if (due) note('session-warned', { email: visit.user.email });
    visit.json({ due });
  }

  function extendSession(visit) {
    sessions.extend(visit.user);
    note('session-extended', { email: visit.user.email });
    visit.json({});
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

  function detail(visit, number, page) {
    const invoice = book.get(number);
    if (invoice === undefined)
      return visit.html(messagePage({ visit, title: `There is no invoice ${number}` }), 404);
    return visit.html(page({ visit, invoice }));
  }

  function markPaid(visit, number) {
    const invoice = book.get(number);
    if (invoice === undefined) return visit.json({ message: `There is no invoice ${number}.` }, 404);
    if (invoice.status === 'Paid') return visit.json({ message: `${number} was paid before.` }, 409);
    invoice.status = 'Paid';
    note('invoice-paid', { number });
    return visit.json({ status: invoice.status, message: `${number} is marked as paid.` });
  }

  function customerFields(visit) {
    const { query } = visit;
    if (query.get('part') === 'kind') return visit.html(kindFields(query.get('kind')));
    return visit.html(regionField(visit, query.get('country')));
  }

  function register(visit) {
    const values = Object.fromEntries(visit.form);
    const { customer, problems } = checkCustomer(values);
    if (customer === undefined) return visit.html(customerPage({ visit, values, problems }), 422);
    note('customer-registered', { customer });
    return visit.html(registeredPage({ visit, customer }), 201);
  }

  function report(visit) {
    const status = visit.query.get('status') ?? '';
    const invoices = book.find({ search: '', status });
    const name = `invoices${status && `-${status.toLowerCase()}`}.csv`;
    note('report-downloaded', { name, rows: invoices.length });
    visit.response.setHeader('content-disposition', `attachment; filename="${name}"`);
    visit.send(200, 'text/csv; charset=utf-8', invoicesCsv(invoices));
  }

  function receive(visit) {
    const file = visit.files.get('file');
    if (file === undefined || file.name === '')
      return visit.html(documentsPage({ visit, sent: documents, problem: 'Choose a file.' }), 422);
    const sha256 = createHash('sha256').update(file.content).digest('hex');
    const document = {
      name: file.name,
      about: visit.form.get('about') ?? '',
      sizeBytes: file.content.length,
      sha256,
    };
    documents.push(document);
    note('document-sent', document);
    return visit.redirect('/documents');
  }

  function takeBait(visit, bait) {
    note('bait-taken', { bait });
    visit.html(messagePage({ visit, title: 'Thank you' }));
  }

  /** Keeps the line open; the list reloads itself when the office has news. */
  function news({ response }) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(':\n\n');
    listeners.add(response);
    response.once('close', () => listeners.delete(response));
  }

  function visitOf(request, response, url, body) {
    const cookie = (name) => new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
    const send = (status, type, content) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(content);
    };
    const sessionId = cookie('portal_session');
    const user = sessionId === undefined ? undefined : sessions.visit(sessionId);
    return {
      response,
      send,
      user,
      difficulties,
      hadSession: sessionId !== undefined && user === undefined,
      asksConsent: has('cookie-banner') && cookie('portal_consent') === undefined,
      query: url.searchParams,
      ...formOf(request.headers['content-type'], body),
      html: (content, status = 200) => send(status, 'text/html; charset=utf-8', content),
      json: (content, status = 200) => send(status, 'application/json', JSON.stringify(content)),
      setCookie: (text) => response.setHeader('set-cookie', text),
      redirect: (path) => {
        response.writeHead(303, { location: path });
        response.end();
      },
    };
  }

  async function answer(request, response) {
    const url = new URL(request.url ?? '/', 'http://portal');
    if (STATIC.test(url.pathname)) return await sendFile(response, url.pathname);
    const visit = visitOf(request, response, url, await readBody(request));
    if (visit.user === undefined && !OPEN_TO_ALL.test(url.pathname)) {
      const query = new URLSearchParams({
        ...(request.method === 'GET' && { next: url.pathname + url.search }),
        ...(visit.hadSession && { expired: '1' }),
      });
      return visit.redirect(`/sign-in${query.size > 0 ? `?${query}` : ''}`);
    }
    for (const [method, path, handle] of routes) {
      const match = path.exec(url.pathname);
      if (match !== null && method === request.method) return handle(visit, match[1]);
    }
    return visit.html(messagePage({ visit, title: 'There is no such page' }), 404);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (response.headersSent) return;
      response.writeHead(error.status ?? 500, { 'content-type': 'text/plain' });
      response.end('The request failed.\n');
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
    expireSessions: () => sessions.expireAll(),
    announceNews: () => {
      for (const listener of listeners) listener.write('data: news\n\n');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function sendFile(response, path) {
  const content = await readFile(join(import.meta.dirname, path)).catch(() => undefined);
  response.writeHead(content === undefined ? 404 : 200, {
    'content-type': TYPES[path.split('.').at(-1)],
    'cache-control': 'no-store',
  });
  response.end(content);
}

/** Only a path of this site, whatever the address said. */
function localPath(next) {
  return next && /^\/(?![/\\])/.test(next) ? next : '/invoices';
}
