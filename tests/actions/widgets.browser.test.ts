import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '#actions/check.ts';
import { selectOptions } from '#actions/select-options.ts';
import { typeText } from '#actions/type-text.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite } from '../support/site.ts';
import { closeLabs, type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ '/next': '<title>next</title>next' });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

const choose = async (selector: string, ...values: string[]) =>
  await selectOptions(await lab.target(selector), values, lab.options);
const type = async (selector: string, text: string) =>
  await typeText(await lab.target(selector), text, lab.options);

const COMBOBOX = `<div id=x role=combobox tabindex=0 aria-expanded=false aria-controls=l aria-label=Size>Pick</div>
  <ul id=l role=listbox hidden></ul><script>
  const fill = () => { l.innerHTML = ['Small', 'Medium', 'Large'].map((t) => '<li role=option' + (t === 'Large' ? ' aria-disabled=true' : '') + '>' + t + '</li>').join(''); };
  x.onclick = () => { fill(); l.hidden = !l.hidden; x.setAttribute('aria-expanded', !l.hidden); };
  x.onkeydown = (e) => { if (e.key === 'Escape') { l.hidden = true; x.setAttribute('aria-expanded', false); } };
  l.onclick = (e) => { x.textContent = KEEPS ? x.textContent : e.target.textContent; l.hidden = true; x.setAttribute('aria-expanded', false); };
  </script>`;

test('a box with a list of its own is opened, chosen in and read back; a missing option closes it again', async () => {
  await lab.show(`<script>const KEEPS = false</script>${COMBOBOX}`);
  expect(await choose('#x', 'medium')).toMatchObject({
    dispatch: 'sent',
    effect: 'changed',
    value: 'medium',
  });
  expect(await lab.inPage('[x.textContent, l.hidden]')).toEqual(['Medium', true]);
  await expect(choose('#x', 'Huge')).rejects.toMatchObject({
    code: 'no_such_option',
    message: expect.stringContaining('"Small", "Medium"'),
  });
  await expect(choose('#x', 'Large')).rejects.toMatchObject({ code: 'no_such_option' });
  expect(await lab.inPage('[x.textContent, l.hidden]')).toEqual(['Medium', true]);
});

test('a box that keeps what it showed is no success', async () => {
  await lab.show(`<script>const KEEPS = true</script>${COMBOBOX}`);
  await expect(choose('#x', 'Medium')).rejects.toMatchObject({
    code: 'value_refused',
    message: expect.stringContaining('"Pick"'),
    facts: { dispatch: 'sent' },
  });
});

test('a list on the page holds just the options that were asked for', async () => {
  await lab.show(`<ul id=x role=listbox aria-multiselectable=true aria-label=Tags>
    <li role=option aria-selected=true>One</li><li role=option aria-selected=false>Two</li><li role=option aria-selected=false>Three</li></ul>
    <script>x.onclick = (e) => e.target.setAttribute('aria-selected', e.target.getAttribute('aria-selected') !== 'true')</script>`);
  await choose('#x', 'Two', 'Three');
  expect(await lab.inPage(`[...x.children].map((o) => o.getAttribute('aria-selected'))`)).toEqual([
    'false',
    'true',
    'true',
  ]);
});

test('a list that draws only what is in view is scrolled to the option', async () => {
  await lab.show(`<div id=x role=combobox aria-haspopup=listbox tabindex=0 aria-label=Row>none</div>
    <div id=l role=listbox style="height:120px;width:200px;overflow:auto;position:relative" hidden><div id=inner style="height:20000px"></div></div><script>
    const draw = () => { const first = Math.floor(l.scrollTop / 20); inner.innerHTML = ''; for (let i = first; i < first + 8; i++) inner.insertAdjacentHTML('beforeend', '<div role=option style="position:absolute;height:20px;top:' + i * 20 + 'px">Row ' + i + '</div>'); };
    l.onscroll = draw; x.onclick = () => { l.hidden = false; draw(); };
    l.onclick = (e) => { x.textContent = e.target.textContent; l.hidden = true; };</script>`);
  expect(await choose('#x', 'Row 321')).toMatchObject({ value: 'Row 321' });
  expect(await lab.inPage('x.textContent')).toBe('Row 321');
});

test('options that come as one types are typed for', async () => {
  await lab.show(`<input id=x role=combobox aria-expanded=false aria-controls=l aria-label=City><ul id=l role=listbox></ul><script>
    x.oninput = () => setTimeout(() => { l.innerHTML = x.value ? '<li role=option>' + x.value + '</li><li role=option>' + x.value + ' North</li>' : ''; x.setAttribute('aria-expanded', true); }, 120);
    l.onclick = (e) => { x.value = e.target.textContent; l.innerHTML = ''; };</script>`);
  await expect(choose('#x', 'Porto')).rejects.toMatchObject({ code: 'not_editable' });
  await lab.show(`<input id=x role=combobox aria-expanded=false aria-controls=l aria-label=City><ul id=l role=listbox></ul><script>
    const show = (text) => { l.innerHTML = '<li role=option>' + (text || 'Lisbon') + '</li>'; x.setAttribute('aria-expanded', true); };
    x.onclick = () => show(''); x.oninput = () => setTimeout(() => show(x.value), 120);
    l.onclick = (e) => { x.value = e.target.textContent; l.innerHTML = ''; };</script>`);
  expect(await choose('#x', 'Porto')).toMatchObject({ value: 'Porto' });
  expect(await lab.inPage('x.value')).toBe('Porto');
});

proves('P-27', 'an option that leads somewhere is not chosen but refused', async () => {
  await lab.show(
    `<button id=x aria-haspopup=menu onclick="m.hidden = false">More</button><div id=m role=menu hidden><a role=menuitem href=/next>Next</a></div>`,
  );
  await expect(choose('#x', 'Next')).rejects.toMatchObject({ code: 'not_editable' });
  expect(await lab.inPage('document.title')).not.toBe('next');
  await lab.show(
    '<form action=/next><button id=x>Send</button></form><a id=y href=/next>Next</a><input id=z>',
  );
  for (const selector of ['#x', '#y', '#z'])
    await expect(choose(selector, 'Next')).rejects.toMatchObject({
      code: 'not_editable',
      facts: { dispatch: 'not_sent' },
    });
});

test('a slider that the page draws is stepped to the value, within its limits', async () => {
  await lab.show(`<div id=x role=slider tabindex=0 aria-valuemin=0 aria-valuemax=100 aria-valuenow=10 aria-label=Volume style="width:80px;height:20px"></div><script>
    x.onkeydown = (e) => { const by = { ArrowRight: 5, ArrowLeft: -5 }[e.key]; if (by) x.setAttribute('aria-valuenow', Math.min(100, Math.max(0, Number(x.getAttribute('aria-valuenow')) + by))); };</script>`);
  expect(await type('#x', '75')).toMatchObject({ value: '75' });
  expect(await lab.inPage("x.getAttribute('aria-valuenow')")).toBe('75');
  await expect(type('#x', '200')).rejects.toMatchObject({
    code: 'value_refused',
    facts: { dispatch: 'not_sent' },
  });
  await expect(type('#x', '73')).rejects.toMatchObject({
    code: 'value_refused',
    facts: { dispatch: 'sent' },
  });
  await expect(type('#x', 'loud')).rejects.toMatchObject({ code: 'value_refused' });
});

test('a date is written in the form that its field shows', async () => {
  await lab.show(
    '<input id=x placeholder=DD/MM/YYYY><input id=y placeholder="jj.mm.aaaa"><input id=z value=31.01.2025>',
  );
  expect((await type('#x', '2026-12-31')).value).toBe('31/12/2026');
  expect((await type('#y', '2026-12-31')).value).toBe('31.12.2026');
  expect((await type('#z', '2026-12-31')).value).toBe('31.12.2026');
});

test('several options of a native list, and a switch of the page, are set and read back', async () => {
  await lab.show(
    "<select id=x multiple><option selected>A<option>B<option>C</select><div id=s role=switch tabindex=0 aria-checked=false aria-label=On onclick=\"s.setAttribute('aria-checked', s.getAttribute('aria-checked') !== 'true')\">on</div>",
  );
  expect(await choose('#x', 'B', 'C')).toMatchObject({ value: 'B, C' });
  expect(await check(await lab.target('#s'), true, lab.options)).toMatchObject({
    notes: ['It is checked now.'],
  });
});

proves('R2', 'what a script moves is pressed where it is, or refused as moving', async () => {
  await lab.show(`<style>#x{position:absolute;width:60px;height:30px;top:50px}</style><button id=x>Catch</button><script>
    window.caught = 0; x.onclick = () => { caught++; }; let at = 0;
    setInterval(() => { at = (at + 90) % 800; x.style.left = at + 'px'; }, 4);</script>`);
  for (let round = 0; round < 5; round += 1) {
    const before = await lab.inPage<number>('caught');
    const end = await lab.click('#x').then(
      () => 'clicked',
      (error: { code: string }) => error.code,
    );
    expect(['clicked', 'moving', 'intercepted']).toContain(end);
    expect(await lab.inPage('caught')).toBe(end === 'clicked' ? before + 1 : before);
  }
});

proves('P-43', 'a page that changed after the last reply says so in the next', async () => {
  await using bench = await PortalBench.open();
  await using site = await openSite({
    '/': `<button onclick="setTimeout(() => { p.textContent = 'late'; }, 900)">Go</button><button>Other</button><p id=p>early</p>`,
  });
  const client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.origin}/` });
  const first = await client.ok('browser_click', { ref: client.ref('button', 'Go') });
  expect(first).not.toContain('changed after');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const other = client.ref('button', 'Other');
  expect(await client.ok('browser_click', { ref: other })).toContain(
    'The page changed after the last reply.',
  );
  expect(await client.ok('browser_click', { ref: other })).not.toContain('changed after');
});
