import { regionText } from './region-text.ts';
import type { SnapshotNode } from './snapshot.ts';

/** Roles that tell how something went, the surest first. */
const TELLING = ['status', 'alert', 'alertdialog', 'heading'];

/** Lines of what a page says of itself: its status messages, then its alerts, then its headings; each line once. */
export function messagesIn(nodes: readonly SnapshotNode[]): readonly string[] {
  const lines = new Map<string, string[]>(TELLING.map((role) => [role, []]));
  const walk = (node: SnapshotNode) => {
    if (node.kind === 'covered' || node.kind === 'cut') return;
    const own = lines.get(node.role);
    if (own === undefined) for (const child of node.children) walk(child);
    else own.push(...textOf(node).split('\n'));
  };
  for (const node of nodes) walk(node);
  const all = [...lines.values()].flat().map((line) => line.trim());
  return [...new Set(all.filter((line) => line !== ''))];
}

function textOf(node: SnapshotNode): string {
  const below = regionText(node.children);
  return below === '' ? node.name : below;
}
