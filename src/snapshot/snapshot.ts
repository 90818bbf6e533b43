import type { RecordKind } from '#page/wire.ts';

/** One node of what a page shows, joined over all its frames. */
export interface SnapshotNode {
  readonly kind: RecordKind;
  /** The role; of a text `unseen` when it has the colour of its ground; of an iframe `iframe`. */
  readonly role: string;
  /** The accessible name; the text of a text node. */
  readonly name: string;
  /** As `e12@v3` or `f1e12@v3`; `''` for a node that takes no ref. */
  readonly ref: string;
  /** Element number within its frame, 0 without a ref. */
  readonly element: number;
  readonly frame: number;
  readonly states: readonly string[];
  readonly value: string | null;
  /** The field holds something that stays in the page. */
  readonly isMasked: boolean;
  /** Key of its row, item or card. */
  readonly rowKey: string;
  readonly inRun: boolean;
  /** Siblings left out here, of a `cut` node. */
  readonly omitted: number;
  readonly children: readonly SnapshotNode[];
}

/** One frame's document as it was when it was read. */
export interface SnapshotDocument {
  readonly frame: number;
  readonly documentId: string;
  readonly domVersion: number;
  readonly signature: string;
  /** Highest element number given in it. */
  readonly highest: number;
}

export interface Snapshot {
  readonly pageId: string;
  readonly generation: number;
  readonly url: string;
  readonly title: string;
  readonly nodes: readonly SnapshotNode[];
  readonly documents: readonly SnapshotDocument[];
  /** Invisible code points that were dropped. */
  readonly droppedCodePoints: number;
  /** Style sheets that could not be read, so that computed styles stood in. */
  readonly unreadableSheets: number;
}

/** The text of a ref. */
export function refText(element: number, frame: number, generation: number): string {
  return `${frame > 0 ? `f${frame}` : ''}e${element}@v${generation}`;
}

/** Every node in order of printing. */
export function* everyNode(nodes: readonly SnapshotNode[]): Generator<SnapshotNode> {
  for (const node of nodes) {
    yield node;
    yield* everyNode(node.children);
  }
}
