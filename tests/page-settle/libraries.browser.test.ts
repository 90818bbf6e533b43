import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLabs, type Lab, openLab } from '../actions/lab.ts';
import { builtPages } from '../apps/library-pages.ts';
import type { Answer } from '../support/site.ts';

const late: Answer = async ({ path }, response) => {
  await new Promise((resolve) =>
    setTimeout(resolve, Number(new URL(path, 'http://x').searchParams.get('ms'))),
  );
  response.end('late');
};

/** A socket server that answers every message after 150 ms. */
const sockets = createServer();
sockets.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('error', () => {});
  socket.on('data', (frame) => {
    if (((frame[0] ?? 0) & 15) === 1)
      setTimeout(() => socket.writable && socket.write(Buffer.from([129, 2, 111, 107])), 150);
  });
});

const page = (script: string) =>
  `<!doctype html><button id=b>Go</button><p id=out>start</p><div id=box></div><script>
    const fin = () => { out.textContent = 'done'; };
    const get = (ms) => fetch('/get?ms=' + ms).then((r) => r.text());
    ${script}</script>`;

let lab: Lab;
let socketPort = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
  socketPort = (sockets.address() as AddressInfo).port;
  lab = await openLab({
    ...(await builtPages({ late: 'libraries/forms/late.jsx' })),
    '/get': late,
    '/events': (_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      const beat = setInterval(() => response.write('data: 1\n\n'), 50);
      response.on('close', () => clearInterval(beat));
    },
  });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
  sockets.closeAllConnections();
  sockets.close();
});

test.each(['react', 'vue', 'jquery'])('a late result that %s brings is waited for', async (library) => {
  await lab.open('/late/');
  const settled = await lab.clickAndSettle(`#${library}`);
  expect(
    await lab.inPage(`document.querySelector('#${library}-out').textContent`),
    JSON.stringify(settled),
  ).toBe('done');
  expect(settled.ended).toBe('empty');
  expect(settled.waitedFor).toContain(library === 'jquery' ? 'xhr' : 'fetch');
});

test('what comes into view loads, and that is waited for', async () => {
  await lab.show(
    page(`box.hidden = true; box.style.cssText = 'height:40px;width:40px';
      new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) get(100).then(fin); }).observe(box);
      b.onclick = () => { box.hidden = false; };`),
  );
  const settled = await lab.clickAndSettle('#b');
  expect(await lab.inPage('out.textContent'), JSON.stringify(settled)).toBe('done');
});

test('the answer to a message on a socket is waited for', async () => {
  await lab.show(
    page(
      `window.ws = new WebSocket('ws://127.0.0.1:${socketPort}/'); ws.onmessage = fin; b.onclick = () => ws.send('go');`,
    ),
  );
  await lab.inPage('new Promise((resolve) => { if (ws.readyState === 1) resolve(); ws.onopen = resolve; })');
  const settled = await lab.clickAndSettle('#b');
  expect(await lab.inPage('out.textContent'), JSON.stringify(settled)).toBe('done');
  expect(settled.waitedFor.join(' ')).toMatch(/socket/);
});

test('an event stream that goes on by itself is not waited for', async () => {
  await lab.show(
    page(
      "window.beats = 0; new EventSource('/events').onmessage = () => { beats++; }; b.onclick = () => {};",
    ),
  );
  await lab.inPage(
    'new Promise((resolve) => { const t = setInterval(() => { if (beats > 1) { clearInterval(t); resolve(); } }, 10); })',
  );
  expect(await lab.clickAndSettle('#b')).toMatchObject({ ended: 'empty', waitedFor: [], ownChanges: 0 });
});

test('an action while the answer to the one before is open waits for what it enables, and says so', async () => {
  await lab.show(
    page(`box.innerHTML = '<button id=next disabled>Next</button>';
      b.onclick = () => { out.textContent = 'working'; get(1900).then(() => { document.querySelector('#next').disabled = false; }); };
      document.addEventListener('click', (e) => { if (e.target.id === 'next') fin(); });`),
  );
  const first = await lab.click('#b');
  expect(first.stillOpen.join(' ')).toContain('1 request open: GET /get');
  const second = await lab.click('#next');
  expect(second.notes.join(' ')).toContain('disabled at first');
  expect(second.notes.join(' ')).toContain('GET /get');
  expect(await lab.inPage('out.textContent')).toBe('done');
});

test('a control that nothing will enable is refused at once', async () => {
  await lab.show(page("box.innerHTML = '<button id=next disabled>Next</button>';"));
  await expect(lab.click('#next')).rejects.toMatchObject({
    code: 'disabled',
    facts: { dispatch: 'not_sent' },
  });
});
