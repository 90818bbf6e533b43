import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderForModel } from '#messages/render-for-model.ts';
import { validateRequest } from '#messages/validate-request.ts';
import type { ToolUse } from '#messages/wire.ts';
import { proves } from '../../spec/proves.ts';
import { openSite, type Site } from '../../support/site.ts';
import { blockOf, ToolsetBench, textOf, use } from './bench.ts';
import { TOOLSET_PAGES } from './pages.ts';

// What executors get wrong, one by one. Each is a way in which a whole conversation is lost, or a model misled.
let bench: ToolsetBench;
let site: Site;

beforeAll(async () => {
  site = await openSite({
    ...TOOLSET_PAGES,
    '/slow': async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      response.end('<!doctype html>late');
    },
    '/away': (_, response) => {
      response.writeHead(302, { location: 'http://localhost:1/' });
      response.end();
    },
    '/keys-leave': '<!doctype html><title>Keys</title><a href="/keys-next">Next</a>',
    '/keys-next': `<!doctype html><title>Next</title><button onclick="document.title='pressed'">Danger</button>`,
    '/long': `<!doctype html><title>Long</title><button>Near</button><div style="height:5000px"></div><button>Far</button>`,
    '/many': `<!doctype html><title>Many</title>${Array.from({ length: 3_000 }, (_, row) => `<button>Button number ${row} of very many</button>`).join('')}`,
    '/two-tabs':
      "<!doctype html><title>Tabs</title><button onclick=\"window.open('/two');window.open('/article')\">Both</button>",
  });
  bench = await ToolsetBench.open();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});
beforeEach(async () => {
  await bench.ok('navigate', { url: `${site.origin}/` });
});

const at = (x: number, y: number) => ({ type: 'coordinate', x, y });

/** Whether the API would take a conversation of one turn with these calls and what was answered. */
async function conversation(...calls: readonly ToolUse[]): Promise<readonly string[]> {
  const results = await bench.turn(...calls);
  const messages = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: calls },
    { role: 'user', content: results },
  ];
  return validateRequest({ model: 'claude-sonnet-5', tools: [bench.toolset.entry], messages }).map(
    ({ rule }) => rule,
  );
}

test('1–3: the entry has nothing it may not have, and every result names the toolset, skipped ones too', async () => {
  expect(
    await conversation(
      use('left_click', { target: { type: 'ref', ref: 'ref_9' } }),
      use('screenshot'),
      use('list_tabs'),
    ),
  ).toEqual([]);
});

test('4: parameters of the computer toolset are refused by name', async () => {
  for (const [name, input] of [
    ['left_click_drag', { start_coordinate: [1, 1], coordinate: [2, 2] }],
    ['scroll', { coordinate: [1, 1], scroll_direction: 'down' }],
    ['left_click', { target: at(1, 1), text: 'shift' }],
    ['hold_key', { text: 'a', duration: 100 }],
  ] as const)
    expect(await bench.refused(name, input), name).toMatch(/^Error: invalid input for /);
});

test('5 and 40: a refusal is a failure, and calls about tabs count', async () => {
  const [refused, skipped] = await bench.turn(use('navigate', { url: 'file:///x' }), use('new_tab'));
  expect([refused?.is_error, skipped?.is_error]).toEqual([true, true]);
  const [wrong, after] = await bench.turn(
    use('switch_tab', { tab_id: 'nope' }),
    use('wait', { duration: 0 }),
  );
  expect([wrong?.is_error, textOf(after)]).toEqual([
    true,
    'Not executed: an earlier action in this turn failed.',
  ]);
});

test('6–9: tabs that open together: the new one alone is told for new_tab, all are listed, none is told empty', async () => {
  await bench.ok('navigate', { url: `${site.origin}/two-tabs` });
  await bench.ok('read_page');
  const both = blockOf(
    await bench.call('left_click', { target: bench.target('button', 'Both') }),
    'browser_state',
  );
  expect(both?.state_changes).toHaveLength(2);
  expect(both?.tabs.filter(({ active }) => active)).toHaveLength(1);
  const fresh = blockOf(await bench.call('new_tab'), 'browser_state');
  expect(fresh?.state_changes).toHaveLength(1);
  const listed = blockOf(await bench.call('list_tabs'), 'browser_state');
  expect(listed).not.toHaveProperty('state_changes');
  const closed = await bench.call('close_tab', {
    tab_id: fresh?.state_changes?.[0]?.type === 'tab_opened' ? fresh.state_changes[0].tab_id : '',
  });
  expect(closed.is_error).toBeUndefined();
  // An id is never given twice, so what earlier results list stays true.
  const next = blockOf(await bench.call('new_tab'), 'browser_state')?.state_changes?.[0];
  expect(next).not.toEqual(fresh?.state_changes?.[0]);
  for (const { tab_id: id } of blockOf(await bench.call('list_tabs'), 'browser_state')?.tabs.slice(1) ?? [])
    await bench.call('close_tab', { tab_id: id });
});

test('10 and 11: hostile titles are taken by the API, and read as they are', async () => {
  await bench.ok('navigate', { url: `${site.origin}/evil` });
  expect(await conversation(use('list_tabs'))).toEqual([]);
  const call = use('list_tabs');
  const results = await bench.turn(call);
  const [text] = renderForModel({ content: [call] }, results).texts;
  expect(text).toContain('\\"q\\" \\\\');
});

test('12 and 13: no text of ours is a footer of the API', async () => {
  const clicked = await bench.call('wait', { duration: 0 });
  expect(textOf(clicked)).not.toContain('Tab Context');
  expect(textOf(await bench.call('screenshot'))).not.toContain('Tab Context');
});

test('16 and 17: null is absent, read_page takes a bare ref and a target is an object', async () => {
  await bench.ok('read_page', { ref: null, depth: null, filter: null, tab_id: null });
  const ref = bench.ref('button', 'Go');
  expect(await bench.ok('read_page', { ref })).toContain('button "Go"');
  expect(await bench.refused('read_page', { ref: { type: 'ref', ref } })).toContain('ref:');
  expect(await bench.refused('left_click', { target: ref })).toContain('target');
  expect(await bench.ok('left_click', { target: { type: 'ref', ref }, modifiers: null })).toContain(
    'Clicked',
  );
});

test('18: numbers stay on a second reading, and never come back after a navigation', async () => {
  await bench.ok('read_page');
  const first = bench.ref('button', 'Go');
  await bench.ok('navigate', { url: 'reload' });
  const told = await bench.ok('read_page', { filter: 'all' });
  const numbers = [...told.matchAll(/\[ref_(\d+)\]/g)].map(([, number]) => Number(number));
  expect(Math.min(...numbers)).toBeGreaterThan(Number(first.slice(4)));
});

test('19: what is outside of the picture is told by filter "all" only', async () => {
  await bench.ok('navigate', { url: `${site.origin}/long` });
  const visible = await bench.ok('read_page', {});
  expect(visible).toContain('"Near"');
  expect(visible).not.toContain('"Far"');
  expect(await bench.ok('read_page', { filter: 'all' })).toContain('"Far"');
});

test('20: a page that is too long to be told whole says so', async () => {
  await bench.ok('navigate', { url: `${site.origin}/many` });
  const told = await bench.ok('read_page', { filter: 'all' });
  expect(told.length).toBeLessThanOrEqual(50_000);
  expect(told).toContain('Button number 0 of very many');
  expect(told).not.toContain('Button number 2999 of very many');
  expect(told.slice(-400)).toMatch(/omitted|left out|cut|more/i);
});

test('21 and 22: the picture keeps its size on a page of any length, and a hundred of them fit in a request', async () => {
  const picture = blockOf(await bench.call('screenshot'), 'image');
  const content = Array.from({ length: 30 }, () => picture);
  const messages = [{ role: 'user', content }];
  expect(validateRequest({ tools: [bench.toolset.entry], messages }, { imageTier: 'standard' })).toEqual([]);
});

test('keys that would fall on a page that nobody has seen are not pressed', async () => {
  await bench.ok('navigate', { url: `${site.origin}/keys-leave` });
  await bench.ok('key', { text: 'Tab' });
  const refused = await bench.refused('key', { text: 'Return Tab Return' });
  expect(refused).toContain('1 of 3 keys were pressed: the last of them led elsewhere.');
  expect(await bench.ok('read_page')).toContain('"Danger"');
  expect(blockOf(await bench.call('list_tabs'), 'browser_state')?.tabs[0]?.title).toBe('Next');
});

test('23: what is out of bounds is refused and never moved inside', async () => {
  await bench.ok('screenshot');
  for (const target of [at(1_280, 0), at(0, 720), at(-1, 0)])
    expect(await bench.refused('left_click', { target })).toContain('outside the screenshot');
  expect(await bench.refused('left_click_drag', { from: at(1, 1), target: at(5_000, 1) })).toContain(
    'outside',
  );
});

test('24 and 25: schemes are judged by parsing, and redirects are held by the boundary', async () => {
  for (const url of [' file:///etc/hosts', 'JAVASCRIPT:alert(1)', 'view-source:https://x.test/'])
    expect(await bench.refused('navigate', { url })).toBe(
      'Error: Navigation refused. Only http and https URLs are allowed.',
    );
  expect(await bench.refused('navigate', { url: `${site.origin}/away` })).toMatch(/^Error: /);
  expect(await bench.ok('list_tabs')).toBe('');
});

proves('T-3.4', 'a navigation that takes too long says how long it waited', async () => {
  await using hasty = await ToolsetBench.open({ navigationTimeoutMs: 1_000 });
  const text = textOf(await hasty.call('navigate', { url: `${site.origin}/slow` }));
  expect(text).toBe(
    `Error: Navigation to ${site.origin}/slow timed out after 1 seconds. The page may be unavailable.`,
  );
});

test('38 and 39: an empty reading says since when, and a member that is off answers', async () => {
  expect(await bench.refused('read_console')).toBe('Error: read_console is not enabled in this environment.');
  await using reading = await ToolsetBench.open({ configs: { read_console: { enabled: true } } });
  expect(await reading.ok('read_console')).toContain('since the last reading of this tab');
});
