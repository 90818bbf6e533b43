import { expect, test } from 'vitest';
import { validateRequest } from '#messages/validate-request.ts';
import { proves } from '../spec/proves.ts';

interface Turn {
  readonly name: string;
  readonly input?: object;
  readonly content: unknown;
  readonly isError?: true;
  /** Of another family or, when null, of none. */
  readonly family?: string | null;
}

const text = (words: string) => ({ type: 'text', text: words });
const state = (active: string) => ({
  type: 'browser_state',
  tabs: ['t1', 't2'].map((id) => ({ tab_id: id, title: '', url: '', active: id === active })),
});

function picture(width: number, height: number): object {
  const bytes = Buffer.alloc(40);
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: bytes.toString('base64') },
  };
}

/** A conversation with one call a turn. */
function talk(...turns: readonly Turn[]): object {
  const messages = turns.flatMap(({ name, input = {}, content, isError, family = 'browser' }, place) => {
    const named = family === null ? {} : { toolset_name: family };
    const use = { type: 'tool_use', id: `u${place}`, name, input, ...named };
    const result = {
      type: 'tool_result',
      tool_use_id: use.id,
      content,
      ...named,
      ...(isError ? { is_error: true } : {}),
    };
    return [
      { role: 'assistant', content: [use] },
      { role: 'user', content: [result] },
    ];
  });
  return {
    model: 'claude-sonnet-5',
    tools: [{ type: 'browser_toolset_20260801' }],
    messages: [{ role: 'user', content: 'Go' }, ...messages],
  };
}

const found = (body: object) => validateRequest(body).map(({ rule, path }) => `${rule} ${path}`);
const READ: Turn = { name: 'read_page', content: [text('button "Save" [ref_2]'), state('t1')] };
const clickOn = (ref: string, more: object = {}): Turn => ({
  name: 'left_click',
  input: { target: { type: 'ref', ref }, ...more },
  content: 'Clicked.',
});

test('an input outside its bounds that was carried out is told, and one that was refused is not', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['wait', { duration: 31 }, 'duration'],
    ['wait', { duration: -1 }, 'duration'],
    ['hold_key', { text: 'a', duration: 300 }, 'duration'],
    ['key', { text: 'a', repeat: 101 }, 'repeat'],
    ['key', { text: 'a', repeat: 1.5 }, 'repeat'],
    ['scroll', { scroll_direction: 'down', scroll_amount: 11 }, 'scroll_amount'],
    ['read_page', { depth: 0 }, 'depth'],
    ['zoom', { region: [10, 10, 5, 20] }, 'region'],
    ['zoom', { region: [1, 2, 3] }, 'region'],
  ];
  for (const [name, input, field] of cases) {
    const content = name === 'zoom' ? [picture(1280, 720)] : 'Done.';
    expect(found(talk({ name, input, content })), `${name} ${JSON.stringify(input)}`).toEqual([
      `W3 messages[1].content[0].input.${field}`,
    ]);
    expect(found(talk({ name, input, content: 'Error: no.', isError: true }))).toEqual([]);
  }
});

test('an input within its bounds, or absent by null, is not told', () => {
  for (const [name, input] of [
    ['wait', { duration: 0 }],
    ['wait', { duration: 30 }],
    ['key', { text: 'a', repeat: null }],
    ['key', { text: 'a', repeat: 100 }],
    ['scroll', { scroll_amount: 1 }],
    ['read_page', { depth: 1, filter: null }],
  ] as const)
    expect(found(talk({ name, input, content: 'Done.' }))).toEqual([]);
});

test('screenshots of another size than the first are told, whatever a zoom has', () => {
  const shot = (width: number): Turn => ({ name: 'screenshot', content: [picture(width, 720)] });
  const zoom: Turn = { name: 'zoom', input: { region: [0, 0, 9, 9] }, content: [picture(700, 700)] };
  expect(found(talk(shot(1280), zoom, shot(1280)))).toEqual([]);
  expect(found(talk(shot(1280), zoom, shot(1024)))).toEqual(['W4 messages[6].content[0].content[0]']);
});

test('a ref that no result told, or that another tab told, is told when it was acted on', () => {
  expect(found(talk(READ, clickOn('ref_2')))).toEqual([]);
  expect(found(talk(READ, clickOn('ref_20')))).toEqual(['W5 messages[3].content[0].input.target.ref']);
  expect(found(talk(READ, clickOn('ref_2', { tab_id: 't2' })))).toEqual([
    'W5 messages[3].content[0].input.target.ref',
  ]);
  expect(found(talk(READ, clickOn('ref_2', { tab_id: 't1' })))).toEqual([]);
  expect(found(talk(READ, { name: 'read_page', input: { ref: 'ref_9' }, content: 'x' }))).toEqual([
    'W5 messages[3].content[0].input.ref',
  ]);
  const stale: Turn = { ...clickOn('ref_20'), content: 'Error: ref_20 is stale.', isError: true };
  expect(found(talk(READ, stale))).toEqual([]);
  expect(found(talk(READ, stale, clickOn('ref_20')))).toEqual(['W5 messages[5].content[0].input.target.ref']);
});

test('a toolset that is deferred wants a search tool, and nothing kept between requests', () => {
  const names = ['wait', 'find'];
  const off = Object.fromEntries(
    validateOff().map((name) => [name, names.includes(name) ? { defer_loading: true } : { enabled: false }]),
  );
  const entry = { type: 'browser_toolset_20260801', configs: off };
  const rules = (tools: readonly object[]) =>
    validateRequest({ model: 'claude-sonnet-5', tools, messages: [] }).map(({ rule }) => rule);
  const search = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
  expect(rules([entry, search])).toEqual([]);
  expect(rules([entry])).toEqual(['W6']);
  expect(rules([entry, { ...search, defer_loading: true }])).toEqual(['W6']);
  expect(rules([{ ...entry, cache_control: { type: 'ephemeral' } }, search])).toEqual(['W7']);
});

function validateOff(): readonly string[] {
  const told = validateRequest({
    model: 'claude-sonnet-5',
    tools: [{ type: 'browser_toolset_20260801', configs: { fly: {} } }],
    messages: [],
  });
  return (told[0]?.remedy ?? '').replace(/^Members: |\.$/g, '').split(', ');
}

proves('T-R2', 'a result of another family of tools names that family', () => {
  const other = (name: string | null): object => {
    const body = talk({ name: 'left_click', content: 'Clicked.', family: 'computer' });
    const result = Reflect.get(body, 'messages')[2].content[0];
    if (name === null) Reflect.deleteProperty(result, 'toolset_name');
    else result.toolset_name = name;
    return body;
  };
  expect(found(other('computer'))).toEqual([]);
  expect(found(other('browser'))).toEqual(['R2 messages[2].content[0].toolset_name']);
  expect(found(talk({ name: 'navigate', content: 'x', family: null }))).toEqual([]);
});

proves('T-R13', 'a tab, a change or a list that lacks what it has to have', () => {
  const withState = (block: object): object =>
    talk({ name: 'wait', content: [text('Waited.'), { type: 'browser_state', ...block }] });
  const at = 'messages[2].content[0].content[1]';
  const tab = { tab_id: 't1', title: '', url: '', active: true };
  expect(found(withState({}))).toEqual([`R13 ${at}.tabs`]);
  expect(found(withState({ tabs: 'none' }))).toEqual([`R13 ${at}.tabs`]);
  for (const field of ['tab_id', 'title', 'url'])
    expect(found(withState({ tabs: [{ ...tab, [field]: undefined }] }))).toEqual([
      `R13 ${at}.tabs[0].${field}`,
    ]);
  expect(found(withState({ tabs: [tab], state_changes: {} }))).toEqual([`R13 ${at}.state_changes`]);
  const change = { type: 'download_started', download_id: 'd1', url: 'https://a.test/' };
  for (const field of ['download_id', 'url'])
    expect(found(withState({ tabs: [tab], state_changes: [{ ...change, [field]: undefined }] }))).toEqual([
      `R13 ${at}.state_changes[0].${field}`,
    ]);
  const completed = { ...change, type: 'download_completed', path: null, size_bytes: null };
  expect(found(withState({ tabs: [tab], state_changes: [completed] }))).toEqual([]);
});

proves('T-R16', 'an ordinary image is made smaller by the API and one of the toolset is not', () => {
  const inUser = (width: number, height: number, count = 1) => ({
    ...talk({ name: 'wait', content: 'Waited.' }),
    messages: [{ role: 'user', content: Array.from({ length: count }, () => picture(width, height)) }],
  });
  expect(found(inUser(3000, 3000))).toEqual([]);
  expect(found(talk({ name: 'chart', content: [picture(3000, 3000)], family: null }))).toEqual([]);
  expect(found(talk({ name: 'screenshot', content: [picture(3000, 3000)] }))).toEqual([
    'R16 messages[2].content[0].content[0]',
  ]);
  expect(found(inUser(8001, 10))).toEqual(['R16 messages[0].content[0]']);
  expect(found(inUser(2001, 10, 20))).toEqual([]);
  expect(found(inUser(2001, 10, 21))).toHaveLength(21);
  expect(found(inUser(10, 10, 600))).toEqual([]);
  expect(found(inUser(10, 10, 601))).toEqual(['R16 messages']);
});

proves('T-R16', 'an image whose kind cannot be told, or that is written as an address', () => {
  for (const data of [
    `data:image/png;base64,${'A'.repeat(80)}`,
    Buffer.from('not a picture at all, no').toString('base64'),
  ]) {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    expect(found(talk({ name: 'screenshot', content: [image] }))).toEqual([
      'R16 messages[2].content[0].content[0]',
    ]);
  }
});

proves('T-E2', 'null stands for an absent field of the entry', () => {
  const tools = [{ type: 'browser_toolset_20260801', strict: null, input_examples: null, configs: null }];
  expect(validateRequest({ model: 'claude-sonnet-5', tools, messages: [] })).toEqual([]);
});
