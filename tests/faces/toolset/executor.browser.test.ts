import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { someOf } from '../../support/samples.ts';
import { openSite, type Site } from '../../support/site.ts';
import { blockOf, ToolsetBench, textOf, use } from './bench.ts';
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

/** The title that the page has now, as a list of tabs tells it. */
async function title(): Promise<string | undefined> {
  const tabs = blockOf(await bench.call('list_tabs'), 'browser_state')?.tabs;
  return tabs?.find(({ active }) => active)?.title;
}

proves(
  ['T-1.1', 'T-1.3', 'T-4.4'],
  'the entry has no name, four members are off, and what is off or unknown is said',
  async () => {
    expect(bench.toolset.entry).toEqual({ type: 'browser_toolset_20260801' });
    for (const name of ['file_upload', 'read_console', 'read_network', 'javascript_exec'])
      expect(
        await bench.refused(name, { text: '1', target: { type: 'ref', ref: 'ref_1' }, paths: ['x'] }),
      ).toBe(`Error: ${name} is not enabled in this environment.`);
    expect(await bench.refused('bogus "x"\n')).toBe("Error: unknown browser toolset member 'bogus x '.");
  },
);

proves(
  ['T-1.2', 'T-4.3'],
  'only calls with the name of the toolset are its own, each with one result',
  async () => {
    const plain = { type: 'tool_use', id: 'toolu_p', name: 'navigate', input: { url: 'x' } } as const;
    const other = { ...plain, id: 'toolu_c', toolset_name: 'computer' };
    const own = use('list_tabs');
    const results = await bench.toolset.run({
      role: 'assistant',
      content: [plain, other, { type: 'text' }, own],
    });
    expect(results.map(({ tool_use_id: id, toolset_name: name }) => [id, name])).toEqual([
      [own.id, 'browser'],
    ]);
    expect(await bench.toolset.run({ role: 'assistant', content: 'just words' })).toEqual([]);
  },
);

proves(
  ['T-4.1', 'T-4.2', 'T-4.7', 'T-6.1'],
  'a turn runs in order and stops at the first failure, in the fixed words',
  async () => {
    const results = await bench.turn(
      use('left_click', { target: { type: 'ref', ref: 'ref_99' } }),
      use('screenshot'),
      use('new_tab'),
    );
    expect(results.map(({ is_error: failed }) => failed)).toEqual([true, true, true]);
    expect(textOf(results[0])).toBe(
      'Error: ref_99 is stale or not found on the current page. Re-read the page to get fresh references.',
    );
    for (const skipped of results.slice(1))
      expect(textOf(skipped)).toBe('Not executed: an earlier action in this turn failed.');
    for (const { content } of results)
      expect(typeof content === 'string' || content.every(({ type }) => type === 'text')).toBe(true);
    const good = await bench.turn(use('read_page'), use('screenshot'), use('list_tabs'));
    expect(good.every(({ is_error: failed }) => failed === undefined)).toBe(true);
  },
);

proves(
  ['T-2.6', 'T-2.7', 'T-2.8', 'T-3.16'],
  'a ref is one number for one element, and stale elsewhere',
  async () => {
    await bench.ok('read_page');
    const go = bench.ref('button', 'Go');
    await bench.ok('read_page', { filter: 'interactive' });
    expect(bench.ref('button', 'Go')).toBe(go);
    await bench.ok('left_click', { target: bench.target('link', 'Two') });
    const stale = `Error: ${go} is stale or not found on the current page. Re-read the page to get fresh references.`;
    expect(await bench.refused('left_click', { target: { type: 'ref', ref: go } })).toBe(stale);
    expect(await bench.refused('read_page', { ref: go })).toBe(stale);
    await bench.ok('read_page');
    expect(bench.ref('button', 'Go')).not.toBe(go);
    const tabs = blockOf(await bench.call('list_tabs'), 'browser_state')?.tabs ?? [];
    const [first, second] = tabs.slice(-2).map(({ tab_id: id }) => id);
    expect(await bench.refused('left_click', { target: { type: 'ref', ref: go }, tab_id: second })).toBe(
      stale,
    );
    expect(await bench.ok('left_click', { target: { type: 'ref', ref: go }, tab_id: first })).toContain(
      `Clicked element ${go}.`,
    );
    await bench.call('close_tab', { tab_id: second });
    await bench.ok('navigate', { url: 'reload' });
    expect(await bench.refused('left_click', { target: { type: 'ref', ref: go } })).toBe(stale);
  },
);

proves(
  ['T-3.16', 'T-10.3'],
  'reading tells what is seen, by filter, depth and part, and nothing hidden',
  async () => {
    const visible = await bench.ok('read_page');
    expect(visible).toContain('heading "Shop"');
    expect(visible).not.toContain('Deep down');
    expect(visible).not.toContain('never seen');
    expect(await bench.ok('read_page', { filter: 'all' })).toContain('Deep down');
    const interactive = await bench.ok('read_page', { filter: 'interactive' });
    expect(interactive).toContain('button "Go"');
    expect(interactive).not.toContain('Deep down');
    expect((await bench.ok('read_page', { depth: 1 })).split('\n').length).toBeLessThan(5);
    const part = await bench.ok('read_page', { ref: bench.ref('combobox', 'Sort') });
    expect(part.split('\n')[0]).toContain('combobox "Sort"');
    expect(part).not.toContain('heading');
    await bench.ok('navigate', { url: `${site.origin}/evil` });
    expect(await bench.ok('read_page')).toContain('\\[ref_1]');
  },
);

proves(['T-3.17', 'T-3.19'], 'what is cut says so, and text begins with what the page is about', async () => {
  await bench.ok('navigate', { url: `${site.origin}/long` });
  const tree = await bench.ok('read_page', { filter: 'all' });
  expect(tree.length).toBeLessThanOrEqual(50_000);
  expect(tree).toContain('not all of it: read less with depth, or one part with its ref');
  const text = await bench.ok('get_page_text');
  expect(text.length).toBeLessThanOrEqual(50_000);
  expect(text).toMatch(/characters omitted: read one part of the page instead\)$/);
  await bench.ok('navigate', { url: `${site.origin}/article` });
  const lines = (await bench.ok('get_page_text')).split('\n');
  expect(lines[0]).toBe('Main words');
  expect(lines.at(-1)).toBe('Foot');
});

proves('T-3.18', 'find takes words, gives twenty at most, and says when there is none', async () => {
  expect(await bench.ok('find', { query: 'search field' })).toMatch(/^textbox "Search" \[ref_\d+\]/);
  expect(await bench.ok('find', { query: 'agree checkbox' })).toMatch(/^checkbox "Agree"/);
  expect(await bench.ok('find', { query: 'purple elephant' })).toBe(
    'Nothing on the page is like "purple elephant".',
  );
  await bench.ok('navigate', { url: `${site.origin}/many` });
  const found = (await bench.ok('find', { query: 'add item button' })).split('\n');
  expect(found).toHaveLength(21);
  expect(found[20]).toBe('… (10 more are like it: say more about the one you mean)');
});

proves(
  ['T-3.1', 'T-3.2', 'T-3.3'],
  'addresses: history words, https by default, http and https only',
  async () => {
    await bench.ok('navigate', { url: `${site.origin}/two` });
    expect(await bench.ok('navigate', { url: ' Back ' })).toBe(`Navigated to ${site.origin}/`);
    expect(await bench.ok('navigate', { url: 'forward' })).toBe(`Navigated to ${site.origin}/two`);
    expect(await bench.ok('navigate', { url: 'reload' })).toBe(`Navigated to ${site.origin}/two`);
    expect(await bench.refused('navigate', { url: 'forward' })).toMatch(/^Error: /);
    expect(await bench.ok('navigate', { url: `${site.origin}/nowhere` })).toMatch(/\(HTTP 404\)$/);
    const refused = 'Error: Navigation refused. Only http and https URLs are allowed.';
    for (const url of [
      'javascript:alert(1)',
      ' file:///etc/passwd',
      'FILE:///x',
      'data:text/html,x',
      'view-source:http://x/',
      'chrome://version',
      'about:srcdoc',
    ])
      expect(await bench.refused('navigate', { url }), url).toBe(refused);
    expect(await bench.refused('navigate', { url: 'java\nscript:alert(1)' })).toContain('control characters');
    // What looks like a scheme and is a host with a port is opened by https, which nobody speaks there.
    const { port } = new URL(site.origin);
    expect(await bench.refused('navigate', { url: `localhost:${port}/` })).toMatch(
      /^Error: .*https:\/\/localhost/,
    );
    expect(await bench.refused('navigate', { url: 'http://' })).toMatch(/^Error: /);
  },
);

proves(
  ['T-10.1', 'T-10.2'],
  'the boundary holds for every spelling of an address, and for links',
  async () => {
    for (const url of [
      'https://example.com/',
      'http://169.254.169.254/latest',
      'http://[::ffff:10.0.0.1]/',
      'http://0xa000001/',
    ])
      expect(await bench.refused('navigate', { url }), url).toMatch(
        /^Error: .*(not allowed|not on the list)/,
      );
    expect(await bench.ok('read_page')).toContain('Shop');
  },
);

proves(
  ['T-2.9', 'T-3.27'],
  'a tab id that is missing, null or empty is the active tab, and an unknown one is said',
  async () => {
    for (const id of [undefined, null, ''])
      expect(await bench.ok('read_page', { tab_id: id, filter: null, depth: null, ref: null })).toContain(
        'Shop',
      );
    const gone = 'Error: tab tab-9 does not exist. Call list_tabs to see the open tabs.';
    expect(await bench.refused('read_page', { tab_id: 'tab-9' })).toBe(gone);
    expect(await bench.refused('switch_tab', { tab_id: 'tab-9' })).toBe(gone);
    expect(await bench.refused('close_tab', { tab_id: 'tab-9' })).toBe(gone);
  },
);

proves(
  ['T-3.20', 'T-3.12'],
  'a value is set as a person would, verified, or refused with the reason',
  async () => {
    await bench.ok('read_page');
    const set = async (role: string, name: string, value: unknown) =>
      await bench.call('form_input', { target: bench.target(role, name), value });
    expect(textOf(await set('textbox', 'Search', 'tea'))).toContain('It holds "tea"');
    expect(textOf(await set('textbox', 'Search', 42))).toContain('It holds "42"');
    expect(textOf(await set('combobox', 'Sort', 'o'))).toContain('It holds "Old"');
    expect(textOf(await set('combobox', 'Sort', 'New'))).toContain('It holds "New"');
    expect(textOf(await set('checkbox', 'Agree', true))).toContain('It is checked now.');
    expect(textOf(await set('radio', 'First', true))).toContain('It is checked now.');
    for (const [role, name, value, said] of [
      ['combobox', 'Sort', 'Sideways', /New.*Old/],
      ['checkbox', 'Agree', 'yes', /true or false/],
      ['textbox', 'Search', true, /not true or false/],
      ['textbox', 'Locked', 'y', /Error: /],
    ] as const) {
      const result = await set(role, name, value);
      expect(result.is_error, name).toBe(true);
      expect(textOf(result), name).toMatch(said);
    }
    expect(await bench.refused('left_click', { target: bench.target('button', 'Off') })).toMatch(
      /^Error: .*disabled/,
    );
  },
);

proves(['T-10.5', 'T-5.5'], 'native dialogs are dismissed, told, and block nothing', async () => {
  await bench.ok('read_page');
  const asked = await bench.ok('left_click', { target: bench.target('button', 'Ask') });
  expect(asked).toContain('"Really?" was dismissed');
  expect(await title()).toBe('kept');
  await bench.ok('navigate', { url: `${site.origin}/dialogs` });
  await bench.ok('read_page');
  expect(await bench.ok('left_click', { target: bench.target('button', 'Alert') })).toContain('"one"');
  expect(await title()).toBe('after');
  expect(await bench.ok('left_click', { target: bench.target('button', 'Prompt') })).toContain(
    '"Name?" was dismissed',
  );
  expect(await title()).toBe('null');
  await bench.ok('left_click', { target: bench.target('button', 'Dirty') });
  const left = await bench.call('navigate', { url: `${site.origin}/two` });
  expect(textOf(left)).toMatch(/dialog.*dismissed|asks before it is left/);
  await bench.ok('new_tab');
  await bench.ok('navigate', { url: `${site.origin}/` });
});

proves(
  ['T-3.24', 'T-3.25', 'T-3.26', 'T-5.1', 'T-5.2'],
  'tabs: one block alone, all of them, exactly one active',
  async () => {
    const opened = await bench.call('new_tab');
    const content = opened.content;
    expect(content).toHaveLength(1);
    const state = blockOf(opened, 'browser_state');
    const active = state?.tabs.filter((tab) => tab.active) ?? [];
    expect(active).toHaveLength(1);
    expect(active[0]).toMatchObject({ title: '', url: 'about:blank' });
    expect(state?.state_changes).toEqual([{ type: 'tab_opened', tab_id: active[0]?.tab_id }]);
    const listed = blockOf(await bench.call('list_tabs'), 'browser_state');
    expect(listed).not.toHaveProperty('state_changes');
    expect(listed?.tabs).toEqual(state?.tabs);
    const closed = await bench.call('close_tab', { tab_id: active[0]?.tab_id });
    expect(closed.content).toHaveLength(1);
    expect(blockOf(closed, 'browser_state')?.tabs.filter((tab) => tab.active)).toHaveLength(1);
  },
);

proves(['T-5.3', 'T-5.4'], 'titles and addresses are made safe and not escaped', async () => {
  const moved = await bench.call('navigate', { url: `${site.origin.replace('//', '//user:word@')}/evil` });
  const tab = blockOf(moved, 'browser_state')?.tabs.find(({ active }) => active);
  expect(tab?.title).toMatch(/^A B ?C "q" \\ x+/);
  expect([...(tab?.title ?? '')].length).toBeLessThanOrEqual(300);
  expect(tab?.url).toBe(`${site.origin}/evil`);
  await bench.ok('navigate', { url: `${site.origin}/secret` });
  await bench.ok('read_page');
  const went = await bench.call('left_click', { target: bench.target('link', 'Link') });
  const url = blockOf(went, 'browser_state')?.tabs.find(({ active }) => active)?.url;
  expect(url).toContain('page=2');
  expect(url).not.toContain('abcdef123456');
});

proves('T-3.15', 'waiting and holding keep to their bounds', async () => {
  expect(await bench.ok('wait', { duration: 0.01 })).toBe('Waited 0.01s.');
  for (const [name, input] of [
    ['wait', { duration: 31 }],
    ['wait', { duration: -1 }],
    ['hold_key', { text: 'a', duration: 30.5 }],
  ] as const)
    expect(await bench.refused(name, input)).toContain('duration: must be between 0 and 30 seconds');
  expect(await bench.refused('key', { text: 'a', repeat: 101 })).toContain(
    'repeat: must be between 1 and 100',
  );
});

test('input that a member does not take is refused with what is wrong', async () => {
  expect(await bench.refused('navigate', {})).toMatch(/^Error: invalid input for navigate: url: /);
  expect(await bench.refused('navigate', { url: 5 })).toContain('url: ');
  expect(await bench.refused('left_click', { coordinate: [1, 2] })).toContain('unknown argument coordinate');
  expect(await bench.refused('left_click', { target: { type: 'coordinate', x: 1.5, y: 2 } })).toContain(
    'target.x',
  );
  expect(await bench.refused('scroll', { scroll_direction: 'down' })).toContain('target');
  expect(
    await bench.refused('scroll', {
      target: { type: 'coordinate', x: 1, y: 1 },
      scroll_direction: 'down',
      scroll_amount: 11,
    }),
  ).toContain('between 1 and 10');
  expect(await bench.refused('read_page', 'x')).toMatch(/^Error: invalid input/);
});

test('no member hangs on a page that never gives way, and the next page is usable', async () => {
  await using hasty = await ToolsetBench.open({ callTimeoutMs: 1_500 });
  await hasty.ok('navigate', { url: `${site.origin}/busy` });
  await hasty.ok('screenshot');
  await hasty.ok('read_page');
  const target = hasty.target('button', 'Hang');
  const point = { type: 'coordinate', x: 20, y: 20 };
  await hasty.call('left_click', { target });
  const calls: readonly (readonly [string, object])[] = [
    ['read_page', {}],
    ['find', { query: 'x' }],
    ['get_page_text', {}],
    ['screenshot', {}],
    ['zoom', { region: [0, 0, 10, 10] }],
    ['left_click', { target }],
    ['left_click', { target: point }],
    ['hover', { target }],
    ['left_click_drag', { from: point, target: { ...point, x: 30 } }],
    ['left_mouse_down', { target: point }],
    ['mouse_move', { target: point }],
    ['scroll', { target: point, scroll_direction: 'down' }],
    ['scroll_to', { target }],
    ['type', { text: 'x' }],
    ['key', { text: 'a' }],
    ['hold_key', { text: 'a', duration: 0.1 }],
    ['form_input', { target, value: 'x' }],
    ['list_tabs', {}],
  ];
  for (const [name, input] of someOf(calls, 4)) {
    const result = await hasty.call(name, input);
    // Whatever it is answered, it is answered, and an error says something.
    if (result.is_error) expect(textOf(result), name).toMatch(/^Error: .{10,}/);
  }
  await hasty.ok('navigate', { url: `${site.origin}/two` });
  expect(await hasty.ok('read_page')).toContain('Second');
});
