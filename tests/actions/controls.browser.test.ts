import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '#actions/check.ts';
import { hover } from '#actions/hover.ts';
import { press, pressFocused } from '#actions/press.ts';
import { scroll } from '#actions/scroll.ts';
import { selectOptions } from '#actions/select-options.ts';
import { typeText } from '#actions/type-text.ts';
import { waitFor } from '#actions/wait.ts';
import { proves } from '../spec/proves.ts';
import { closeLabs, type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ '/next': '<title>next</title>next' });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

/** Every event that a page can get of an input, so that "nothing was sent" can be told. */
const RECORD = `<script>window.hits = [];
  for (const t of ['pointerdown','mousedown','pointerup','mouseup','click','keydown','keypress','beforeinput','input','change'])
    addEventListener(t, (e) => hits.push(t + ':' + (e.target.id || e.target.localName)), true);</script>`;

const type = async (selector: string, text: string, more: object = {}) =>
  await typeText(await lab.target(selector), text, { ...lab.options, ...more });
const value = async (selector: string) =>
  await lab.inPage<string>(
    `document.querySelector('${selector}').value ?? document.querySelector('${selector}').innerText`,
  );
const nothingReachedThePage = async () => expect(await lab.inPage('window.hits')).toEqual([]);

test.each([
  ['<input id=x value=old>', 'new', 'new'],
  ['<textarea id=x>old</textarea>', 'one\ntwo', 'one\ntwo'],
  ['<input id=x type=email>', 'a@b.pt', 'a@b.pt'],
  ['<input id=x type=number value=1>', '3.5', '3.5'],
  ['<input id=x type=password>', 'hidden', 'hidden'],
  ['<div id=x contenteditable>old</div>', 'new', 'new'],
  ['<input id=x type=date>', '2026-12-31', '2026-12-31'],
  ['<input id=x type=time>', '14:30', '14:30'],
  ['<input id=x type=datetime-local>', '2026-12-31T14:30', '2026-12-31T14:30'],
  ['<input id=x type=month>', '2026-12', '2026-12'],
  ['<input id=x type=week>', '2026-W07', '2026-W07'],
  ['<input id=x type=color>', '#FF8800', '#ff8800'],
  ['<input id=x type=range min=0 max=10>', '7', '7'],
])('%s takes %j', async (html, text, held) => {
  await lab.show(html);
  const outcome = await type('#x', text);
  expect(await value('#x')).toBe(held);
  expect(outcome).toMatchObject({ dispatch: 'sent', effect: 'changed', notes: [] });
  expect(outcome.value).toBe(html.includes('password') ? undefined : held);
});

test('a field is appended to, cleared, and sent by Enter', async () => {
  await lab.show('<form action=/next><input id=x name=q value=one></form>');
  await type('#x', ' two', { append: true });
  expect(await value('#x')).toBe('one two');
  await type('#x', '');
  expect(await value('#x')).toBe('');
  expect(await type('#x', 'go', { submit: true })).toMatchObject({ effect: 'navigated' });
  expect(lab.site.requests.at(-1)?.path).toContain('/next?q=go');
});

test('what a limit or a mask made of a text is told', async () => {
  await lab.show(`<input id=x maxlength=3><input id=m oninput="this.value = this.value.toUpperCase()">`);
  const cut = await type('#x', 'abcdef');
  expect(cut.value).toBe('abc');
  expect(cut.notes.join(' ')).toContain('3 characters at most');
  const masked = await type('#m', 'abc');
  expect(masked.value).toBe('ABC');
  expect(masked.notes.join(' ')).toContain('not hold exactly');
});

test('a field that drops what is inserted is typed into by keys, once', async () => {
  await lab.show(
    `<input id=x><script>x.addEventListener('beforeinput', (e) => { if (e.data && e.data.length > 1) e.preventDefault(); });</script>`,
  );
  expect(await type('#x', 'abc')).toMatchObject({ value: 'abc' });
});

test('a field that holds nothing of a text refuses it', async () => {
  await lab.show(`<input id=x oninput="this.value = ''">`);
  await expect(type('#x', 'abc')).rejects.toMatchObject({
    code: 'value_refused',
    facts: { dispatch: 'sent' },
  });
});

test.each([
  ['value_refused', '<input id=x type=number>', 'abc', '3.5'],
  ['value_refused', '<input id=x type=date>', '31.12.2026', '2026-12-31'],
  ['value_refused', '<input id=x type=date max=2026-01-01>', '2026-12-31', 'max 2026-01-01'],
  ['value_refused', '<input id=x type=color>', 'red', '#ff8800'],
  ['value_refused', '<input id=x type=range min=0 max=5>', '7', 'max 5'],
  ['readonly', '<input id=x readonly value=keep>', 'new', 'read-only'],
  ['disabled', '<input id=x disabled value=keep>', 'new', 'disabled'],
  ['disabled', '<fieldset disabled><input id=x value=keep></fieldset>', 'new', 'fieldset'],
  ['disabled', '<div inert><input id=x value=keep></div>', 'new', 'inert'],
  ['not_editable', '<button id=x>b</button>', 'new', 'does not take'],
  ['not_editable', '<input id=x type=checkbox>', 'new', 'checked'],
])('%s: %s does not take %j', async (code, html, text, says) => {
  await lab.show(`${RECORD}${html}`);
  const before = await value('#x');
  const refused = await type('#x', text).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code, facts: { dispatch: 'not_sent' } });
  expect(String(refused)).toContain(says);
  expect(await value('#x')).toBe(before);
  await nothingReachedThePage();
});

proves(
  ['R2', 'P-27'],
  'typing stays in its field: a field that gives the focus away gets nothing into another',
  async () => {
    for (const event of ['focus', 'keydown', 'beforeinput']) {
      await lab.show(
        `<input id=x><input id=z><script>x.addEventListener('${event}', () => z.focus());</script>`,
      );
      await type('#x', 'secret').catch(() => {});
      expect(await value('#z'), event).toBe('');
    }
    await lab.show(
      '<input id=x><input id=z><script>setInterval(() => z.focus(), 1); x.onfocus = () => setTimeout(() => z.focus(), 2);</script>',
    );
    for (let round = 0; round < 10; round += 1) {
      const refused = await type('#x', 'secret').catch((error: unknown) => error);
      if (refused instanceof Error) expect(refused).toMatchObject({ code: 'intercepted' });
      expect(await value('#z')).toBe('');
    }
  },
);

test('the control of that test: without a guard the text lands in the other field', async () => {
  await lab.show(
    '<input id=x><input id=z><script>x.onfocus = () => setTimeout(() => z.focus(), 0);</script>',
  );
  await lab.inPage('x.focus()');
  await new Promise((resolve) => setTimeout(resolve, 30));
  await lab.page.send('Input.insertText', { text: 'secret' });
  expect(await value('#z')).toBe('secret');
});

test('a checkbox is brought into a state, and left alone when it is in it', async () => {
  await lab.show(`<label><input id=x type=checkbox> a</label>${RECORD}`);
  const target = await lab.target('#x');
  expect(await check(target, true, lab.options)).toMatchObject({ dispatch: 'sent', effect: 'changed' });
  const sent = await lab.inPage<string[]>('window.hits');
  expect(await check(target, true, lab.options)).toMatchObject({ dispatch: 'not_sent', effect: 'none' });
  expect(await lab.inPage('window.hits')).toEqual(sent);
  await check(target, false, lab.options);
  expect(await lab.inPage('x.checked')).toBe(false);
});

test('an undrawn checkbox is pressed on what is drawn for it', async () => {
  await lab.show(`<style>#x{opacity:0;position:absolute;width:1px;height:1px} .box{display:inline-block;width:20px;height:20px;background:#ccc}</style>
    <label><input id=x type=checkbox><span class=box></span> Remember</label>`);
  await check(await lab.target('#x'), true, lab.options);
  expect(await lab.inPage('x.checked')).toBe(true);
});

test.each([
  ['not_editable', '<input id=x>', true],
  ['not_editable', '<input id=x type=radio checked>', false],
  ['value_refused', '<input id=x type=checkbox onclick="return false">', true],
])('%s: check on %s', async (code, html, wanted) => {
  await lab.show(html);
  await expect(check(await lab.target('#x'), wanted, lab.options)).rejects.toMatchObject({ code });
});

test('options are chosen by value or text, one or several', async () => {
  await lab.show(
    '<select id=x onchange="window.changes = (window.changes ?? 0) + 1"><option value=a>Alpha<option value=b>Beta</select><select id=m multiple><option>One<option>Two<option selected>Three</select>',
  );
  expect(await selectOptions(await lab.target('#x'), ['Beta'], lab.options)).toMatchObject({
    value: 'Beta',
    effect: 'changed',
  });
  await selectOptions(await lab.target('#x'), ['a'], lab.options);
  expect(await lab.inPage('[x.value, window.changes]')).toEqual(['a', 2]);
  expect(await selectOptions(await lab.target('#m'), ['One', 'Two'], lab.options)).toMatchObject({
    value: 'One, Two',
  });
  expect(await lab.inPage('[...m.selectedOptions].map((o) => o.text)')).toEqual(['One', 'Two']);
});

test('a missing or disabled option is refused with those there are', async () => {
  await lab.show(`${RECORD}<select id=x><option>Alpha<option>Beta<option disabled>Gamma</select>`);
  for (const wanted of ['Delta', 'Gamma']) {
    const refused = await selectOptions(await lab.target('#x'), [wanted], lab.options).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'no_such_option', facts: { options: ['Alpha', 'Beta'] } });
    expect(String(refused)).toContain('"Alpha", "Beta"');
  }
  await nothingReachedThePage();
});

test('keys go to an element, to the focused one, and nowhere when the focus has moved', async () => {
  await lab.show(
    `<input id=x value=text><input id=z><p id=k></p><script>onkeydown = (e) => { k.textContent = e.key.toLowerCase() + e.ctrlKey; };</script>`,
  );
  await press(await lab.target('#x'), 'Control+A', lab.options);
  expect(await lab.inPage('[k.textContent, x.selectionEnd - x.selectionStart]')).toEqual(['atrue', 4]);
  const focused = await lab.target('#x');
  await pressFocused(lab.page, focused, 'Delete', lab.options);
  expect(await value('#x')).toBe('');
  await lab.inPage('z.focus()');
  const holder = await lab.target('#z');
  const refused = await pressFocused(lab.page, focused, 'a', lab.options).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'changed_ref' });
  expect(String(refused)).toContain(holder.text);
  expect(await value('#z')).toBe('');
  await expect(press(focused, 'Nokey', lab.options)).rejects.toMatchObject({ code: 'invalid_arguments' });
});

test('the pointer is moved over an element, and what that shows is waited for', async () => {
  await lab.show(
    `<button id=x onmouseover="setTimeout(() => { tip.textContent = 'tip'; }, 150)">x</button><p id=tip></p>`,
  );
  expect(await hover(await lab.target('#x'), lab.options)).toMatchObject({ effect: 'changed' });
  expect(await lab.inPage('tip.textContent')).toBe('tip');
});

test('scrolling moves the page, says the end, and waits for what it loads', async () => {
  await lab.show(`<div style="height:3000px">tall</div><p id=end>end</p><p id=out></p>
    <script>new IntersectionObserver((all) => { if (all[0].isIntersecting) setTimeout(() => { out.textContent = 'loaded'; }, 80); }).observe(end);</script>`);
  const outcome = await scroll({ page: lab.page }, { direction: 'down', pixels: 5_000 }, lab.options);
  expect(outcome).toMatchObject({ effect: 'changed' });
  expect(outcome.notes).toContain('It is at the end.');
  expect(await lab.inPage('out.textContent')).toBe('loaded');
});

test('a wait ends when its condition holds, and says what is there when it does not', async () => {
  await lab.show(
    `<button id=x disabled>x</button><p id=out></p><script>setTimeout(() => { out.textContent = 'Ready now'; x.disabled = false; }, 200);</script>`,
  );
  await waitFor(lab.page, { text: 'ready now' }, 5_000, lab.options);
  await waitFor(lab.page, { target: await lab.target('#x'), state: 'enabled' }, 5_000, lab.options);
  await expect(waitFor(lab.page, { textGone: 'Ready' }, 200, lab.options)).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('"Ready" still is on the page'),
  });
});
