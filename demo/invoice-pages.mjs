import { field, input as inputOf, option } from './controls.mjs';
import { day, pick } from './customer-pages.mjs';
import { CATEGORIES, DELIVERIES, STATUSES } from './invoices.mjs';
import { html, layout, money } from './layout.mjs';

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
      : `<div class="scroll"><table aria-label="Invoices">
<thead><tr><th scope="col">Number</th><th scope="col">Customer</th><th scope="col">Category</th><th scope="col">Due</th><th scope="col" class="number">Amount</th><th scope="col">Status</th></tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody>
</table></div>`;
  return layout({
    title: 'Invoices',
    visit,
    current: '/invoices',
    body: `<div class="heading"${visit.difficulties.has('self-refresh') ? ' data-news' : ''}><h1>Invoices</h1><p>${total} in all</p>${SHORTCUTS(visit)}</div>
<form class="filter" role="search" method="get" action="/invoices">
<label for="q">Search</label><input id="q" name="q" type="search" value="${html(search)}" placeholder="Number, customer or category">
<label for="status">Status</label><select id="status" name="status">${choices}</select>
<button>Search</button>
</form>
${table}
<nav class="pages" aria-label="Pages">${step(page - 1, 'Previous')}<span>Page ${page} of ${pages}</span>${step(page + 1, 'Next')}</nav>`,
  });
}

/** A button whose page script never came to it: it looks alive and does nothing. */
const SHORTCUTS = ({ difficulties }) =>
  difficulties.has('dead-shortcut')
    ? '<button type="button" class="quiet-dark" id="quick-add">New invoice</button>'
    : '';

function tableRow({ number, customer, category, due, amount, status }) {
  return `<tr><th scope="row"><a href="/invoices/${number}">${number}</a></th><td>${html(customer)}</td><td>${category}</td><td>${due}</td><td class="number">${money(amount)}</td><td><span class="status ${status.toLowerCase()}">${status}</span></td></tr>`;
}

export function formPage({ visit, values = {}, problems = {} }) {
  const input = (name, label, type, more = '') =>
    field({
      name,
      label,
      problem: problems[name],
      control: inputOf({ name, type, value: values[name], problem: problems[name], more }),
    });
  const chosen = (name, label) => ({ name, label, value: values[name], problem: problems[name] });
  const radios = DELIVERIES.map((value) => {
    const isChosen = values.delivery ? values.delivery === value : value === DELIVERIES[0];
    return `<label><input type="radio" name="delivery" value="${value}"${isChosen ? ' checked' : ''}> ${value}</label>`;
  }).join('');
  const notes = field({
    name: 'notes',
    label: 'Notes',
    problem: problems.notes,
    isWide: true,
    control: `<textarea id="notes" name="notes" rows="4" maxlength="500"${problems.notes ? ' aria-invalid="true" aria-describedby="notes-problem"' : ''}>\n${html(values.notes)}</textarea>`,
  });
  const count = Object.keys(problems).length;
  const summary =
    count > 0 ? `<p class="problem" role="alert">The invoice was not saved: ${count} to correct.</p>` : '';
  const warns = visit.difficulties.has('expiry-warning') ? ' data-warns' : '';
  return layout({
    title: 'New invoice',
    visit,
    current: '/invoices/new',
    body: `<h1>New invoice</h1>
${summary}
<form class="card grid" method="post" action="/invoices" novalidate data-once${warns}>
${input('customer', 'Customer', 'text', ' autocomplete="off"')}
${input('email', 'E-mail', 'email', ' autocomplete="off"')}
${input('amount', 'Amount in euro', 'number', ' min="0.01" step="0.01"')}
${day(visit, chosen('due', 'Due'))}
${pick(visit, { ...chosen('category', 'Category'), options: CATEGORIES })}
<fieldset class="field"><legend>Delivery</legend>${radios}</fieldset>
<div class="field wide"><label class="check"><input type="checkbox" name="reminder" value="yes"${values.reminder === 'yes' ? ' checked' : ''}> Send a reminder a week before</label></div>
${notes}
<p class="wide total">With 23 % VAT: <output id="total" for="amount">–</output></p>
<div class="wide"><button>Save invoice</button></div>
</form>`,
  });
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
  const content = visit.difficulties.has('detail-in-frame')
    ? `<iframe class="sheet" title="Invoice sheet" src="/invoices/${invoice.number}/sheet"></iframe>`
    : sheet(invoice);
  return layout({
    title: `Invoice ${invoice.number}`,
    visit,
    body: `<p class="links"><a href="/invoices">All invoices</a></p>
<h1>Invoice ${invoice.number}</h1>
${content}`,
  });
}

/** The detail as the page that a frame shows. */
export function sheetPage({ invoice }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sheet of ${invoice.number}</title>
<link rel="stylesheet" href="/portal.css">
<script type="module" src="/client/portal.js"></script>
</head>
<body class="framed">
${sheet(invoice)}
</body>
</html>
`;
}

function sheet(invoice) {
  const button =
    invoice.status === 'Paid'
      ? ''
      : `<button data-paid="/invoices/${invoice.number}/paid">Mark as paid</button>`;
  return `${facts(invoice)}
<p role="status" id="news"></p>
${button}`;
}
