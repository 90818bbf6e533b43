// The pages of the benchmark, made by code so that their size is known, and the servers that show them.
import { createServer } from 'node:http';

export const FIELD_COUNT = 20;
export const fieldName = (place) => `Field ${place}`;

const html = (title, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
const times = (count, make) => Array.from({ length: count }, (_, place) => make(place + 1)).join('');

/** A plain form; what was sent is written under it by its own script. */
function form(prefix = '') {
  const fields = times(
    FIELD_COUNT,
    (n) =>
      `<div class="line"><label for="f${n}">${prefix}${fieldName(n)}</label><input id="f${n}" name="f${n}"></div>`,
  );
  return `<h1>${prefix}Form</h1><form id="form">${fields}<button>${prefix}Send all</button></form><p id="sent" role="status"></p>
    <script>document.getElementById('form').onsubmit = (event) => { event.preventDefault();
      document.getElementById('sent').textContent = 'Got ' + [...new FormData(event.target).values()].join(','); };</script>`;
}

/** Rows with a link and a button each; the button writes into its own row. */
function table(rows) {
  const row = (n) =>
    `<tr><td><a href="#order-${n}">Order ${n}</a></td><td>Client ${(n * 7919) % 1000}</td><td>${(n * 37) % 997}.50</td><td><button onclick="this.parentNode.nextElementSibling.textContent='bought '+(++window.count)">Buy ${n}</button></td><td>in stock</td></tr>`;
  return `<script>window.count=0</script><h1>Orders</h1><table><thead><tr><th>Order</th><th>Client</th><th>Price</th><th>Action</th><th>State</th></tr></thead><tbody>${times(rows, row)}</tbody></table>`;
}

/** About 1,500 elements of mixed kinds, as a front page has them. */
function news() {
  const story = (n) =>
    `<article><header><h2><a href="#story-${n}">Story ${n} about something that happened</a></h2><p class="by"><span>By writer ${n % 17}</span> <time datetime="2026-01-01">${n} hours ago</time></p></header>
    <figure><img alt="Picture ${n}" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><figcaption>Caption ${n}</figcaption></figure>
    <p>First lines of story ${n} with <b>strong</b> and <i>soft</i> words and a <a href="#source-${n}">source ${n}</a>.</p>
    <div><div><div><span>${n * 3} comments</span></div></div></div><div class="tools"><button>Share ${n}</button></div></article>`;
  return `<header><nav aria-label="Main"><ul>${times(20, (n) => `<li><a href="#part-${n}">Part ${n}</a></li>`)}</ul></nav>
    <form role="search"><input type="search" aria-label="Search news"><button type="button">Search</button></form></header>
    <main>${times(75, story)}</main><footer>${times(20, (n) => `<div><a href="#foot-${n}">Foot ${n}</a></div>`)}</footer>`;
}

/** Buttons two open shadow roots deep, with slotted text. */
function shadow(cards) {
  return `<h1>Cards</h1>${times(cards, (n) => `<bench-card data-n="${n}"><p>Slotted ${n}</p></bench-card>`)}<script>
    customElements.define('bench-leaf', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<button>Act ' + this.dataset.n + '</button>'; } });
    customElements.define('bench-card', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<section><h3>Card ' + this.dataset.n + '</h3><slot></slot><bench-leaf data-n="' + this.dataset.n + '"></bench-leaf></section>'; } });</script>`;
}

/** One button whose result comes at once, and one whose result comes 100 ms later. */
const counter = `<h1>Counter</h1><button id="now">Count now</button><button id="later">Count later</button><p id="count" role="status">count 0</p><script>
  let count = 0; const show = () => { document.getElementById('count').textContent = 'count ' + ++count; };
  document.getElementById('now').onclick = show;
  document.getElementById('later').onclick = () => { setTimeout(() => { window.shownAt = performance.timeOrigin + performance.now(); show(); }, 100); };</script>`;

function pagesFor(otherOrigin) {
  const frame = (title, source) =>
    `<iframe title="${title}" src="${source}" width="600" height="700"></iframe>`;
  return {
    'form-20': html('Form', form()),
    'in-same': html('Same', form('Same ')),
    'in-other': html('Other', form('Other ')),
    iframes: html(
      'Frames',
      `<h1>Frames</h1>${frame('same site', '/in-same')}${frame('other site', `${otherOrigin}/in-other`)}`,
    ),
    news: html('The Bench', news()),
    'table-100': html('Orders', table(100)),
    'table-1000': html('Orders', table(1000)),
    'table-5000': html('Orders', table(5000)),
    shadow: html('Cards', shadow(100)),
    counter: html('Counter', counter),
  };
}

/** Serves the pages on loopback; the frame of another site comes from a second server by another name. */
export async function servePages() {
  let pages = {};
  const answer = (request, response) => {
    const page = pages[request.url.slice(1).split(/[?#]/)[0]];
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(page ?? 'There is no such page.');
  };
  const servers = await Promise.all([listen(answer), listen(answer)]);
  const [main, other] = servers.map((server) => server.address().port);
  pages = pagesFor(`http://localhost:${other}`);
  return {
    url: (name) => `http://127.0.0.1:${main}/${name}`,
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function listen(answer) {
  return new Promise((resolve) => {
    const server = createServer(answer).listen(0, '127.0.0.1', () => resolve(server));
  });
}
