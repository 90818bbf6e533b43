import { quoted } from './page-string.ts';
import type { Snapshot, SnapshotNode } from './snapshot.ts';

export interface ToolsetOptions {
  /** Most characters of the text; 50 000 when absent. */
  readonly budgetCharacters?: number;
  /** What a ref is called in this face; the ref itself when absent. */
  readonly nameRef?: (node: SnapshotNode) => string;
}

const DEFAULT_BUDGET = 50_000;
const CUT = '… (output cut here; read less with depth or ref)';

/** The snapshot with one element a line: `role "accessible name" [ref_12] states: "value"`, two spaces a level. */
export function renderToolset(snapshot: Snapshot, options: ToolsetOptions = {}): string {
  const { budgetCharacters = DEFAULT_BUDGET, nameRef = (node) => node.ref } = options;
  const lines: string[] = [];
  const add = (node: SnapshotNode, level: number) => {
    lines.push(`${'  '.repeat(level)}${lineOf(node, nameRef)}`);
    for (const child of node.children) add(child, level + 1);
  };
  for (const node of snapshot.nodes) add(node, 0);
  const text = lines.join('\n');
  if (text.length <= budgetCharacters) return text;
  const end = text.lastIndexOf('\n', budgetCharacters - CUT.length - 1);
  return `${text.slice(0, Math.max(0, end))}\n${CUT}`;
}

function lineOf(node: SnapshotNode, nameRef: (node: SnapshotNode) => string): string {
  if (node.kind === 'cut') return `… (${node.omitted} nodes omitted)`;
  if (node.kind === 'virtual')
    return `(${node.name} of about ${node.omitted} items are in the page; scroll [${nameRef(node)}] for more)`;
  if (node.kind === 'covered') return `(covered by ${node.role} ${quoted(node.name)})`;
  let text = node.kind === 'text' ? 'text' : node.kind === 'columns' ? 'row' : node.role || 'group';
  if (node.name) text += ` ${quoted(node.name)}`;
  if (node.ref) text += ` [${nameRef(node)}]`;
  if (node.kind === 'text' && node.role) text += ` ${node.role}`;
  for (const state of node.states) text += ` ${state}`;
  if (node.isMasked) text += ' value=•••';
  if (node.value !== null) text += `: ${quoted(node.value)}`;
  return text;
}
