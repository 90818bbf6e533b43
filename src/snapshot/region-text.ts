import { plain } from './page-string.ts';
import type { SnapshotNode } from './snapshot.ts';

/** Their name says all the text in them. */
const SAID_BY_NAME = new Set(['link', 'button', 'heading']);

/** Text of nodes and all below them, a line a piece; cells of a row are joined by a tab. */
export function regionText(nodes: readonly SnapshotNode[]): string {
  const lines: string[] = [];
  for (const node of nodes) addLines(node, lines);
  return lines.join('\n');
}

function addLines(node: SnapshotNode, lines: string[]): void {
  if (node.role === 'row' && node.kind !== 'frame') {
    lines.push(node.children.map(inline).join('\t'));
    return;
  }
  const own = ownText(node);
  if (own) lines.push(own);
  if (!SAID_BY_NAME.has(node.role)) for (const child of node.children) addLines(child, lines);
}

/** What is said of a node; page text that could be taken for a line of ours is quoted. */
function ownText(node: SnapshotNode): string {
  if (node.kind === 'frame' && node.states.length > 0) return `(${node.states.join(' ')})`;
  return textOf(node).split('\n').map(plain).join('\n');
}

function textOf(node: SnapshotNode): string {
  if (node.kind === 'covered') return '';
  if (node.isMasked) return node.name ? `${node.name}: •••` : '•••';
  if (node.value === null) return node.name;
  return node.name ? `${node.name}: ${node.value}` : node.value;
}

function inline(node: SnapshotNode): string {
  return ownText(node) || node.children.map(inline).filter(Boolean).join(' ');
}
