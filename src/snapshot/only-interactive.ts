import type { Snapshot, SnapshotNode } from './snapshot.ts';

/** Read even by who only wants to act: where one is, and what the page has to say. */
const KEPT_ROLES = new Set(['heading', 'alert', 'alertdialog', 'dialog', 'status', 'banner']);

/** The snapshot without plain text: what can be acted on, headings, messages, and the regions around them. */
export function onlyInteractive(snapshot: Snapshot): Snapshot {
  return { ...snapshot, nodes: keep(snapshot.nodes) };
}

function keep(nodes: readonly SnapshotNode[]): readonly SnapshotNode[] {
  return nodes.flatMap((node) => {
    if (KEPT_ROLES.has(node.role)) return [node];
    const children = keep(node.children);
    if (node.kind === 'cut' || node.kind === 'virtual') return [node];
    if (children.length > 0) return [{ ...node, children }];
    return node.ref !== '' && node.children.length === 0 ? [node] : [];
  });
}
