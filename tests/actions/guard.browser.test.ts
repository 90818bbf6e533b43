import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendClick } from '#browser/input.ts';
import { proves } from '../spec/proves.ts';
import { closeLabs, type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    '/danger': `<body style="margin:0"><button id=danger style="width:100vw;height:100vh">Danger</button>
      <script>for (const t of ['pointerdown','mousedown','pointerup','mouseup','click']) addEventListener(t, (e) => parent.postMessage('danger', '*'), true);</script>`,
  });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

/** A safe button, and a danger that comes under the pointer when `how` says. */
const PAGE = (how: string, danger = '<button id=danger>Danger</button>') => `<!doctype html>
  <style>#safe,#danger{position:absolute;left:50px;top:50px;width:120px;height:40px} #danger{top:-500px}</style>
  <button id=safe>Safe</button>${danger}
  <script>window.wrong = 0; window.right = 0;
    const move = () => { danger.style.top = '50px'; danger.style.zIndex = 9; };
    window.again = () => { danger.style.top = ''; danger.style.zIndex = ''; };
    for (const t of ['pointerdown','mousedown','pointerup','mouseup','click','focus']) danger.addEventListener(t, () => { wrong++; });
    onmessage = () => { wrong++; };
    safe.addEventListener('click', () => { right++; });
    ${how}</script>`;

const PAGES: Readonly<Record<string, string>> = {
  'when the pointer moves': PAGE("addEventListener('pointermove', move);"),
  'when the pointer comes over the target': PAGE("safe.addEventListener('pointerover', move);"),
  'when it is pressed (pointerdown)': PAGE("safe.addEventListener('pointerdown', move);"),
  'when it is pressed (mousedown)': PAGE("safe.addEventListener('mousedown', move);"),
  'as a frame, when the pointer moves': PAGE(
    "addEventListener('pointermove', move);",
    '<iframe id=danger src=/danger></iframe>',
  ),
  'from a closed shadow root': PAGE(
    `const root = danger.attachShadow({ mode: 'closed' }); root.innerHTML = '<button style="width:100%;height:100%">x</button>';
     addEventListener('pointermove', move);`,
    '<div id=danger></div>',
  ),
};

const ROUNDS = process.env['FULL'] === '1' ? 100 : 5;

for (const [when, html] of Object.entries(PAGES)) {
  proves(['P-27', 'R2'], `a danger that comes under the pointer ${when} gets no event`, async () => {
    await lab.show(html);
    await new Promise((resolve) => setTimeout(resolve, 80));
    for (let round = 0; round < ROUNDS; round += 1) {
      await lab.inPage('window.again()');
      await lab.page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 500, y: 500 });
      await lab.inPage('window.again()');
      const refused = await lab.click('#safe').catch((error: unknown) => error);
      if (refused instanceof Error)
        expect(refused).toMatchObject({ code: expect.stringMatching(/intercepted|covered/) });
      expect(await lab.inPage('window.wrong')).toBe(0);
    }
  });

  test(`the control: unguarded, a danger that comes ${when} is hit`, async () => {
    await lab.show(html);
    await new Promise((resolve) => setTimeout(resolve, 80));
    for (let round = 0; round < 40 && (await lab.inPage<number>('window.wrong')) === 0; round += 1) {
      await lab.inPage('window.again()');
      await lab.page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 500, y: 500 });
      await lab.inPage('window.again()');
      await sendClick(lab.page, { x: 110, y: 70 }, {});
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await lab.inPage<number>('window.wrong')).toBeGreaterThan(0);
  });
}

test('while the model holds the session, a document that expects nothing gets no trusted input', async () => {
  await lab.show(
    '<input id=x><script>window.hits = 0; for (const t of ["mousedown", "click", "keydown"]) addEventListener(t, () => { hits++; });</script>',
  );
  await lab.page.mainFrame.call('setHeld', [true]);
  await sendClick(lab.page, { x: 30, y: 20 }, {});
  expect(await lab.inPage('window.hits')).toBe(0);
  await lab.click('#x');
  expect(await lab.inPage('window.hits')).toBe(2);
  await lab.page.mainFrame.call('setHeld', [false]);
  await sendClick(lab.page, { x: 30, y: 20 }, {});
  expect(await lab.inPage('window.hits')).toBe(4);
});

test('a page that writes itself anew with document.open is guarded all the same', async () => {
  await lab.show(
    `<script>setTimeout(() => { document.open(); document.write(${JSON.stringify(PAGES['when the pointer moves']).replaceAll('</', '<\\/')}); document.close(); }, 30);</script>`,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  await lab.click('#safe').catch(() => {});
  expect(await lab.inPage('window.wrong')).toBe(0);
});

proves(
  ['P-27', 'R2'],
  'a frame that comes under the pointer while it is pressed makes the outcome unknown',
  async () => {
    await lab.show(`<button id=x style="position:absolute;left:50px;top:50px;width:120px;height:40px">Safe</button><script>
    x.addEventListener('pointerdown', () => { document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<button>Danger</button>" style="position:absolute;left:0;top:0;width:400px;height:300px;z-index:9"></iframe>'); document.body.offsetTop; });</script>`);
    const end = await lab.click('#x').catch((error: unknown) => error);
    if (end instanceof Error) expect(end).toMatchObject({ facts: { dispatch: 'unknown' } });
    else {
      expect(end).toMatchObject({ dispatch: 'unknown' });
      expect((end as { notes: readonly string[] }).notes.join(' ')).toContain('frame came under way');
    }
  },
);
