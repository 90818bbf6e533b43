import { CATEGORIES, DELIVERIES, STATUSES } from './invoices.mjs';

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text) => String(text ?? '').replace(/[&<>"']/g, (character) => ESCAPES[character]);
const money = (amount) => amount.toLocaleString('en-GB', { style: 'currency', currency: 'EUR' });

function layout({ title, visit, current, body }) {
  const link = (href, label) =>
    `<a href="${href}"${current === href ? ' aria-current="page"' : ''}>${label}</a>`;
  const top = visit?.user
    ? `<nav aria-label="Main">${link('/invoices', 'Invoices')}${link('/invoices/new', 'New invoice')}</nav>
<form class="sign-out" method="post" action="/sign-out"><span>${html(visit.user.email)}</span><button class="quiet">Sign out</button></form>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} — Quayside</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal.css">
<script src="/portal.js" defer></script>
</head>
<body>
<header><span class="brand">Quayside</span>${top}</header>
<main>
${body}
</main>
<footer>Quayside is a demonstration. The harbour, its customers and its invoices are invented.</footer>
</body>
</html>
`;
}

export function signInPage({ email, next, isRefused = false }) {
  const refusal = isRefused ? '<p class="problem" role="alert">Wrong e-mail or password.</p>' : '';
  return layout({
    title: 'Sign in',
    body: `<section class="card narrow">
<h1>Sign in</h1>
${refusal}
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${html(next)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${html(email)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
</section>`,
  });
}

export function listPage({ visit, search, status, page, pages, total, rows }) {
  const address = (number) => {
    const query = new URLSearchParams({
      ...(search && { q: search }),
      ...(status && { status }),
      page: number,
    });
    return html(`/invoices?${query}`);
  };
  const step = (number, label) =>
    number >= 1 && number <= pages ? `<a href="${address(number)}">${label}</a>` : `<span>${label}</span>`;
  const choices = ['', ...STATUSES].map((value) => option(value, value || 'Any status', status)).join('');
  const table =
    rows.length === 0
      ? '<p class="empty">No invoice matches.</p>'
      : `<table aria-label="Invoices">
<thead><tr><th scope="col">Number</th><th scope="col">Customer</th><th scope="col">Category</th><th scope="col">Due</th><th scope="col" class="number">Amount</th><th scope="col">Status</th></tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody>
</table>`;
  return layout({
    title: 'Invoices',
    visit,
    current: '/invoices',
    body: `<div class="heading"><h1>Invoices</h1><p>${total} in all</p></div>
<form class="filter" role="search" method="get" action="/invoices">
<label for="q">Search</label><input id="q" name="q" type="search" value="${html(search)}" placeholder="Number, customer or category">
<label for="status">Status</label><select id="status" name="status">${choices}</select>
<button>Search</button>
</form>
${table}
<nav class="pages" aria-label="Pages">${step(page - 1, 'Previous')}<span>Page ${page} of ${pages}</span>${step(page + 1, 'Next')}</nav>`,
  });
}

function tableRow({ number, customer, category, due, amount, status }) {
  return `<tr><th scope="row"><a href="/invoices/${number}">${number}</a></th><td>${html(customer)}</td><td>${category}</td><td>${due}</td><td class="number">${money(amount)}</td><td><span class="status ${status.toLowerCase()}">${status}</span></td></tr>`;
}

export function formPage({ visit, values = {}, problems = {} }) {
  const field = (name, label, control) => {
    const problem = problems[name]
      ? `<p class="problem" id="${name}-problem">${html(problems[name])}</p>`
      : '';
    return `<div class="field"><label for="${name}">${label}</label>${control}${problem}</div>`;
  };
  const marks = (name) => (problems[name] ? ` aria-invalid="true" aria-describedby="${name}-problem"` : '');
  const input = (name, type, more = '') =>
    `<input id="${name}" name="${name}" type="${type}" value="${html(values[name])}"${more}${marks(name)}>`;
  const radios = DELIVERIES.map((value) => {
    const isChosen = values.delivery ? values.delivery === value : value === DELIVERIES[0];
    return `<label><input type="radio" name="delivery" value="${value}"${isChosen ? ' checked' : ''}> ${value}</label>`;
  }).join('');
  const count = Object.keys(problems).length;
  const summary =
    count > 0 ? `<p class="problem" role="alert">The invoice was not saved: ${count} to correct.</p>` : '';
  return layout({
    title: 'New invoice',
    visit,
    current: '/invoices/new',
    body: `<h1>New invoice</h1>
${summary}
<form class="card grid" method="post" action="/invoices" novalidate data-once>
${field('customer', 'Customer', input('customer', 'text', ' autocomplete="off"'))}
${field('email', 'E-mail', input('email', 'email', ' autocomplete="off"'))}
${field('amount', 'Amount in euro', input('amount', 'number', ' min="0.01" step="0.01"'))}
${field('due', 'Due', input('due', 'date'))}
${field('category', 'Category', `<select id="category" name="category"${marks('category')}>${['', ...CATEGORIES].map((value) => option(value, value || 'Choose …', values.category ?? '')).join('')}</select>`)}
<fieldset class="field"><legend>Delivery</legend>${radios}</fieldset>
<div class="field wide"><label class="check"><input type="checkbox" name="reminder" value="yes"${values.reminder === 'yes' ? ' checked' : ''}> Send a reminder a week before</label></div>
<div class="wide">${field('notes', 'Notes', `<textarea id="notes" name="notes" rows="4" maxlength="500"${marks('notes')}>\n${html(values.notes)}</textarea>`)}</div>
<p class="wide total">With 23 % VAT: <output id="total" for="amount">–</output></p>
<div class="wide"><button>Save invoice</button></div>
</form>`,
  });
}

function option(value, label, chosen) {
  return `<option value="${html(value)}"${value === chosen ? ' selected' : ''}>${html(label)}</option>`;
}

function facts(invoice) {
  const rows = {
    Customer: invoice.customer,
    'E-mail': invoice.email,
    Amount: money(invoice.amount),
    Due: invoice.due,
    Category: invoice.category,
    Delivery: invoice.delivery,
    Reminder: invoice.reminder ? 'A week before' : 'None',
    Notes: invoice.notes || 'None',
  };
  const lines = Object.entries(rows).map(([term, value]) => `<dt>${term}</dt><dd>${html(value)}</dd>`);
  return `<dl class="card">${lines.join('')}<dt>Status</dt><dd id="status-of">${invoice.status}</dd></dl>`;
}

export function savedPage({ visit, invoice }) {
  return layout({
    title: `Saved ${invoice.number}`,
    visit,
    body: `<p class="done" role="status">Invoice ${invoice.number} was saved.</p>
<h1>Invoice ${invoice.number}</h1>
${facts(invoice)}
<p class="links"><a href="/invoices/new">New invoice</a><a href="/invoices">All invoices</a></p>`,
  });
}

export function detailPage({ visit, invoice }) {
  const button =
    invoice.status === 'Paid'
      ? ''
      : `<button data-paid="/invoices/${invoice.number}/paid">Mark as paid</button>`;
  return layout({
    title: `Invoice ${invoice.number}`,
    visit,
    body: `<p class="links"><a href="/invoices">All invoices</a></p>
<h1>Invoice ${invoice.number}</h1>
${facts(invoice)}
<p role="status" id="news"></p>
${button}`,
  });
}

export function messagePage({ visit, title }) {
  return layout({
    title,
    visit,
    body: `<h1>${html(title)}</h1><p class="links"><a href="/invoices">All invoices</a></p>`,
  });
}
