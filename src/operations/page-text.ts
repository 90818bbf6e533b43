import { z } from 'zod';
import { operation } from '#sessions/operation.ts';
import { regionText } from '#snapshot/region-text.ts';
import type { SnapshotNode } from '#snapshot/snapshot.ts';
import { readWhole } from './read-whole.ts';

/** Reads the visible text of the current tab, what the page is about first. */
export const pageText = operation({
  name: 'page-text',
  summary: 'Reads the visible text of the page, its main part first.',
  input: z.strictObject({ budgetCharacters: z.int().min(1_000).max(1_000_000) }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan({ session }) {
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, page };
  },
  async run({ session, deadline }, { page }, { budgetCharacters }) {
    const { nodes } = await readWhole({ session, deadline }, page);
    const main = partsOf(nodes, 'main');
    const first = main.length > 0 ? main : partsOf(nodes, 'article');
    const text = [regionText(first), regionText(without(nodes, new Set(first)))].filter(Boolean).join('\n\n');
    if (text === '') return { said: 'Text of the page:', page, text: '(the page shows no text)' };
    if (text.length <= budgetCharacters) return { said: 'Text of the page:', page, text };
    const kept = text.slice(0, budgetCharacters - NOTE_RESERVE);
    const note = `… (${text.length - kept.length} characters omitted: read one part of the page instead)`;
    return { said: 'Text of the page:', page, text: `${kept}\n${note}` };
  },
});

const NOTE_RESERVE = 100;

/** The outermost nodes of a role. */
function partsOf(nodes: readonly SnapshotNode[], role: string): readonly SnapshotNode[] {
  return nodes.flatMap((node) => (node.role === role ? [node] : partsOf(node.children, role)));
}

function without(nodes: readonly SnapshotNode[], left: ReadonlySet<SnapshotNode>): readonly SnapshotNode[] {
  return nodes
    .filter((node) => !left.has(node))
    .map((node) => ({ ...node, children: without(node.children, left) }));
}
