import { afterAll, beforeAll, expect, test } from 'vitest';
import { click } from '#actions/click.ts';
import { proves } from '../spec/proves.ts';
import { closeLabs, type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    '/next': '<title>next</title>next',
    '/inner': '<button id=x onclick="this.textContent = \'pressed\'">inner</button>',
  });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

const RECORD = `<script>window.hits = [];
  for (const t of ['pointerdown','mousedown','pointerup','mouseup','click','auxclick','dblclick','contextmenu'])
    addEventListener(t, (e) => hits.push(t + ':' + (e.target.id || e.target.localName)), true);</script>`;
const nothingReachedThePage = async () => expect(await lab.inPage('window.hits')).toEqual([]);

proves('R2', 'each reason not to press is its own refusal, and nothing reaches the page', async () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['hidden', '<button id=x style="display:none">x</button>', 'not visible'],
    ['hidden', '<button id=x style="visibility:hidden">x</button>', 'not visible'],
    ['disabled', '<button id=x disabled>x</button>', 'disabled'],
    ['disabled', '<button id=x aria-disabled=true>x</button>', 'aria-disabled'],
    ['disabled', '<div inert><button id=x>x</button></div>', 'inert'],
    ['disabled', '<button id=x style="pointer-events:none">x</button>', 'pointer-events'],
    ['covered', '<button id=x>x</button><div id=ov style="position:fixed;inset:0">over</div>', 'covered'],
    [
      'moving',
      '<style>@keyframes m{to{transform:translateX(400px)}}#x{animation:m .4s infinite linear}</style><button id=x>x</button>',
      'moving',
    ],
  ];
  for (const [code, html, says] of cases) {
    await lab.show(`${RECORD}${html}`);
    const refused = await lab.click('#x').catch((error: unknown) => error);
    expect(refused, html).toMatchObject({ code, facts: { dispatch: 'not_sent' } });
    expect(String(refused)).toContain(says);
    await nothingReachedThePage();
  }
});

test('what covers is named with its ref, and with the control that closes it', async () => {
  await lab.show(`${RECORD}<button id=x>x</button>
    <div id=ov role=dialog aria-label=Cookies style="position:fixed;inset:0;background:#fff">We <button id=c onclick="ov.remove()">Reject all</button></div>`);
  const cover = await lab.target('#ov');
  const closer = await lab.target('#c');
  const refused = await lab.click('#x').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'covered', facts: { byRef: cover.text, closerRef: closer.text } });
  expect(String(refused)).toContain(`dialog "Cookies" [${cover.text}]`);
  await click(closer, lab.options);
  expect(await lab.click('#x')).toMatchObject({ dispatch: 'sent' });
});

test('a reason that is passing is waited for', async () => {
  await lab.show(`<style>#ov{position:fixed;inset:0;animation:f .4s forwards}@keyframes f{to{transform:translateY(100vh)}}</style>
    <button id=x onclick="this.textContent = 'pressed'">x</button><div id=ov>leaving</div>`);
  await lab.click('#x');
  expect(await lab.inPage('x.textContent')).toBe('pressed');
});

proves(
  ['P-22', 'P-28'],
  'an element that is gone is refused, and its look-alike is not pressed in its place',
  async () => {
    await lab.show(`${RECORD}<div id=box><button id=x>Delete</button></div>`);
    const target = await lab.target('#x');
    await lab.inPage(`box.innerHTML = '<button id=x>Delete</button>'`);
    await expect(click(target, lab.options)).rejects.toMatchObject({
      code: 'detached_ref',
      facts: { dispatch: 'not_sent' },
    });
    await nothingReachedThePage();
  },
);

proves('P-27', 'a node that lives on as something else is refused, and says what it was and is', async () => {
  for (const change of [
    `x.textContent = 'Delete F-2042'`,
    `x.setAttribute('role', 'link')`,
    `document.querySelector('td').textContent = 'Other row'`,
  ]) {
    await lab.show(`${RECORD}<table><tr><td>First row<td><button id=x>Delete F-2041</button></table>`);
    const target = await lab.target('#x');
    await lab.inPage(change);
    const refused = await click(target, lab.options).catch((error: unknown) => error);
    expect(refused, change).toMatchObject({ code: 'changed_ref', facts: { dispatch: 'not_sent' } });
    expect(String(refused)).toContain('Delete F-2041');
    await nothingReachedThePage();
  }
});

test.each([
  ['Inbox (2)', 'Inbox (3)'],
  ['Step 2/5', 'Step 3/5'],
  ['Resend in 29 s', 'Resend in 28 s'],
  ['Pause 03:12', 'Pause 03:13'],
  ['Messages 3', 'Messages 4'],
  ['Save', 'SAVE '],
])('a counter or clock is no change: %s, %s', async (was, is) => {
  await lab.show(`<button id=x>${was}</button>`);
  const target = await lab.target('#x');
  await lab.inPage(`x.textContent = ${JSON.stringify(is)}`);
  expect(await click(target, lab.options)).toMatchObject({ dispatch: 'sent' });
});

test.each([
  ['Delete F-2041', 'Delete F-2042'],
  ['Open A1', 'Open A2'],
  ['Pay 10.50', 'Pay 99.50'],
  ['On 2026-12-01', 'On 2026-12-02'],
])('a number that names the thing is a change: %s, %s', async (was, is) => {
  await lab.show(`<button id=x>${was}</button>`);
  const target = await lab.target('#x');
  await lab.inPage(`x.textContent = ${JSON.stringify(is)}`);
  await expect(click(target, lab.options)).rejects.toMatchObject({ code: 'changed_ref' });
});

proves('P-43', 'a click on something dead says that nothing changed', async () => {
  await lab.show('<div id=x tabindex=0>dead</div><button id=b>dead too</button>');
  expect(await lab.click('#x')).toMatchObject({
    effect: 'none',
    domChanges: 0,
    requests: 0,
    dispatch: 'sent',
  });
  expect(await lab.click('#b')).toMatchObject({ effect: 'none' });
  await lab.show(
    '<button id=b>dead</button><p id=c></p><script>setInterval(() => { c.textContent = Date.now(); }, 5);</script>',
  );
  const noisy = await lab.click('#b');
  expect(noisy).toMatchObject({ effect: 'none', domChanges: 0 });
});

test('a form that is not sent says which field keeps it', async () => {
  await lab.show(
    '<form action=/next><label>Email <input required type=email></label><button id=x>Send</button></form>',
  );
  const outcome = await lab.click('#x');
  expect(outcome.notes.join(' ')).toMatch(/"Email" is invalid \(.+\)/);
  expect(outcome.effect).not.toBe('navigated');
});

proves('P-21', 'refs of one reading work on after typing, clicking and choosing', async () => {
  await lab.show(
    `<button id=a onclick="this.insertAdjacentHTML('afterend', '<i>new</i>')">Add</button><button id=x onclick="this.dataset.n = 1">Other</button><button id=y onclick="this.dataset.n = 1">Third</button>`,
  );
  const targets = await Promise.all(['#a', '#x', '#y'].map((selector) => lab.target(selector)));
  for (const target of targets) expect(await click(target, lab.options)).toMatchObject({ effect: 'changed' });
});

test('what is far down is scrolled to; a tab that opens is told', async () => {
  await lab.show(
    '<div style="height:4000px"></div><button id=x onclick="this.dataset.n = 1">far</button><a id=t href=/next target=_blank>tab</a>',
  );
  expect(await lab.click('#x')).toMatchObject({ effect: 'changed' });
  const opened = await lab.click('#t');
  expect(opened).toMatchObject({ effect: 'opened_tab', tabs: [expect.stringMatching(/^t\d+$/)] });
  await lab.context.page(opened.tabs?.[0] ?? '')?.close();
});

test('elements in frames and shadow roots, open and closed, are pressed; covered frames are not', async () => {
  await lab.show(`<my-open></my-open><my-closed></my-closed><iframe id=f src=/inner style="margin:40px;border:7px solid"></iframe>
    <script>for (const mode of ['open', 'closed']) customElements.define('my-' + mode, class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode }).innerHTML = '<button id=x>in</button>'; } });
      document.querySelector('my-open').shadowRoot.querySelector('#x').onclick = () => { document.title = 'open pressed'; };</script>`);
  await click(await lab.target('my-open >>> #x'), lab.options);
  expect(await lab.inPage('document.title')).toBe('open pressed');
  await expect.poll(() => lab.page.frames()[1]?.hasWorld).toBe(true);
  await expect.poll(() => lab.page.frames()[1]?.url).toContain('/inner');
  const frame = lab.page.frames()[1];
  await waitForButton();
  await click(await lab.target('#x', frame), lab.options);
  expect(await lab.inPage("f.contentDocument.querySelector('#x').textContent")).toBe('pressed');
  const again = await lab.target('#x', frame);
  await lab.inPage(
    `document.body.insertAdjacentHTML('beforeend', '<div id=ov style="position:fixed;inset:0">over</div>')`,
  );
  await expect(click(again, lab.options)).rejects.toMatchObject({ code: 'covered' });

  async function waitForButton(): Promise<void> {
    await expect.poll(async () => await lab.inPage("!!f.contentDocument.querySelector('#x')")).toBe(true);
  }
});
