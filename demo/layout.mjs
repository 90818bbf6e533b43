const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML. */
export const html = (text) => String(text ?? '').replace(/[&<>"']/g, (character) => ESCAPES[character]);
export const money = (amount) => amount.toLocaleString('en-GB', { style: 'currency', currency: 'EUR' });

/** A whole page of the portal: its head, the menu of who is signed in, and what lies over it. */
export function layout({ title, visit, current, body }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} — Quayside</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal.css">
${scripts(visit)}
</head>
<body>
<header><span class="brand">Quayside</span>${visit?.user ? menu(visit, current) : ''}</header>
<main>
${body}
</main>
<footer>Quayside is a demonstration. The harbour, its customers and its invoices are invented.</footer>
${visit?.asksConsent ? CONSENT : ''}
</body>
</html>
`;
}

function menu(visit, current) {
  const link = ([href, label]) =>
    `<a href="${href}"${current === href ? ' aria-current="page"' : ''}>${label}</a>`;
  const has = (name) => visit.difficulties.has(name);
  const links = [
    ['/invoices', 'Invoices'],
    ['/invoices/new', 'New invoice'],
    ...(has('dependent-fields') ? [['/customers/new', 'Register customer']] : []),
    ...(has('downloads') ? [['/reports', 'Reports']] : []),
    ...(has('uploads') ? [['/documents', 'Documents']] : []),
    ...(has('hostile-page') ? [['/notices', 'Notices']] : []),
  ];
  return `<nav aria-label="Main">${links.map(link).join('')}</nav>
<form class="sign-out" method="post" action="/sign-out"><span>${html(visit.user.email)}</span><button class="quiet">Sign out</button></form>`;
}

function scripts(visit) {
  const has = (name) => visit?.difficulties.has(name) === true;
  return [
    'portal',
    ...(visit?.asksConsent ? ['consent'] : []),
    ...(has('expiry-warning') ? ['warning'] : []),
    ...(has('custom-controls') ? ['choice', 'calendar'] : []),
    ...(has('dependent-fields') ? ['customer'] : []),
  ]
    .map((name) => `<script type="module" src="/client/${name}.js"></script>`)
    .join('\n');
}

const CONSENT = `<div class="shade" data-consent>
<section class="consent" role="dialog" aria-labelledby="consent-title">
<h2 id="consent-title">Your privacy at the quay</h2>
<p>We use cookies that the portal needs to work. With your permission, we and 41 partners also use cookies to measure visits and to show advertising.</p>
<p class="choices"><button data-choice="all">Accept all</button><button class="quiet-dark" data-choice="essential">Only essential cookies</button></p>
</section>
</div>`;

export function messagePage({ visit, title }) {
  return layout({
    title,
    visit,
    body: `<h1>${html(title)}</h1><p class="links"><a href="/invoices">All invoices</a></p>`,
  });
}
