import { decodeRecords, type PageRecord } from '#page/wire.ts';
import { refText, type SnapshotNode } from './snapshot.ts';

/** What a frame element is replaced by, looked up by its number in the parent's document. */
export type FrameContent = (element: number) => FrameFilling;

export interface FrameFilling {
  readonly nodes: readonly SnapshotNode[];
  /** A word on the frame: `loading`, `withheld: https://ads.example`. */
  readonly state?: string;
}

interface Growing {
  readonly node: SnapshotNode;
  readonly children: SnapshotNode[];
}

/** Builds the tree of one document from its records, with the frames in it filled in. */
export function buildNodes(
  records: string,
  frame: number,
  generation: number,
  contentOf: FrameContent,
): readonly SnapshotNode[] {
  const roots: SnapshotNode[] = [];
  const open: Growing[] = [];
  for (const record of decodeRecords(records)) {
    open.length = Math.min(open.length, record.depth);
    const siblings = open.at(-1)?.children ?? roots;
    const children: SnapshotNode[] = [];
    const filling = record.kind === 'frame' ? contentOf(record.element) : undefined;
    if (filling) children.push(...filling.nodes);
    const node = nodeOf(record, frame, generation, children, filling?.state);
    siblings.push(node);
    open.push({ node, children });
  }
  return roots;
}

function nodeOf(
  record: PageRecord,
  frame: number,
  generation: number,
  children: readonly SnapshotNode[],
  frameState: string | undefined,
): SnapshotNode {
  // Each field by name: spreading a record costs many times what reading it does.
  const { kind, role, name, element, states, value, isMasked, rowKey, inRun, omitted } = record;
  return {
    kind,
    role,
    name,
    element,
    states: frameState === undefined ? states : [...states, frameState],
    value,
    isMasked,
    rowKey,
    inRun,
    omitted,
    ref: element > 0 ? refText(element, frame, generation) : '',
    frame,
    children,
  };
}
