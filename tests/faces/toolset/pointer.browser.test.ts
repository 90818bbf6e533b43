import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fits } from '#messages/image-fit.ts';
import { proves } from '../../spec/proves.ts';
import { openSite, type Site } from '../../support/site.ts';
import { blockOf, ToolsetBench, textOf } from './bench.ts';
import { TOOLSET_PAGES } from './pages.ts';

let bench: ToolsetBench;
let site: Site;

beforeAll(async () => {
  [bench, site] = await Promise.all([ToolsetBench.open(), openSite(TOOLSET_PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});
beforeEach(async () => {
  await bench.ok('navigate', { url: `${site.origin}/` });
});

const at = (x: number, y: number) => ({ type: 'coordinate', x, y });

async function title(): Promise<string | undefined> {
  const tabs = blockOf(await bench.call('list_tabs'), 'browser_state')?.tabs;
  return tabs?.find(({ active }) => active)?.title;
}

function sizeOf(data: string | undefined): { readonly width: number; readonly height: number } {
  const png = Buffer.from(data ?? '', 'base64');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

proves(
  ['T-3.5', 'T-2.2', 'T-8.3', 'T-6.1'],
  'every screenshot is the viewport, one size, and fits',
  async () => {
    const first = await bench.call('screenshot');
    const size = sizeOf(blockOf(first, 'image')?.source.data);
    expect(size).toEqual({ width: 1_280, height: 720 });
    expect(fits(size, 'standard')).toBe(true);
    expect(textOf(first)).toBe('Screenshot captured.');
    await bench.ok('navigate', { url: `${site.origin}/long` });
    expect(sizeOf(blockOf(await bench.call('screenshot'), 'image')?.source.data)).toEqual(size);
  },
);

proves('T-2.3', 'a larger viewport is shown smaller, and coordinates are scaled back', async () => {
  await using large = await ToolsetBench.open({ viewport: { width: 2_560, height: 1_440 } });
  await large.ok('navigate', { url: `${site.origin}/` });
  const size = sizeOf(blockOf(await large.call('screenshot'), 'image')?.source.data);
  expect(size).toEqual({ width: 1_456, height: 819 });
  const factor = 1_456 / 2_560;
  const point = at(Math.round(340 * factor), Math.round(420 * factor));
  const clicked = await large.call('left_click', { target: point });
  expect(blockOf(clicked, 'browser_state')?.tabs[0]?.title).toBe('A');
  expect(await large.refused('left_click', { target: at(1_456, 10) })).toContain('outside the screenshot');
});

proves(['T-3.6', 'T-8.1'], 'zoom is sharp, fits, and leaves the coordinates alone', async () => {
  await bench.ok('screenshot');
  const zoomed = await bench.call('zoom', { region: [300, 400, 460, 490] });
  expect(sizeOf(blockOf(zoomed, 'image')?.source.data)).toEqual({ width: 1_280, height: 720 });
  await bench.ok('left_click', { target: at(340, 420) });
  expect(await title()).toBe('A');
  for (const region of [
    [0, 0, 1_281, 10],
    [10, 10, 10, 20],
    [-1, 0, 5, 5],
  ])
    expect(await bench.refused('zoom', { region })).toContain('region has to be [x0, y0, x1, y1]');
  expect(await bench.refused('zoom', { region: [0, 0, 10] })).toContain('region');
});

proves(['T-2.1', 'T-3.7'], 'the five clicks take either target and held modifiers', async () => {
  await bench.ok('read_page');
  const go = bench.target('button', 'Go');
  for (const [name, said] of [
    ['left_click', 'clicked'],
    ['double_click', 'double'],
    ['right_click', 'menu'],
    ['middle_click', 'aux 1'],
  ] as const) {
    await bench.ok(name, { target: go });
    expect(await title(), name).toBe(said);
  }
  await bench.ok('left_click', { target: bench.target('button', 'Held'), modifiers: 'ctrl+Shift' });
  expect(await title()).toBe('with shift+ctrl');
  expect(await bench.refused('left_click', { target: go, modifiers: 'hyper' })).toContain(
    '"hyper" is no modifier',
  );
  await bench.ok('form_input', { target: bench.target('textbox', 'Notes'), value: 'one two' });
  await bench.ok('triple_click', { target: bench.target('textbox', 'Notes') });
  await bench.ok('type', { text: 'three' });
  expect(await bench.ok('read_page')).toContain('textbox "Notes"');
  expect(await bench.ok('read_page')).toContain('"three"');
  await bench.ok('screenshot');
  await bench.ok('left_click', { target: at(540, 420) });
  expect(await title()).toBe('B');
  expect(await bench.refused('left_click', { target: { ref: 'ref_1' } })).toContain('target');
});

proves(
  ['T-2.4', 'T-2.5'],
  'a coordinate acts on what the last picture showed there, or is refused',
  async () => {
    expect(await bench.refused('left_click', { target: at(340, 420) })).toMatch(
      /^Error: the point \(340, 420\) is stale/,
    );
    await bench.ok('screenshot');
    for (const [x, y] of [
      [1_280, 10],
      [10, 720],
      [-1, 10],
    ] as const)
      expect(await bench.refused('left_click', { target: at(x, y) })).toContain(
        `Error: (${x}, ${y}) is outside the screenshot, which is 1280 × 720.`,
      );
    await bench.ok('left_click', { target: at(340, 420) });
    expect(await title()).toBe('A');
    await bench.ok('navigate', { url: `${site.origin}/two` });
    expect(await bench.refused('left_click', { target: at(340, 420) })).toContain('is stale');
    await bench.ok('navigate', { url: `${site.origin}/moves` });
    await bench.ok('screenshot');
    await bench.ok('left_click', { target: at(150, 120) });
    expect(await title()).toBe('x');
  },
);

test('a point in a frame goes to what the frame shows there', async () => {
  await bench.ok('screenshot');
  await bench.ok('left_click', { target: at(940, 420) });
  expect(await title()).toBe('inner');
});

proves('T-3.8', 'hover and mouse_move move the pointer and press nothing', async () => {
  await bench.ok('read_page');
  await bench.ok('hover', { target: bench.target('button', 'Hover') });
  expect(await title()).toBe('over');
  await bench.ok('screenshot');
  expect(await bench.ok('mouse_move', { target: at(340, 420) })).toContain('Moved the mouse to (340, 420).');
  expect(await title()).toBe('over');
  expect(
    await bench.refused('hover', { target: bench.target('button', 'Hover'), modifiers: 'shift' }),
  ).toContain('unknown argument modifiers');
});

proves('T-3.9', 'a drag presses, moves and releases, in one call or in three', async () => {
  await bench.ok('screenshot');
  await bench.ok('left_click_drag', { from: at(720, 420), target: at(760, 425) });
  expect(await title()).toMatch(/^moved \d+ up$/);
  await bench.ok('navigate', { url: 'reload' });
  expect(await bench.refused('left_mouse_up', { target: at(760, 425) })).toContain('no mouse button is held');
  await bench.ok('screenshot');
  await bench.ok('left_mouse_down', { target: at(720, 420) });
  expect(await title()).toBe('down');
  expect(await bench.refused('left_mouse_down', { target: at(720, 420) })).toContain('held already');
  await bench.ok('mouse_move', { target: at(750, 422) });
  expect(await title()).toBe('moved 750');
  await bench.ok('left_mouse_up', { target: at(760, 425) });
  expect(await title()).toMatch(/^moved \d+ up$/);
  expect(await bench.refused('left_click_drag', { start_coordinate: [1, 1] })).toContain('unknown argument');
});

proves(['T-3.10', 'T-3.11'], 'the wheel turns by notches, and a ref is brought into view', async () => {
  await bench.ok('screenshot');
  await bench.ok('scroll', { target: at(600, 600), scroll_direction: 'down' });
  const after = await bench.ok('read_page', { filter: 'all' });
  expect(after).toContain('Deep');
  expect(await bench.refused('left_click', { target: at(340, 420) })).toContain('is stale');
  await bench.ok('scroll_to', { target: bench.target('button', 'Deep') });
  expect(await bench.ok('read_page')).toContain('Deep down');
  await bench.ok('left_click', { target: bench.target('button', 'Deep') });
  expect(await title()).toBe('deep');
});

proves(
  ['T-3.13', 'T-3.14'],
  'text is literal, keys take chords, sequences, aliases and repeats',
  async () => {
    await bench.ok('read_page');
    expect(await bench.refused('type', { text: 'x' })).toContain('Nothing has the focus');
    await bench.ok('left_click', { target: bench.target('textbox', 'Search') });
    await bench.ok('type', { text: 'ctrl+a is text' });
    expect(await bench.ok('read_page')).toContain('"ctrl+a is text"');
    await bench.ok('key', { text: 'ctrl+a' });
    await bench.ok('key', { text: 'BackSpace' });
    await bench.ok('key', { text: 'a b c Left', repeat: 2 });
    expect(await bench.ok('read_page')).toContain('"ababcc"');
    await bench.ok('key', { text: 'Home Delete End Return' });
    expect(await bench.ok('read_page')).toContain('"babcc"');
    await bench.ok('hold_key', { text: 'z', duration: 0.6 });
    expect(await bench.ok('read_page')).toMatch(/"babccz{2,}"/);
    expect(await bench.refused('key', { text: 'ctrl+Frob' })).toContain('unknown key "Frob"');
    expect(await bench.refused('key', { text: 'a+b' })).toContain('only modifiers can be held');
    expect(await bench.refused('hold_key', { text: 'a b', duration: 1 })).toContain('one key or chord');
  },
);
