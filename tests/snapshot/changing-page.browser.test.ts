import { afterAll, beforeAll, expect } from 'vitest';
import { compareSnapshots } from '#snapshot/compare.ts';
import { printedRefs } from '#snapshot/ref.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { checkAlive, resolveRef } from '#snapshot/resolve-ref.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { TEST_SEED, tries } from '../support/samples.ts';
import { type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    answers: {
      '/changing': `<!doctype html><title>Changing</title>
        <nav aria-label="Main"><a href="#a">Home</a> <a href="#b">Orders</a> <a href="#c">Help</a></nav>
        <main><h1>Orders</h1><form aria-label="Search"><label>E-mail <input required></label><label><input type=checkbox> Only mine</label>
        <label>Colour <select><option>Red<option>Blue</select></label></form>
        <table><thead><tr><th>No<th>Who<th>Do</thead><tbody></tbody></table><ul></ul><section aria-label="News"></section></main>
        <script>
          let made = 0;
          window.row = () => '<tr><td>R-' + ++made + '<td>Who ' + made % 5 + '<td><button>Open</button></tr>';
          window.item = () => '<li>Item ' + ++made + ' <a href="#i' + made + '">more</a></li>';
          for (let n = 0; n < 12; n++) document.querySelector('tbody').insertAdjacentHTML('beforeend', row());
          for (let n = 0; n < 8; n++) document.querySelector('ul').insertAdjacentHTML('beforeend', item());
        </script>`,
    },
  });
});
afterAll(async () => {
  await lab.close();
  await closeRawBrowser();
});

/** Ways in which a page changes; `r` is a number drawn anew for each. */
const CHANGES = [
  `document.querySelector('tbody').insertAdjacentHTML(r % 2 ? 'beforeend' : 'afterbegin', row())`,
  `document.querySelectorAll('tbody tr')[r % 12]?.remove()`,
  `document.querySelector('ul').insertAdjacentHTML(r % 2 ? 'beforeend' : 'afterbegin', item())`,
  `document.querySelectorAll('li')[r % 8]?.remove()`,
  `{ const all = document.querySelectorAll('tbody tr'); all[r % 12]?.replaceWith(all[r % 12].cloneNode(true)); }`,
  `{ const cell = document.querySelectorAll('tbody td:nth-child(2)')[r % 12]; if (cell) cell.textContent = 'Who ' + (r % 7); }`,
  `document.querySelector('input').value = 'v' + r % 3`,
  `document.querySelector('[type=checkbox]').checked = r % 2 === 0`,
  `document.querySelector('select').selectedIndex = r % 2`,
  `document.querySelector('input').setAttribute('aria-invalid', r % 2 ? 'true' : 'false')`,
  `document.querySelector('section').innerHTML = r % 3 ? '<p>News ' + r % 4 + '</p><button>Dismiss</button>' : ''`,
  `document.querySelector('h1').textContent = 'Orders ' + r % 3`,
  `document.querySelector('tbody').innerHTML += ''`,
  `document.querySelector('ul').hidden = r % 2 === 0`,
  `document.querySelectorAll('nav a')[r % 3]?.focus()`,
  `{ const rows = [...document.querySelectorAll('tbody tr')]; document.querySelector('tbody').append(...rows.sort(() => (r % 3) - 1)); }`,
  `document.body.insertAdjacentHTML('beforeend', '<dialog aria-label="Ask"><button>Yes</button></dialog>'); document.querySelector('dialog').showModal()`,
  `document.querySelector('dialog')?.remove()`,
];

function drawing(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

/** The lines that stand for a region by its ref, head and all below. */
function block(text: string, ref: string): string | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.includes(`[${ref}]`));
  if (start < 0) return undefined;
  const level = /^ */.exec(lines[start] ?? '')?.[0].length ?? 0;
  let end = start + 1;
  while (end < lines.length && (/^ */.exec(lines[end] ?? '')?.[0].length ?? 0) > level) end++;
  return lines
    .slice(start, end)
    .map((line) => line.slice(level))
    .join('\n');
}

function checkComparison(before: Snapshot, now: Snapshot, what: string): string {
  const was = renderPortal(before);
  const is = renderPortal(now);
  const { text, kind } = compareSnapshots(before, now);
  expect(text.length, what).toBeLessThanOrEqual(is.length + 12);
  if (kind === 'unchanged') expect(is, what).toBe(was);
  for (const [, ref] of text.matchAll(/\[((?:f\d+)?e\d+@v\d+)\][^[\n]* unchanged(?: where shown)?$/gm))
    expect(block(is, ref ?? ''), `${what}: ${ref}\n${text}`).toBe(block(was, ref ?? ''));
  const refsNow = new Set([...everyNode(now.nodes)].map((node) => node.ref));
  for (const ref of printedRefs(text)) expect(refsNow, `${what}: ${ref}`).toContain(ref);
  // What is printed in full is as it is now: every line of the comparison that is not ours is a line of the whole.
  const whole = new Set(is.split('\n').map((line) => line.trim()));
  for (const line of text.split('\n').slice(1)) {
    const own = /^(?:… \(|- gone: )|unchanged(?: where shown)?$/.test(line.trim());
    if (!own) expect(whole, `${what}\n${text}`).toContain(line.trim());
  }
  for (const [, gone] of text.matchAll(/^ *- gone: (.+)$/gm)) {
    const bare = (all: string) => all.replace(/ ?\[[^\]]*@v\d+\]/g, '');
    const lines = bare(is)
      .split('\n')
      .map((line) => line.trim().replace(/^- /, ''));
    const count = (of: readonly string[]) => of.filter((line) => line === gone).length;
    const before = bare(was)
      .split('\n')
      .map((line) => line.trim().replace(/^- /, ''));
    expect(count(lines), `${what}: ${gone}\n${text}`).toBeLessThan(Math.max(1, count(before)));
  }
  return text;
}

proves(
  ['P-01', 'P-21', 'P-25'],
  'over random changes every printed ref is good, and what is said to be unchanged or gone is',
  async () => {
    for (let walk = 0; walk < tries(3, 60); walk++) {
      const draw = drawing(TEST_SEED + walk);
      await lab.open('/changing');
      let { snapshot: before } = await lab.show();
      const printed: string[] = [];
      for (let step = 0; step < 30; step++) {
        const changes = Array.from({ length: 1 + (draw() % 3) }, () => {
          const change = CHANGES[draw() % CHANGES.length] ?? '';
          return `{ const r = ${draw() % 1_000}; ${change} }`;
        });
        await lab.inPage(changes.join(';'));
        const { snapshot: now } = await lab.show();
        const text = checkComparison(
          before,
          now,
          `seed ${TEST_SEED + walk}, step ${step}: ${changes.join(' ; ')}`,
        );
        for (const ref of printedRefs(text)) await checkAlive(resolveRef(lab, ref));
        printed.push(text);
        before = now;
      }
      expect(printed.some((text) => text.includes(' unchanged'))).toBe(true);
    }
  },
  120_000,
);

async function after(change: string): Promise<string> {
  await lab.open('/changing');
  const { snapshot: before } = await lab.show();
  await lab.inPage(change);
  const { snapshot: now } = await lab.show();
  return compareSnapshots(before, now).text;
}

proves(
  'P-01',
  'a control that only changed its state is not gone, and few lines are printed as they are',
  async () => {
    const text = await after(`document.querySelector('input').setAttribute('aria-invalid', 'true')`);
    expect(text).toMatch(/textbox "E-mail" \[e\d+@v\d+\] required invalid/);
    expect(text).not.toContain('gone');
    expect(text).not.toMatch(/… \([12] lines? as before\)/);
    expect(text).toContain('combobox "Colour"');
  },
);

proves('P-01', 'a dialog that closed is told as a whole, and a row by its line', async () => {
  await lab.open('/changing');
  await lab.inPage(CHANGES[16] ?? '');
  const { snapshot: before } = await lab.show();
  await lab.inPage(`${CHANGES[17]}; document.querySelectorAll('tbody tr')[3].remove()`);
  const { snapshot: now } = await lab.show();
  const { text } = compareSnapshots(before, now);
  expect(text).toMatch(/gone: dialog "Ask" modal/);
  expect(text).not.toMatch(/gone: button "Yes"/);
  expect(text).toMatch(/gone: R-4 \| Who 4 \| button "Open"/);
  expect(text.match(/gone:/g)).toHaveLength(2);
});
