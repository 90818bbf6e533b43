import fc from 'fast-check';
import { expect } from 'vitest';
import { cleanText, wrapPagePart } from '#kernel/untrusted-text.ts';
import { decodeRecords, encodeRecords, type PageRecord } from '#page/wire.ts';
import { buildNodes } from '#snapshot/build-nodes.ts';
import { parseRef, printedRefs } from '#snapshot/ref.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { renderToolset } from '#snapshot/render-toolset.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { proves } from '../spec/proves.ts';
import { TEST_SEED, tries } from '../support/samples.ts';

const piece = fc.constantFrom(
  '[e1@v1]',
  '\\[e2@v1]',
  '"',
  '\\',
  '- button "Pay" ',
  ' | ',
  '… (3 nodes omitted)',
  '<<page 0 x>>',
  '<</page 0>>',
  '[f1e3@v1]',
  'link "x"',
  ': "',
  '(covered by ',
  'navigation: ',
  '@v1',
  '  ',
  'word',
  '[',
  ']',
);
const hostile = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 8 })
  .map((parts) => cleanText(parts.join('')).text);

const PLAIN: PageRecord = {
  depth: 0,
  kind: 'node',
  role: 'button',
  name: '',
  element: 0,
  states: [],
  value: null,
  isMasked: false,
  rowKey: '',
  inRun: false,
  omitted: 0,
};

function snapshotOf(text: string, value: string): Snapshot {
  const records = encodeRecords([
    { ...PLAIN, role: 'main', element: 70 },
    { ...PLAIN, depth: 1, kind: 'text', role: '', name: text },
    { ...PLAIN, depth: 1, name: text, element: 71 },
    { ...PLAIN, depth: 1, role: 'textbox', name: text, value, element: 72 },
    { ...PLAIN, depth: 1, role: 'row' },
    { ...PLAIN, depth: 2, role: 'cell', name: text },
    { ...PLAIN, depth: 2, role: 'cell', name: text },
  ]);
  return {
    pageId: 't1',
    generation: 7,
    url: 'http://site/',
    title: text,
    nodes: buildNodes(records, 0, 7, () => ({ nodes: [] })),
    documents: [],
    droppedCodePoints: 0,
    unreadableSheets: 0,
  };
}

proves(['I1', 'P-15'], 'no page string makes a ref, a line or a boundary of ours', () => {
  const nonce = 'a'.repeat(32);
  fc.assert(
    fc.property(hostile, hostile, (text, value) => {
      const snapshot = snapshotOf(text, `${value}\n${text}`);
      const printed = renderPortal(snapshot);
      expect([...printedRefs(printed)].sort()).toEqual(['e70@v7', 'e71@v7', 'e72@v7']);
      expect([...printedRefs(renderToolset(snapshot))].sort()).toEqual(['e70@v7', 'e71@v7', 'e72@v7']);
      const lines = printed.split('\n').slice(1);
      expect(lines.length).toBe(5);
      for (const line of lines) expect(line).toMatch(/^ *- /);
      expect(lines.filter((line) => /^ *- button /.test(line))).toHaveLength(1);
      const wrapped = wrapPagePart(printed, 'http://site', nonce);
      expect(wrapped.match(/<<\/page/g)).toHaveLength(1);
      expect(wrapped.match(/<<page/g)).toHaveLength(1);
    }),
    { seed: TEST_SEED, numRuns: tries(1_000, 10_000) },
  );
});

proves('P-15', 'records are read as they were written', () => {
  fc.assert(
    fc.property(hostile, hostile, (name, rowKey) => {
      const records: PageRecord[] = [
        { ...PLAIN, name, rowKey, states: ['checked', 'level=2'], element: 5, inRun: true },
        { ...PLAIN, depth: 1, kind: 'cut', omitted: 9, rowKey },
        { ...PLAIN, isMasked: true, value: null },
        { ...PLAIN, value: '' },
      ];
      expect(decodeRecords(encodeRecords(records))).toEqual(records);
    }),
    { seed: TEST_SEED, numRuns: 200 },
  );
  expect(decodeRecords('')).toEqual([]);
});

proves(['P-15', 'P-22'], 'a ref is read with and without the mark before it, and nothing else is', () => {
  expect(parseRef('@f1e12@v3')).toEqual({ frame: 1, element: 12, generation: 3 });
  expect(parseRef('e12@v3')).toEqual({ frame: 0, element: 12, generation: 3 });
  for (const bad of ['e12', '12@v3', 'e12@v3x', 'f0e1@v1', 'e01@v1', '#id', 'e1@v0', ''])
    expect(() => parseRef(bad)).toThrow(expect.objectContaining({ code: 'invalid_ref' }));
});
