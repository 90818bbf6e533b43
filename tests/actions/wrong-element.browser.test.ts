import { afterAll, afterEach, expect, test } from 'vitest';
import type { ActionTarget } from '#actions/action-target.ts';
import { click } from '#actions/click.ts';
import { pointInPage } from '#actions/frame-point.ts';
import { sendClick } from '#browser/input.ts';
import type { Page } from '#browser/page.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { Point } from '#page/wire.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { resolveRef } from '#snapshot/resolve-ref.ts';
import { SeenRegister } from '#snapshot/seen-register.ts';
import { everyNode } from '#snapshot/snapshot.ts';
import { takeSnapshot } from '#snapshot/take-snapshot.ts';
import { proves } from '../spec/proves.ts';
import { IS_FULL_RUN, randomFrom, TEST_SEED, tries } from '../support/samples.ts';
import { closeLabs, type Lab, openLab } from './lab.ts';

/** Rows with a button each that says which row it is for; a press tells the uid of what was pressed, and its row. */
const LIST = `<!doctype html><style>td{height:24px}</style><table><tbody id=rows></tbody></table><script>
  let next = 0;
  const uid = () => Math.random().toString(36).slice(2);
  const row = (key) => { const tr = document.createElement('tr'); tr.innerHTML = '<td>' + key + '</td><td><button data-uid=' + uid() + '>Delete ' + key + '</button></td>'; return tr; };
  const key = () => 'F-' + (1000 + next++);
  window.start = () => { next = 0; later.length = 0; document.querySelectorAll('.ov').forEach((o) => o.remove()); rows.replaceChildren(...Array.from({ length: 6 }, () => row(key()))); };
  for (const type of ['pointerdown', 'click']) rows.addEventListener(type, (e) => { const b = e.target.closest('button'); if (b) tell(type + '|' + b.dataset.uid + '|' + b.textContent + '|' + b.closest('tr').cells[0].textContent); });
  const pick = (r) => rows.children[Math.floor(r * rows.children.length)];
  const later = [];
  const on = (type, act) => later.push([type, act]);
  for (const type of ['pointermove', 'pointerdown']) addEventListener(type, () => { for (const [when, act] of later.splice(0)) when === type ? act() : later.push([when, act]); }, true);
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
    'reorder under the pointer': (r) => on('pointermove', () => rows.append(pick(r))),
    'insert under the pointer': () => on('pointermove', () => rows.prepend(row(key()))),
    'reorder under the press': () => on('pointerdown', () => rows.append(...[...rows.children].reverse())),
  };
  window.names = Object.keys(mutations);
  window.mutate = (name, r) => { if (rows.children.length > 0) mutations[name](r); };
  start();
</script>`;

let lab: Lab;
let told: string[] = [];
let mutations: readonly string[] = [];

async function openList(isHeld: boolean): Promise<void> {
  lab = await openLab(
    {
      '/list': LIST,
      '/other': '<!doctype html><title>other</title>other',
      '/main': (_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(
          `${LIST}<iframe id=near src=/list height=230></iframe><iframe id=far src="${lab.site.originFor('localhost')}/list" height=230></iframe>`,
        );
      },
    },
    { isHeld },
  );
  await lab.playwright.context().exposeBinding('tell', (_, what: string) => {
    told.push(what);
  });
  await lab.open('/main');
  mutations = await lab.inPage<string[]>('window.names');
}
afterEach(async () => await lab[Symbol.asyncDispose]());
afterAll(closeLabs);

interface Shown {
  readonly ref: string;
  readonly uid: string;
  /** `Delete F-1001|F-1001`, as it was shown. */
  readonly words: string;
}

/** Everything that can be done to a page between its being shown and the action. */
type Change = (page: Page, random: () => number) => Promise<unknown>;

const inMain = async (page: Page, expression: string) =>
  await page.send('Runtime.evaluate', { expression }, { deadline: deadlineIn(5_000) }).catch(() => {});

const CHANGES: Readonly<Record<string, Change>> = {
  'main document': async (page, random) =>
    await inMain(page, `mutate(${JSON.stringify(pickOf(mutations, random))}, ${random()})`),
  'near frame': async (page, random) =>
    await inMain(
      page,
      `near.contentWindow.mutate(${JSON.stringify(pickOf(mutations, random))}, ${random()})`,
    ),
  'far frame': async (page, random) => {
    const far = page.frames().find((frame) => frame.url.includes('localhost'));
    const mutate = `mutate(${JSON.stringify(pickOf(mutations, random))}, ${random()})`;
    await far?.send('Runtime.evaluate', { expression: mutate }).catch(() => {});
  },
};

const RARE: Readonly<Record<string, Change>> = {
  'frame navigates': async (page) => await inMain(page, 'near.contentWindow.location.reload()'),
  'frame replaced': async (page) => await inMain(page, 'near.replaceWith(near.cloneNode())'),
  navigate: async (page) => await page.navigate(`${lab.site.origin}/main`, deadlineIn(10_000)),
  'back from the cache': async (page) => {
    await page.navigate(`${lab.site.origin}/other`, deadlineIn(10_000));
    await page.travel(-1, deadlineIn(10_000));
  },
  popup: async (page) => {
    await inMain(page, `window.open('/list', '_blank', 'width=400,height=300')`);
    await lab.context.attached();
  },
  'another tab in front': async () => {
    const other = await lab.context.newPage();
    await other.navigate(`${lab.site.origin}/main`, deadlineIn(10_000));
    await other.bringToFront();
  },
  'closed tab': async (page) => {
    await lab.context.newPage();
    await page.close();
  },
  dialog: async (page) => {
    await inMain(page, "setTimeout(() => confirm('Sure?'))");
    for (let wait = 0; wait < 40 && page.dialog === null; wait += 1) await pause(5);
  },
};

const REFUSALS = [
  'detached_ref',
  'changed_ref',
  'stale_ref',
  'disabled',
  'covered',
  'hidden',
  'moving',
  'intercepted',
  'dialog_open',
];

const pickOf = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item;
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** So many presses on what was shown once, with changes before each. */
const PRESSES_A_SHOW = 3;

/** One tab that shows the page anew, and buttons of it, chosen among all frames. */
async function show(
  random: () => number,
  seen: SeenRegister,
  count = PRESSES_A_SHOW,
): Promise<{ page: Page; shown: readonly Shown[] }> {
  const { context } = lab;
  let page = context.pages().find((each) => each.url.endsWith('/main') && each.state === 'open');
  if (page === undefined || page.frames().length < 3) {
    page ??= await context.newPage();
    await page.navigate(`${lab.site.origin}/main`, deadlineIn(10_000));
  }
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.bringToFront();
  for (const frame of page.frames()) {
    const expression = "typeof start === 'function' && start()";
    if (frame.parent === null) await inMain(page, `${expression}; near.contentWindow.start?.()`);
    else if (frame.url.includes('localhost'))
      await frame.send('Runtime.evaluate', { expression }).catch(() => {});
  }
  const snapshot = await takeSnapshot(page, {});
  seen.note(snapshot, renderPortal(snapshot));
  const buttons = [...everyNode(snapshot.nodes)].filter(({ role, ref }) => role === 'button' && ref !== '');
  const shown = Array.from({ length: count }, async (): Promise<Shown> => {
    const node = pickOf(buttons, random);
    const { frame, element } = resolveRef({ tabs: context, seen }, node.ref);
    const uid = (await frame.call<string | null>('uidOf', [element])) ?? '';
    return { ref: node.ref, uid, words: `${node.name}|${node.rowKey}` };
  });
  return { page, shown: await Promise.all(shown) };
}

async function finish(page: Page): Promise<void> {
  if (page.state === 'open' && page.dialog !== null) await page.answerDialog(false).catch(() => {});
  await pause(0);
}

proves(
  ['R1', 'P-27', 'P-28'],
  'no press lands on anything else than what was shown, whatever pages, frames, tabs and dialogs did meanwhile',
  async () => {
    await openList(true);
    const random = randomFrom(TEST_SEED);
    const rounds = tries(50, 10_000);
    const seen = new SeenRegister();
    let untouched = 0;
    let succeeded = 0;
    const ends = new Map<string, number>();
    for (let round = 0; round < rounds; ) {
      const { page, shown } = await show(random, seen);
      const done: string[] = [];
      for (const [at, each] of shown.entries()) {
        told = [];
        // The first of every other showing finds the page as it was shown.
        const isUntouched = at === 0 && round % 2 === 0;
        const isRare = at === shown.length - 1 && random() < 0.5;
        for (let step = isUntouched ? 0 : 1 + Math.floor(random() * 3); step > 0; step -= 1) {
          const all = isRare && step === 1 ? RARE : CHANGES;
          const name = pickOf(Object.keys(all), random);
          done.push(name);
          await all[name]?.(page, random);
        }
        const end = await press(seen, each.ref);
        await finish(page);
        ends.set(end, (ends.get(end) ?? 0) + 1);
        const story = `seed ${TEST_SEED}, round ${round}: ${each.ref} ${done.join(', ')} → ${end}`;
        if (IS_FULL_RUN && round % 500 === 0) process.stdout.write(`${story}\n`);
        for (const pressed of told) expect(pressed.split('|')[1], `${story}; ${pressed}`).toBe(each.uid);
        if (end === 'clicked') expect(told.at(-1), story).toBe(`click|${each.uid}|${each.words}`);
        else {
          expect(REFUSALS, story).toContain(end);
          if (end !== 'intercepted') expect(told, story).toEqual([]);
        }
        round += 1;
        if (!isUntouched) continue;
        untouched += 1;
        if (end === 'clicked') succeeded += 1;
      }
    }
    expect(succeeded / untouched, `seed ${TEST_SEED}`).toBeGreaterThanOrEqual(0.95);
    if (IS_FULL_RUN)
      process.stdout.write(
        `${rounds} rounds, ${succeeded} of ${untouched} untouched pressed: ${JSON.stringify([...ends])}\n`,
      );
  },
  IS_FULL_RUN ? 7_200_000 : 180_000,
);

async function press(seen: SeenRegister, ref: string): Promise<string> {
  try {
    await click(resolveRef({ tabs: lab.context, seen }, ref), { ...lab.options, actionTimeoutMs: 100 });
    return 'clicked';
  } catch (error) {
    if (isPortolanError(error)) return REFUSALS.includes(error.code) ? error.code : `${error}`;
    throw error;
  }
}

test(
  'the control: with identity check and guard off, the same changes lead to wrong presses',
  async () => {
    await openList(false);
    const random = randomFrom(TEST_SEED);
    const seen = new SeenRegister();
    let wrong = 0;
    for (let round = 0; round < tries(60, 500) && (IS_FULL_RUN || wrong === 0); round += 1) {
      const {
        page,
        shown: [shown],
      } = await show(random, seen, 1);
      if (shown === undefined) continue;
      told = [];
      const target = resolveRef({ tabs: lab.context, seen }, shown.ref);
      const point = await placeOf(target).catch(() => null);
      for (let step = 2; step > 0; step -= 1) await pickOf(Object.values(CHANGES), random)(page, random);
      if (point !== null) await sendClick(page, point, {}).catch(() => {});
      await finish(page);
      if (told.some((pressed) => pressed.split('|')[1] !== shown.uid)) wrong += 1;
      else if (told.some((pressed) => !pressed.endsWith(shown.words))) wrong += 1;
    }
    expect(wrong).toBeGreaterThan(0);
    if (IS_FULL_RUN) process.stdout.write(`${wrong} wrong presses without the guard\n`);
  },
  IS_FULL_RUN ? 1_800_000 : 120_000,
);

async function placeOf({ page, frame, element }: ActionTarget): Promise<Point> {
  const prepared = await frame.call<{ point: Point }>('prepare', [{ element, action: 'click', token: -1 }]);
  for (const each of page.frames()) await each.call('actionEnd', [-1]);
  const place = await pointInPage(frame, prepared.point, deadlineIn(5_000));
  return 'refusal' in place ? { x: 0, y: 0 } : place;
}
