import { expect, test } from 'vitest';
import { MEMBER_NAMES } from '#messages/members.ts';
import { validateRequest } from '#messages/validate-request.ts';
import { proves } from '../spec/proves.ts';

// A request in which everything is right. Each test breaks one thing and expects just that rule.
const TABS = [
  { tab_id: 't1', title: 'One', url: 'https://one.test/', active: true },
  { tab_id: 't2', title: 'Two', url: 'https://two.test/' },
];
// biome-ignore lint/suspicious/noExplicitAny: bodies are broken on purpose, in ways that no type allows
type Loose = any;

function png(width: number, height: number): string {
  const bytes = Buffer.alloc(40);
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

const image = (width = 1_280, height = 720) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: png(width, height) },
});

function goodBody(): Loose {
  const use = (id: string, name: string, input: object = {}) => ({
    type: 'tool_use',
    id,
    name,
    input,
    toolset_name: 'browser',
  });
  const result = (id: string, content: unknown, more: object = {}) => ({
    type: 'tool_result',
    tool_use_id: id,
    toolset_name: 'browser',
    content,
    ...more,
  });
  const text = (words: string) => ({ type: 'text', text: words });
  const state = (more: object = {}) => ({ type: 'browser_state', tabs: structuredClone(TABS), ...more });
  return {
    model: 'claude-sonnet-5',
    max_tokens: 100,
    tools: [{ type: 'browser_toolset_20260801' }, { name: 'weather', input_schema: {} }],
    messages: [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: [
          use('1', 'navigate', { url: 'one.test' }),
          use('2', 'screenshot'),
          use('3', 'new_tab'),
          use('4', 'switch_tab', { tab_id: 't1' }),
          use('5', 'left_click'),
          { type: 'tool_use', id: '6', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          result('1', [
            text('Navigated.'),
            state({
              state_changes: [{ type: 'download_started', download_id: 'd1', url: 'https://one.test/f' }],
            }),
          ]),
          result('2', [image(), text('Captured.')]),
          result('3', [state({ state_changes: [{ type: 'tab_opened', tab_id: 't1' }] })]),
          result('4', [state()]),
          result('5', [text('Error: no.')], { is_error: true }),
          { type: 'tool_result', tool_use_id: '6', content: 'Sunny' },
        ],
      },
      { role: 'assistant', content: [use('9', 'find', { query: 'x' })] },
    ],
  };
}

function results(body: Loose): Loose[] {
  return body.messages[2].content;
}

/** Breaks a good body, expects the one rule with a path and a remedy, and that nothing else is found. */
function breaks(rule: string, path: RegExp, change: (body: Loose) => void): void {
  const body = goodBody();
  change(body);
  const found = validateRequest(body);
  expect(found.map((broken) => broken.rule)).toEqual([rule]);
  expect(found[0]?.path).toMatch(path);
  expect(found[0]?.remedy).not.toBe('');
}

test('a request in which all is right breaks nothing', () => {
  expect(validateRequest(goodBody())).toEqual([]);
  expect(validateRequest({ messages: [] })).toEqual([]);
  expect(validateRequest('x').map(({ rule }) => rule)).toEqual(['E0']);
});

const entry = (body: Loose) => body.tools[0];

proves('T-E1', 'an entry with a name', () =>
  breaks('E1', /^tools\[0\]\.name$/, (body) => Object.assign(entry(body), { name: 'browser' })),
);
proves('T-E2', 'an entry with strict or input examples', () => {
  breaks('E2', /strict/, (body) => Object.assign(entry(body), { strict: true }));
  breaks('E2', /input_examples/, (body) => Object.assign(entry(body), { input_examples: [] }));
});
proves('T-E3', 'an entry that is itself deferred', () =>
  breaks('E3', /defer_loading/, (body) => Object.assign(entry(body), { defer_loading: false })),
);
proves('T-E4', 'configuration of an unknown member', () =>
  breaks('E4', /configs\.fly$/, (body) => Object.assign(entry(body), { configs: { fly: {} } })),
);
proves('T-E5', 'an unknown field of a member', () =>
  breaks('E5', /configs\.wait\.strict$/, (body) =>
    Object.assign(entry(body), { configs: { wait: { strict: true } } }),
  ),
);
proves('T-E6', 'members deferred differently', () => {
  breaks('E6', /configs$/, (body) =>
    Object.assign(entry(body), { configs: { wait: { defer_loading: true } } }),
  );
  const body = goodBody();
  entry(body).configs = Object.fromEntries(MEMBER_NAMES.map((name) => [name, { defer_loading: true }]));
  body.tools.push({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' });
  expect(validateRequest(body)).toEqual([]);
});
proves('T-E7', 'an entry with no member on', () =>
  breaks('E7', /configs$/, (body) =>
    Object.assign(entry(body), {
      configs: Object.fromEntries(MEMBER_NAMES.map((name) => [name, { enabled: false }])),
    }),
  ),
);
proves('T-E8', 'callers other than direct ones', () => {
  breaks('E8', /allowed_callers/, (body) =>
    Object.assign(entry(body), { allowed_callers: ['code_execution_20260120'] }),
  );
  const body = goodBody();
  entry(body).allowed_callers = ['direct'];
  expect(validateRequest(body)).toEqual([]);
});
proves('T-E9', 'the fine-grained streaming beta', () => {
  breaks('E9', /betas/, (body) => Object.assign(body, { betas: ['fine-grained-tool-streaming-2025-05-14'] }));
  const found = validateRequest(goodBody(), { betas: ['fine-grained-tool-streaming-2025-05-14'] });
  expect(found.map(({ rule }) => rule)).toEqual(['E9']);
});
proves('T-E10', 'a tool choice that names the toolset or a member', () => {
  for (const name of ['browser', 'left_click'])
    breaks('E10', /tool_choice/, (body) => Object.assign(body, { tool_choice: { type: 'tool', name } }));
  const body = goodBody();
  body.tool_choice = { type: 'tool', name: 'weather' };
  expect(validateRequest(body)).toEqual([]);
});
proves('T-E11', 'a second entry, or another tool of that name', () => {
  breaks('E11', /^tools$/, (body) => body.tools.push({ type: 'browser_toolset_20260801' }));
  breaks('E11', /^tools\[1\]/, (body) => Object.assign(body.tools[1], { name: 'browser' }));
});
proves('T-E12', 'a model outside the list, which can be given', () => {
  breaks('E12', /^model$/, (body) => Object.assign(body, { model: 'other-1' }));
  expect(validateRequest({ ...goodBody(), model: 'other-1' }, { models: ['other'] })).toEqual([]);
  expect(validateRequest({ ...goodBody(), model: 'other-1' }, { models: [] })).toEqual([]);
});

proves('T-R1', 'a member result without the toolset name', () => {
  breaks('R1', /messages\[2\]\.content\[0\]\.toolset_name/, (body) =>
    Reflect.deleteProperty(results(body)[0], 'toolset_name'),
  );
  breaks('R1', /content\[4\]/, (body) => Object.assign(results(body)[4], { toolset_name: 'computer' }));
});
proves('T-R2', 'the toolset name on any other result', () =>
  breaks('R2', /content\[5\]/, (body) => Object.assign(results(body)[5], { toolset_name: 'browser' })),
);
proves('T-R3', 'a member call without a result', () => {
  breaks('R3', /messages\[1\]\.content\[4\]/, (body) => results(body).splice(4, 1));
  breaks('R3', /messages\[3\]\.content\[0\]/, (body) =>
    body.messages.push({ role: 'user', content: 'and?' }),
  );
});
proves('T-R4', 'a block of another kind in a member result', () =>
  breaks('R4', /content\[0\]\.content\[2\]/, (body) => results(body)[0].content.push({ type: 'document' })),
);
proves('T-R5', 'a state block on an error, on a foreign result, or outside of one', () => {
  breaks('R5', /content\[5\]\.content\[0\]/, (body) =>
    Object.assign(results(body)[5], { content: [{ type: 'browser_state', tabs: [] }] }),
  );
  breaks('R5', /content\[6\]/, (body) => results(body).push({ type: 'browser_state', tabs: [] }));
  const body = goodBody();
  results(body)[4].content.push({ type: 'browser_state', tabs: [] });
  expect(validateRequest(body).map(({ rule }) => rule)).toEqual(['R5', 'R17']);
});
proves('T-R6', 'two state blocks in one result', () =>
  breaks('R6', /content\[0\]$/, (body) => results(body)[0].content.push({ type: 'browser_state', tabs: [] })),
);
const tabsIn = (body: Loose) => results(body)[0].content[1].tabs;
proves('T-R7', 'tabs without exactly one active', () => {
  breaks('R7', /tabs$/, (body) => Object.assign(tabsIn(body)[0], { active: false }));
  breaks('R7', /tabs$/, (body) => Object.assign(tabsIn(body)[1], { active: true }));
});
proves('T-R8', 'a tab id twice', () =>
  breaks('R8', /tabs$/, (body) => Object.assign(tabsIn(body)[1], { tab_id: 't1' })),
);
const changesIn = (body: Loose) => results(body)[0].content[1].state_changes;
proves('T-R9', 'an empty list of changes', () =>
  breaks('R9', /state_changes$/, (body) => changesIn(body).splice(0)),
);
proves('T-R10', 'an opened tab that is not listed', () =>
  breaks('R10', /state_changes\[1\]/, (body) => changesIn(body).push({ type: 'tab_opened', tab_id: 't9' })),
);
proves('T-R11', 'two changes of one download', () =>
  breaks('R11', /state_changes\[1\]/, (body) =>
    changesIn(body).push({ type: 'download_failed', download_id: 'd1', url: 'u' }),
  ),
);
proves('T-R12', 'a field its change does not declare, or an unknown change', () => {
  breaks('R12', /\.path$/, (body) => Object.assign(changesIn(body)[0], { path: '/x' }));
  breaks('R12', /\.type$/, (body) => changesIn(body).push({ type: 'tab_moved', download_id: 'd9' }));
});
proves('T-R13', 'fields over their limits', () => {
  breaks('R13', /tabs\[0\]\.title$/, (body) => Object.assign(tabsIn(body)[0], { title: 'a\nb' }));
  breaks('R13', /tabs\[1\]\.url$/, (body) => Object.assign(tabsIn(body)[1], { url: 'x'.repeat(4_097) }));
  breaks('R13', /tabs\[1\]\.title$/, (body) => Object.assign(tabsIn(body)[1], { title: '\ud800' }));
  breaks('R13', /tabs\[1\]\.tab_id$/, (body) => Object.assign(tabsIn(body)[1], { tab_id: '' }));
  breaks('R13', /size_bytes$/, (body) =>
    changesIn(body).push({ type: 'download_completed', download_id: 'd2', url: 'u', size_bytes: -1 }),
  );
  breaks('R13', /state_changes$/, (body) =>
    changesIn(body).push(
      ...Array.from({ length: 200 }, (_, n) => ({
        type: 'download_started',
        download_id: `x${n}`,
        url: 'u',
      })),
    ),
  );
  breaks('R13', /tabs$/, (body) =>
    tabsIn(body).push(...Array.from({ length: 99 }, (_, n) => ({ tab_id: `x${n}`, title: '', url: '' }))),
  );
  const long = goodBody();
  tabsIn(long)[0].title = '\u{1f600}'.repeat(4_096);
  expect(validateRequest(long)).toEqual([]);
});
proves('T-R14', 'a tab result that is not one state block', () => {
  breaks('R14', /content\[3\]\.content$/, (body) =>
    results(body)[3].content.unshift({ type: 'text', text: 'Switched' }),
  );
  breaks('R14', /content\[3\]\.content$/, (body) => Object.assign(results(body)[3], { content: 'Switched' }));
});
proves('T-R15', 'a new tab that is not the one opened and active', () => {
  breaks('R15', /state_changes$/, (body) =>
    results(body)[2].content[0].state_changes.push({ type: 'tab_opened', tab_id: 't2' }),
  );
  breaks('R15', /state_changes$/, (body) =>
    Reflect.deleteProperty(results(body)[2].content[0], 'state_changes'),
  );
});
proves(['T-R16', 'T-8.2'], 'an image over its tier, over 10 MB, or too large among many', () => {
  breaks('R16', /content\[1\]\.content\[0\]$/, (body) =>
    Object.assign(results(body)[1].content, { 0: image(3_000, 1_000) }),
  );
  expect(validateRequest(sized(1_440, 900), { imageTier: 'standard' }).map(({ rule }) => rule)).toEqual([
    'R16',
  ]);
  expect(validateRequest(sized(1_440, 900))).toEqual([]);
  const heavy = goodBody();
  results(heavy)[1].content[0].source.data += 'A'.repeat(10 * 2 ** 20);
  expect(validateRequest(heavy).map(({ rule }) => rule)).toEqual(['R16']);
  const many = sized(2_100, 1_000);
  expect(validateRequest(many)).toEqual([]);
  many.messages[0].content = Array.from({ length: 20 }, () => image());
  expect(validateRequest(many).map(({ rule }) => rule)).toEqual(['R16']);
});

function sized(width: number, height: number): Loose {
  const body = goodBody();
  results(body)[1].content[0] = image(width, height);
  return body;
}

proves('T-R17', 'an error that is empty or not text', () => {
  breaks('R17', /content\[4\]\.content$/, (body) => Object.assign(results(body)[4], { content: [] }));
  breaks('R17', /content\[4\]\.content$/, (body) => Object.assign(results(body)[4], { content: '' }));
  breaks('R17', /content\[4\]\.content$/, (body) => results(body)[4].content.push(image()));
});
proves('T-R18', 'an opened tab told twice, and a tab id over its limits', () => {
  breaks('R18', /state_changes\[2\]/, (body) =>
    changesIn(body).push({ type: 'tab_opened', tab_id: 't2' }, { type: 'tab_opened', tab_id: 't2' }),
  );
  breaks('R18', /messages\[1\]\.content\[3\]\.input\.tab_id/, (body) =>
    Object.assign(body.messages[1].content[3].input, { tab_id: 'a\nb' }),
  );
});
proves('T-R19', 'a member of unknown name in the history', () =>
  breaks('R19', /messages\[1\]\.content\[4\]\.name/, (body) =>
    Object.assign(body.messages[1].content[4], { name: 'fly' }),
  ),
);

test('what the API lets pass and models suffer from is said as well', () => {
  breaks('W1', /content\[1\]/, (body) => results(body)[1].content.splice(0, 2));
  breaks('W2', /content\[0\]/, (body) => results(body)[0].content.splice(0, 1));
});
