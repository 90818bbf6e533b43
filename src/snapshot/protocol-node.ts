import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';

/** A node as the browser describes it, as far as it is read here. */
export interface ProtocolNode {
  readonly nodeId: number;
  readonly nodeType: number;
  readonly backendNodeId: number;
  readonly frameId?: string;
  readonly shadowRootType?: 'user-agent' | 'open' | 'closed';
  readonly childNodeCount?: number;
  readonly children?: readonly ProtocolNode[];
  readonly shadowRoots?: readonly ProtocolNode[];
  readonly contentDocument?: ProtocolNode;
}

/** Every node below (and with) one of a frame, each with the frame whose document it is in. */
export function* nodesBelow(
  page: Page,
  frame: Frame,
  root: ProtocolNode,
): Generator<{ readonly frame: Frame; readonly node: ProtocolNode }> {
  yield { frame, node: root };
  for (const node of [...(root.shadowRoots ?? []), ...(root.children ?? [])])
    yield* nodesBelow(page, frame, node);
  const { contentDocument } = root;
  const inner = contentDocument && root.frameId ? page.frameById(root.frameId) : undefined;
  if (contentDocument && inner) yield* nodesBelow(page, inner, contentDocument);
}

/**
 * Backend ids of the elements of a document in the preorder that our world walks too: shadow trees of the
 * page, open and closed, before the children of their host.
 */
export function preorderIds(document: ProtocolNode): readonly number[] {
  const ids: number[] = [];
  const add = (node: ProtocolNode) => {
    if (node.nodeType !== 1) return;
    ids.push(node.backendNodeId);
    for (const shadow of node.shadowRoots ?? [])
      if (shadow.shadowRootType !== 'user-agent') for (const child of shadow.children ?? []) add(child);
    for (const child of node.children ?? []) add(child);
  };
  for (const child of document.children ?? []) add(child);
  return ids;
}
