import { html, layout } from './layout.mjs';

export function reportsPage({ visit, statuses }) {
  const link = (query, label) => `<li><a href="/reports/invoices.csv${query}">${label}</a></li>`;
  return layout({
    title: 'Reports',
    visit,
    current: '/reports',
    body: `<h1>Reports</h1>
<ul class="card plain" aria-label="Reports">${link('', 'All invoices (CSV)')}${statuses.map((status) => link(`?status=${status}`, `${status} invoices (CSV)`)).join('')}</ul>`,
  });
}

/** Invoices as a table of comma-separated values, each in quotes. */
export function invoicesCsv(invoices) {
  const columns = ['number', 'customer', 'category', 'due', 'amount', 'status'];
  const line = (values) => values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',');
  return [line(columns), ...invoices.map((invoice) => line(columns.map((name) => invoice[name])))]
    .map((text) => `${text}\r\n`)
    .join('');
}

export function documentsPage({ visit, sent, problem }) {
  const rows = sent.map(
    ({ name, about, sizeBytes }) =>
      `<tr><th scope="row">${html(name)}</th><td>${html(about)}</td><td class="number">${sizeBytes} bytes</td></tr>`,
  );
  const table =
    rows.length === 0
      ? '<p class="empty">Nothing was sent yet.</p>'
      : `<div class="scroll"><table aria-label="Sent documents"><thead><tr><th scope="col">File</th><th scope="col">About</th><th scope="col" class="number">Size</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return layout({
    title: 'Documents',
    visit,
    current: '/documents',
    body: `<h1>Documents</h1>
${problem ? `<p class="problem" role="alert">${problem}</p>` : ''}
<form class="card grid" method="post" action="/documents" enctype="multipart/form-data">
<div class="field"><label for="about">What it is about</label><input id="about" name="about" type="text"></div>
<div class="field"><label for="file">File</label><input id="file" name="file" type="file"></div>
<div class="wide"><button>Send document</button></div>
</form>
<h2>Sent</h2>
${table}`,
  });
}
