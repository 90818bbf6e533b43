import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLabs, type Lab, openLab } from '../actions/lab.ts';
import type { Answer } from '../support/site.ts';

const HELP = `
  const b = document.querySelector('#b');
  const out = document.querySelector('#out');
  const fin = () => { out.textContent = 'done'; };
  const get = (ms) => fetch('/get?ms=' + ms).then((r) => r.text());
  const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
`;

const page = (script: string, body = '') =>
  `<!doctype html><title>t</title>${body}<button id=b>Go</button><p id=out>start</p><script>${HELP}${script}</script>`;

const late: Answer = async ({ path }, response) => {
  const ms = Number(new URL(path, 'http://x').searchParams.get('ms') ?? '0');
  await new Promise((resolve) => setTimeout(resolve, ms));
  response.end('late');
};

const ANSWERS: Readonly<Record<string, string | Answer>> = {
  '/get': late,
  '/v1/track': async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    response.end();
  },
  '/poll': async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    response.end();
  },
  '/stream': (_, response) => {
    response.write('one ');
    setTimeout(() => response.write('two '), 75);
    setTimeout(() => response.end('three'), 150);
  },
  '/events': (_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write('data: 1\n\n');
  },
  '/module.js': async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    response.setHeader('content-type', 'text/javascript');
    response.end('export const x = 1;');
  },
  '/worker.js': (_, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end('onmessage = () => setTimeout(() => postMessage(1), 150);');
  },
  '/child': `<script>onmessage = () => fetch('/get?ms=120').then(() => parent.postMessage('back', '*'));</script>`,
  '/next': '<title>next</title><p id=out>done</p>',
  '/slow': async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    response.setHeader('content-type', 'text/html');
    response.end('<title>slow</title><p id=out>done</p>');
  },
  '/none': (_, response) => {
    setTimeout(() => response.writeHead(204).end(), 60);
  },
  '/file': (_, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="r.txt"' }).end('r');
  },
  '/n': `<body style="margin:0"><script>window.hits = []; for (const t of ['pointerdown','mousedown','pointerup','mouseup','click']) addEventListener(t, (e) => hits.push(e.type), true);</script><div style="height:100vh">n</div>`,
};

let lab: Lab;
beforeAll(async () => {
  lab = await openLab(ANSWERS);
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

/** Work that must be seen: by script, with what settle must have waited for. */
const SEEN: Readonly<Record<string, { script: string; body?: string; waitedFor: string }>> = {
  '1 a timer': { script: 'b.onclick = () => setTimeout(fin, 400);', waitedFor: 'timer' },
  '2 a chain of awaits': {
    script:
      'b.onclick = async () => { await get(100); await get(100); await sleep(50); await null; fin(); };',
    waitedFor: 'fetch',
  },
  '3 natives that the page kept': {
    script: "const st = setTimeout, f = fetch; b.onclick = () => st(() => f('/get?ms=80').then(fin), 30);",
    waitedFor: 'timer',
  },
  '4 a message between ports': {
    script:
      'const mc = new MessageChannel(); mc.port1.onmessage = fin; b.onclick = () => mc.port2.postMessage(0);',
    waitedFor: 'port',
  },
  '5 a port, then a request': {
    script:
      'const mc = new MessageChannel(); mc.port1.onmessage = () => get(100).then(fin); b.onclick = () => mc.port2.postMessage(0);',
    waitedFor: 'fetch',
  },
  '6 a chain of frames': {
    script:
      'b.onclick = () => { let n = 0; (function f() { ++n < 12 ? requestAnimationFrame(f) : fin(); })(); };',
    waitedFor: 'frame',
  },
  '7a toggle of details': {
    body: '<details id=d><summary>s</summary>x</details>',
    script:
      "const d = document.querySelector('#d'); d.ontoggle = () => get(100).then(fin); b.onclick = () => { d.open = true; };",
    waitedFor: 'fetch',
  },
  '7b close of a dialog': {
    body: '<dialog id=d open>x</dialog>',
    script:
      "const d = document.querySelector('#d'); d.onclose = () => get(100).then(fin); b.onclick = () => d.close();",
    waitedFor: 'fetch',
  },
  '7c going back in history': {
    script:
      "history.pushState(1, '', '#one'); onpopstate = () => get(100).then(fin); b.onclick = () => history.back();",
    waitedFor: 'fetch',
  },
  '7d a change of hash': {
    script: "onhashchange = () => get(100).then(fin); b.onclick = () => { location.hash = 'x'; };",
    waitedFor: 'fetch',
  },
  '8 a size that is watched': {
    body: '<div id=box style="height:20px">box</div>',
    script: `const box = document.querySelector('#box'); let first = true;
      new ResizeObserver(() => { if (first) { first = false; return; } get(100).then(fin); }).observe(box);
      b.onclick = () => { box.style.height = '60px'; };`,
    waitedFor: 'layout',
  },
  '9 the end of a transition elsewhere': {
    body: '<p id=p style="transition:opacity .25s">fades</p>',
    script:
      "const p = document.querySelector('#p'); p.ontransitionend = fin; b.onclick = () => { p.style.opacity = 0; };",
    waitedFor: 'animation',
  },
  '10 a module that is loaded': {
    script: "b.onclick = () => import('/module.js').then(() => get(120)).then(fin);",
    waitedFor: 'script',
  },
  '11 an answer of a worker': {
    script: "const w = new Worker('/worker.js'); w.onmessage = fin; b.onclick = () => w.postMessage(1);",
    waitedFor: 'worker',
  },
  '12 a body that is read by pieces': {
    script: `b.onclick = async () => { const r = await fetch('/stream'); const reader = r.body.getReader();
      for (;;) { const { done } = await reader.read(); if (done) break; } fin(); };`,
    waitedFor: 'stream',
  },
  '13 a frame that asks and answers': {
    body: '<iframe id=f src=/child></iframe>',
    script:
      "onmessage = fin; b.onclick = () => document.querySelector('#f').contentWindow.postMessage('ask', '*');",
    waitedFor: 'fetch',
  },
  'a message of the page to itself': {
    script:
      "onmessage = () => get(100).then(fin); postMessage('x'); onmessage = (e) => e.data === 'go' && get(100).then(fin); b.onclick = () => postMessage('go');",
    waitedFor: 'fetch',
  },
  '14 a progress by interval': {
    script:
      'b.onclick = () => { let n = 0; const i = setInterval(() => { if (++n === 6) { clearInterval(i); fin(); } }, 50); };',
    waitedFor: 'interval',
  },
  '28 five hundred promises and a timer': {
    script:
      'b.onclick = () => { let n = 0; (function f() { Promise.resolve().then(() => ++n < 500 ? f() : setTimeout(fin, 120)); })(); };',
    waitedFor: 'timer',
  },
  'an XMLHttpRequest': {
    script:
      "b.onclick = () => { const x = new XMLHttpRequest(); x.onload = fin; x.open('GET', '/get?ms=120'); x.send(); };",
    waitedFor: 'xhr',
  },
  'a database': {
    script: `b.onclick = () => { const open = indexedDB.open('db', 1);
      open.onupgradeneeded = () => open.result.createObjectStore('s');
      open.onsuccess = () => { const t = open.result.transaction('s', 'readwrite').objectStore('s').put(1, 'k'); t.onsuccess = fin; }; };`,
    waitedFor: 'database',
  },
  'the first message of a page to itself': {
    script: `addEventListener('message', (e) => { if (e.source === window) fin(); });
      b.onclick = () => { window.postMessage('x', '*'); };`,
    waitedFor: 'message',
  },
  'a database that another connection holds for a while': {
    script: `const name = 'held' + Math.random();
      const first = indexedDB.open(name, 1);
      first.onsuccess = () => { first.result.onversionchange = () => setTimeout(() => first.result.close(), 150); };
      b.onclick = () => { const open = indexedDB.open(name, 2); open.onsuccess = fin; };`,
    waitedFor: 'database',
  },
  'a database whose upgrade takes long': {
    script: `b.onclick = () => { const open = indexedDB.open('long', 1);
      open.onupgradeneeded = () => { const s = open.result.createObjectStore('s'); for (let i = 0; i < 3000; i++) s.put('x'.repeat(200), i); };
      open.onsuccess = fin; };`,
    waitedFor: 'database',
  },
};

for (const [name, { script, body, waitedFor }] of Object.entries(SEEN)) {
  test(`settle sees ${name}`, async () => {
    await lab.show(page(script, body));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const settled = await lab.clickAndSettle('#b');
    expect(await lab.inPage('out.textContent'), JSON.stringify(settled)).toBe('done');
    expect(settled.waitedFor).toContain(waitedFor);
    expect(settled.ended).toBe('empty');
    expect(settled.stillOpen).toEqual([]);
  });
}

/** Noise that must not be waited for: settle ends empty and has waited for nothing. */
const NOISE: Readonly<Record<string, { script: string; allowed?: readonly string[] }>> = {
  '9 transitions of the button itself': {
    script:
      "b.style.transition = 'background-color .3s'; b.onclick = () => { b.style.backgroundColor = 'red'; };",
  },
  '15a a clock by interval': { script: 'setInterval(() => { out.textContent = Date.now(); }, 20);' },
  '15b a clock by timers': {
    script: '(function tick() { out.textContent = Date.now(); setTimeout(tick, 15); })();',
  },
  '15c a carousel by frames': {
    script: '(function f() { out.style.left = Math.random() + "px"; requestAnimationFrame(f); })();',
  },
  '15d polling': { script: '(async () => { for (;;) { await get(20); await sleep(50); } })();' },
  '15e events from the server': { script: "new EventSource('/events').onmessage = () => {};" },
  '16a a beacon': { script: "b.onclick = () => navigator.sendBeacon('/v1/track');" },
  '16b a request that outlives the page': {
    script: "b.onclick = () => { fetch('/v1/none', { keepalive: true, method: 'POST' }); };",
  },
  '16c a count of the click': { script: "b.onclick = () => { fetch('/v1/track', { method: 'POST' }); };" },
};

for (const [name, { script }] of Object.entries(NOISE)) {
  test(`settle does not wait for ${name}`, async () => {
    await lab.show(page(script));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const settled = await lab.clickAndSettle('#b');
    expect(settled).toMatchObject({ ended: 'empty', waitedFor: [], stillOpen: [] });
  });
}

test('an endless interval begun by the click is let go after its time', async () => {
  await lab.show(page('b.onclick = () => { setInterval(() => {}, 50); fin(); };'));
  expect(await lab.clickAndSettle('#b')).toMatchObject({ ended: 'empty', waitedFor: ['interval'] });
});

test('a long poll begun by the click is named and not waited for to its end', async () => {
  await lab.show(page("b.onclick = () => { fetch('/poll'); fin(); };"));
  expect(await lab.clickAndSettle('#b')).toMatchObject({ ended: 'requests', stillOpen: ['GET /poll'] });
  const outcome = await lab.click('#b');
  expect(outcome.stillOpen).toEqual(['1 request open: GET /poll']);
});

test('while the page says that it is busy, a request is waited for longer', async () => {
  await lab.show(
    page(
      "b.onclick = async () => { out.setAttribute('aria-busy', 'true'); await get(1900); out.removeAttribute('aria-busy'); fin(); };",
    ),
  );
  expect(await lab.clickAndSettle('#b')).toMatchObject({ ended: 'empty' });
  expect(await lab.inPage('out.textContent')).toBe('done');
});

test('27 a page that replaced what the hook is made of is still read right, and sees no name of ours', async () => {
  const patches = `
    window.seen = [];
    const { apply } = Reflect;
    for (const [owner, name] of [[EventTarget.prototype, 'dispatchEvent'], [EventTarget.prototype, 'addEventListener'],
      [Map.prototype, 'get'], [Map.prototype, 'set'], [WeakMap.prototype, 'get'], [Reflect, 'apply'],
      [MessagePort.prototype, 'postMessage'], [Element.prototype, 'setAttribute'], [Promise.prototype, 'then']]) {
      const native = owner[name];
      owner[name] = function (...given) {
        const first = given[0];
        window.seen[window.seen.length] = name + ':' + (typeof first === 'string' ? first : first instanceof UIEvent ? first.type : '');
        return apply(native, this, given);
      };
    }
    window.Event = class { constructor(type) { window.seen[window.seen.length] = 'Event:' + type; } };
  `;
  await lab.show(page(`${patches} b.onclick = async () => { await get(80); setTimeout(fin, 40); };`));
  const settled = await lab.clickAndSettle('#b');
  expect(settled).toMatchObject({ ended: 'empty' });
  expect(settled.waitedFor).toEqual(expect.arrayContaining(['fetch', 'timer']));
  const read = async (expression: string) => {
    const reply = await lab.page.send<{ result: { value: string } }>('Runtime.evaluate', { expression });
    return reply.result.value;
  };
  expect(await read('out.textContent')).toBe('done');
  expect(await read('JSON.stringify(window.seen)')).not.toMatch(/door|data-family|portolan/);
});

test('a frame that gets a message knows the window that sent it', async () => {
  await lab.show(`<iframe id=f srcdoc="<script>onmessage = (e) => e.source.postMessage(e.source === parent, '*')</script>"></iframe>
    <button id=b>Go</button><p id=out></p><script>onmessage = (e) => { out.textContent = String(e.data); };
    b.onclick = () => f.contentWindow.postMessage('ask', '*');</script>`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await lab.clickAndSettle('#b');
  expect(await lab.inPage('out.textContent')).toBe('true');
});

test('18 a link that is answered late: the reply comes with the new document', async () => {
  await lab.show(page('', '<a id=a href=/slow>slow</a>'));
  const outcome = await lab.click('#a');
  expect(outcome).toMatchObject({ effect: 'navigated', dispatch: 'sent' });
  expect(outcome.url).toMatch(/\/slow$/);
  expect(await lab.inPage('document.title')).toBe('slow');
});

test('19 a link without a page, and one to a file: nothing claims that it navigated', async () => {
  await lab.show(page('', '<a id=a href=/none>none</a> <a id=f href=/file>file</a>'));
  const none = await lab.click('#a');
  expect(none.effect).toBe('none');
  expect(none.notes.join(' ')).toContain('HTTP 204');
  const file = await lab.click('#f');
  expect(file.effect).toBe('download');
  expect(file.notes.join(' ')).toContain('r.txt');
});

test('20 a press that leads to another page: its release does not land there', async () => {
  await lab.show(page("b.onmousedown = () => { location.href = '/n'; };"));
  expect(await lab.click('#b')).toMatchObject({ effect: 'navigated' });
  expect(await lab.inPage('window.hits')).toEqual([]);
});

test.each(['onmousedown', 'onclick'])('24 an alert in %s is told and does not block', async (handler) => {
  await lab.show(page(`b.${handler} = () => { alert('one'); alert('two'); fin(); };`));
  const outcome = await lab.click('#b');
  expect(outcome.notes.join(' ')).toMatch(/"one".*"two"/);
  expect(await lab.inPage('out.textContent')).toBe('done');
});

test('24 a late alert and a confirm end the wait', async () => {
  await lab.show(page("b.onclick = () => setTimeout(() => { if (confirm('sure?')) fin(); }, 100);"));
  expect(await lab.click('#b')).toMatchObject({ effect: 'dialog', dispatch: 'sent' });
  expect(lab.page.dialog?.message).toBe('sure?');
  await lab.page.answerDialog(true);
  expect(await lab.inPage('out.textContent')).toBe('done');
});

test('24 a question before leaving ends the wait, and the page stays', async () => {
  await lab.show(
    page('addEventListener("beforeunload", (e) => { e.preventDefault(); });', '<a id=a href=/next>leave</a>'),
  );
  await lab.click('#b');
  expect(await lab.click('#a')).toMatchObject({ effect: 'dialog' });
  expect(lab.page.dialog?.type).toBe('beforeunload');
  await lab.page.answerDialog(false);
  expect(await lab.inPage('out.textContent')).toBe('start');
});

test('without the hook, a late result is still seen by the ids of timers', async () => {
  await using lab = await openLab(ANSWERS, {
    settle: 'ids',
    withHook: false,
  });
  await lab.show(page('b.onclick = () => setTimeout(fin, 200);'));
  expect(await lab.clickAndSettle('#b')).toMatchObject({ ended: 'empty', waitedFor: ['timer'] });
  expect(await lab.inPage('out.textContent')).toBe('done');
});

test('without the hook, a request is waited for on the browser side', async () => {
  for (const settle of ['ids', 'network'] as const) {
    await using lab = await openLab(ANSWERS, { settle, withHook: false });
    await lab.show(page('b.onclick = () => get(250).then(fin);'));
    const settled = await lab.clickAndSettle('#b');
    expect(settled.waitedFor).toContain('fetch');
    expect(await lab.inPage('out.textContent')).toBe('done');
  }
});
