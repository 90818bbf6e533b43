import { expect, test } from 'vitest';
import { renderForModel } from '#messages/render-for-model.ts';
import type { ResultBlock, TabEntry, ToolResult, ToolUse } from '#messages/wire.ts';
import { proves } from '../spec/proves.ts';

const DOCS: TabEntry = { tab_id: 'tab-1', title: 'Docs', url: 'https://docs.test/', active: true };
const QUOTED: TabEntry = { tab_id: 'tab-2', title: 'Say "hi" \\ there', url: 'https://q.test/?a="b"' };

const call = (name: string, input: object = {}): ToolUse => ({
  type: 'tool_use',
  id: name,
  name,
  input,
  toolset_name: 'browser',
});
const result = (name: string, ...content: ResultBlock[]): ToolResult => ({
  type: 'tool_result',
  tool_use_id: name,
  toolset_name: 'browser',
  content,
});
const text = (words: string): ResultBlock => ({ type: 'text', text: words });
const state = (
  tabs: readonly TabEntry[],
  changes?: Extract<ResultBlock, { type: 'browser_state' }>['state_changes'],
): ResultBlock => ({
  type: 'browser_state',
  tabs,
  ...(changes === undefined ? {} : { state_changes: changes }),
});
const image: ResultBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } };

function read(use: ToolUse, ...blocks: ResultBlock[]): string {
  return renderForModel({ role: 'assistant', content: [use] }, [result(use.name, ...blocks)]).texts[0] ?? '';
}

proves(['T-5.6', 'T-11.1'], 'sentences of the tab members', () => {
  const fresh = { ...DOCS, tab_id: 'tab-3', title: '', url: 'about:blank' };
  expect(read(call('new_tab'), state([fresh], [{ type: 'tab_opened', tab_id: 'tab-3' }]))).toBe(
    'Created new tab with tab_id: tab-3, URL: about:blank. It is now the current tab.',
  );
  expect(read(call('list_tabs'), state([DOCS, QUOTED]))).toBe(
    'Available tabs:\n  • tab_id tab-1: "Docs" (https://docs.test/) (current)\n  • tab_id tab-2: "Say \\"hi\\" \\\\ there" (https://q.test/?a="b")',
  );
  expect(read(call('list_tabs'), state([]))).toBe('No tabs available');
  expect(read(call('switch_tab', { tab_id: 'tab-2' }), state([DOCS]))).toBe('Switched to tab tab-2');
  expect(read(call('close_tab', { tab_id: 'tab-2' }), state([DOCS]))).toBe('Closed tab tab-2');
});

proves(['T-5.6', 'T-11.1'], 'the footer: where it stands, whom it names, and when it is left out', () => {
  const footer =
    'Tab Context:\n- Executed on tab_id: tab-1\n- Available tabs:\n  • tab_id tab-1: "Docs" (https://docs.test/)';
  expect(read(call('left_click'), text('Clicked.'), state([DOCS]))).toBe(`Clicked.\n\n${footer}`);
  expect(read(call('left_click', { tab_id: 'tab-9' }), text('Clicked.'), state([DOCS]))).toContain(
    'Executed on tab_id: tab-9',
  );
  expect(read(call('zoom'), image, text('Zoomed.'), state([DOCS]))).toBe('[image]\nZoomed.');
  expect(read(call('screenshot'), image, state([DOCS]))).toBe('[image]');
  expect(read(call('left_click'), text('Clicked.'), state([]))).toBe('Clicked.');
  expect(read(call('left_click'), text('Clicked.'))).toBe('Clicked.');
});

proves('T-5.6', 'tabs that were printed are not printed again until they are others', () => {
  const turn = (name: string, tabs: readonly TabEntry[], before?: Parameters<typeof renderForModel>[2]) =>
    renderForModel(
      { role: 'assistant', content: [call(name)] },
      [result(name, text('Done.'), state(tabs))],
      before,
    );
  const first = turn('hover', [DOCS]);
  expect(first.texts[0]).toContain('Tab Context');
  const second = turn('wait', [DOCS], first.state);
  expect(second.texts[0]).toBe('Done.');
  expect(turn('wait', [DOCS, QUOTED], second.state).texts[0]).toContain('tab-2');
  const inactive = { ...QUOTED, active: false };
  const third = turn('wait', [DOCS, QUOTED], second.state);
  expect(turn('wait', [DOCS, inactive], third.state).texts[0]).toBe('Done.');
  const switched = [
    { ...DOCS, active: false },
    { ...QUOTED, active: true },
  ];
  expect(turn('wait', switched, third.state).texts[0]).toContain('Executed on tab_id: tab-2');
  const bare = renderForModel({ role: 'assistant', content: [call('screenshot')] }, [
    result('screenshot', image, state([DOCS])),
  ]);
  expect(turn('wait', [DOCS], bare.state).texts[0]).toContain('Tab Context');
});

proves('T-5.6', 'a line for each download, before the footer, for every kind of member', () => {
  const completed = {
    type: 'download_completed',
    download_id: 'dl-1',
    url: 'https://x.test/a"b.csv',
    path: '/d/a.csv',
    size_bytes: 48_213,
  } as const;
  const line =
    'Download completed with download_id: dl-1, URL: "https://x.test/a\\"b.csv". Saved to "/d/a.csv". Size: 48213 bytes.';
  expect(read(call('left_click'), text('Clicked.'), state([DOCS], [completed]))).toMatch(
    /^Clicked\.\n\nDownload completed .*\n\nTab Context:/,
  );
  expect(read(call('left_click'), text('Clicked.'), state([DOCS], [completed]))).toContain(line);
  expect(read(call('zoom'), image, state([DOCS], [completed]))).toBe(`[image]\n\n${line}`);
  expect(read(call('screenshot'), image, state([DOCS], [completed]))).toContain('Tab Context');
  expect(read(call('close_tab', { tab_id: 'tab-2' }), state([DOCS], [completed]))).toBe(
    `Closed tab tab-2\n\n${line}`,
  );
  expect(
    read(
      call('wait'),
      text('Waited.'),
      state(
        [],
        [
          { type: 'download_started', download_id: 'a', url: 'u' },
          { type: 'download_failed', download_id: 'b', url: 'v', error: 'canceled' },
        ],
      ),
    ),
  ).toBe(
    'Waited.\n\nDownload started with download_id: a, URL: "u".\n\nDownload failed with download_id: b, URL: "v". Error: "canceled".',
  );
});

test('an error is read as it is', () => {
  const failed: ToolResult = { ...result('wait', text('Error: no.')), is_error: true };
  expect(renderForModel({ content: [call('wait')] }, [failed]).texts).toEqual(['Error: no.']);
});
