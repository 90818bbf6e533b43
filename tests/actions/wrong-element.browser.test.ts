import { afterAll, beforeAll, expect } from 'vitest';
import { click } from '#actions/click.ts';
import { proves } from '../spec/proves.ts';
import { closeLabs, type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({});
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await closeLabs();
});

const ROUNDS = process.env['FULL'] === '1' ? 10_000 : 120;
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A list of rows, each with a button that says which row it is for; a press tells what was pressed. */
const LIST = `<!doctype html><table><tbody id=rows></tbody></table><script>
  window.pressed = [];
  let next = 0;
  const row = (key) => { const tr = document.createElement('tr'); tr.innerHTML = '<td>' + key + '</td><td><button>Delete ' + key + '</button></td>'; return tr; };
  const key = () => 'F-' + (1000 + next++);
  window.start = () => { pressed = []; next = 0; rows.replaceChildren(...Array.from({ length: 8 }, () => row(key()))); };
  rows.addEventListener('click', (e) => { const b = e.target.closest('button'); if (b) pressed.push(b.textContent + '|' + b.closest('tr').cells[0].textContent); });
  const pick = (r) => rows.children[Math.floor(r * rows.children.length)];
  const mutations = {
    reorder: (r) => rows.append(pick(r)),
    shuffle: () => rows.append(...[...rows.children].reverse()),
    remove: (r) => pick(r).remove(),
    insert: (r) => pick(r).before(row(key())),
    twin: (r) => { const old = pick(r); old.replaceWith(row(old.cells[0].textContent)); },
    recycle: (r) => { const tr = pick(r), k = key(); tr.cells[0].textContent = k; tr.querySelector('button').textContent = 'Delete ' + k; },
    rename: (r) => { pick(r).querySelector('button').textContent = 'Delete ' + key(); },
    rekey: (r) => { pick(r).cells[0].textContent = key(); },
    role: (r) => { pick(r).querySelector('button').setAttribute('role', 'link'); },
    state: (r) => { pick(r).querySelector('button').className = 'hot'; },
    disable: (r) => { pick(r).querySelector('button').disabled = true; },
    cover: () => { document.body.insertAdjacentHTML('beforeend', '<div class=ov style="position:fixed;inset:0">over</div>'); },
    rebuild: () => rows.replaceChildren(...[...rows.children].map((tr) => row(tr.cells[0].textContent))),
  };
  window.names = Object.keys(mutations);
  window.mutate = (name, r) => { if (rows.children.length > 0) mutations[name](r); };
  start();
</script>`;

proves(
  ['R1', 'P-27'],
  'no press lands on anything else than what was shown, whatever the page did meanwhile',
  async () => {
    const random = randomFrom(SEED);
    const note = `seed ${SEED}`;
    await lab.show(LIST);
    const names = await lab.inPage<string[]>('window.names');
    let untouched = 0;
    let succeeded = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await lab.inPage("document.querySelectorAll('.ov').forEach((o) => o.remove()); window.start()");
      const place = 1 + Math.floor(random() * 8);
      const target = await lab.target(`tr:nth-child(${place}) button`);
      const shown = `${target.shown?.name}|${target.shown?.rowKey}`;
      const isUntouched = round % 6 === 0;
      const done: string[] = [];
      for (let step = Math.floor(random() * 3) + 1; step > 0 && !isUntouched; step -= 1) {
        const name = names[Math.floor(random() * names.length)] ?? 'reorder';
        done.push(name);
        await lab.inPage(`window.mutate('${name}', ${random()})`);
      }
      const result = await click(target, lab.options).then(
        () => 'clicked',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      );
      const pressed = await lab.inPage<string[]>('window.pressed');
      const told = `${note}, round ${round}: ${done.join(', ')} → ${result}`;
      if (result === 'clicked') expect(pressed, told).toEqual([shown]);
      else {
        expect(pressed, told).toEqual([]);
        expect(['detached_ref', 'changed_ref', 'disabled', 'covered'], told).toContain(result);
      }
      if (isUntouched) {
        untouched += 1;
        if (result === 'clicked') succeeded += 1;
      }
    }
    expect(succeeded / untouched, note).toBeGreaterThanOrEqual(0.95);
  },
  process.env['FULL'] === '1' ? 3_600_000 : 120_000,
);
