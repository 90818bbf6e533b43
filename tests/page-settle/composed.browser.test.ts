import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLabs, type Lab, openLab } from '../actions/lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    '/get': async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      response.end('late');
    },
    '/worker.js': (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end('onmessage = () => setTimeout(() => postMessage(1), 40);');
    },
  });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

const ROUNDS = process.env['FULL'] === '1' ? 500 : 12;
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));

/** Ways in which a page can do something later. Idle callbacks are not among them: a loaded machine may never run them. */
const STEPS: Readonly<Record<string, string>> = {
  timer: '(next) => setTimeout(next, 60)',
  frame: '(next) => requestAnimationFrame(next)',
  fetch: "(next) => fetch('/get').then((r) => r.text()).then(next)",
  xhr: "(next) => { const x = new XMLHttpRequest(); x.onload = next; x.open('GET', '/get'); x.send(); }",
  port: '(next) => { const c = new MessageChannel(); c.port1.onmessage = next; c.port2.postMessage(0); }',
  worker: "(next) => { const w = new Worker('/worker.js'); w.onmessage = next; w.postMessage(0); }",
  promise: '(next) => Promise.resolve().then(() => {}).then(next)',
  digest: "(next) => crypto.subtle ? crypto.subtle.digest('SHA-256', new Uint8Array(9)).then(next) : next()",
  reader: "(next) => { const f = new FileReader(); f.onload = next; f.readAsText(new Blob(['x'])); }",
  bitmap: '(next) => createImageBitmap(new ImageData(2, 2)).then(next)',
};

test('results that come by mechanisms in any order are seen', async () => {
  let state = SEED >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const names = Object.keys(STEPS);
  const missed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chain = Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => names[Math.floor(random() * names.length)] ?? 'timer',
    );
    await lab.show(`<button id=b>Go</button><p id=out></p><script>
      const steps = [${chain.map((name) => STEPS[name]).join(',')}];
      b.onclick = () => { let at = 0; (function next() { at < steps.length ? steps[at++](next) : (out.textContent = 'done'); })(); };</script>`);
    const settled = await lab.clickAndSettle('#b');
    expect(settled, `seed ${SEED}, ${chain.join(' → ')}: ${JSON.stringify(settled)}`).toMatchObject({
      ended: 'empty',
    });
    if ((await lab.inPage('out.textContent')) !== 'done') missed.push(chain.join(' → '));
  }
  expect(missed, `seed ${SEED}: missed ${missed.length} of ${ROUNDS}`).toEqual([]);
}, 1_800_000);
