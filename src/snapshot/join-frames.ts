import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import { buildNodes, type FrameFilling } from './build-nodes.ts';
import { ownerElement } from './frame-owners.ts';
import type { FrameReading } from './frame-reading.ts';
import type { Snapshot, SnapshotDocument, SnapshotNode } from './snapshot.ts';

/** Joins what was read of each frame into one tree, at the element each frame is shown in. */
export async function joinFrames(
  page: Page,
  generation: number,
  readings: readonly FrameReading[],
  deadline: Deadline,
): Promise<Snapshot> {
  const places = await placesOf(readings, deadline);
  const documents: SnapshotDocument[] = [];
  const totals = { droppedCodePoints: 0, unreadableSheets: 0 };

  function nodesOf(reading: FrameReading): readonly SnapshotNode[] {
    if (reading.state !== 'read') return [];
    const { reply, frame, documentId } = reading;
    const number = page.numberOf(frame);
    const { domVersion, signature, highest } = reply;
    documents.push({ frame: number, documentId, domVersion, signature, highest });
    totals.droppedCodePoints += reply.droppedCodePoints;
    totals.unreadableSheets += reply.unreadableSheets;
    return buildNodes(reply.records, number, generation, (element) => fillingOf(frame, element));
  }

  function fillingOf(parent: Frame, element: number): FrameFilling {
    const reading = places.get(parent)?.get(element);
    if (!reading) return { nodes: [] };
    if (reading.state === 'withheld')
      return { nodes: [], state: `frame withheld: ${originInWords(reading.frame)}` };
    if (reading.state === 'loading') return { nodes: [], state: '(loading)' };
    return { nodes: nodesOf(reading) };
  }

  const main = readings[0];
  const nodes = main?.state === 'withheld' ? [withheldPage(main.frame)] : main ? nodesOf(main) : [];
  const head = main?.state === 'read' ? main.reply : { title: '', url: showAddress(page.url) };
  return { pageId: page.id, generation, url: head.url, title: head.title, nodes, documents, ...totals };
}

/** What stands for a page that may not be read. */
function withheldPage(frame: Frame): SnapshotNode {
  return {
    kind: 'frame',
    role: 'page',
    name: '',
    ref: '',
    element: 0,
    frame: 0,
    states: [`withheld: ${originInWords(frame)}`],
    value: null,
    isMasked: false,
    rowKey: '',
    inRun: false,
    omitted: 0,
    children: [],
  };
}

/** For each parent frame, which frame is shown in which of its elements. */
async function placesOf(
  readings: readonly FrameReading[],
  deadline: Deadline,
): Promise<ReadonlyMap<Frame, ReadonlyMap<number, FrameReading>>> {
  const places = new Map<Frame, Map<number, FrameReading>>();
  await Promise.all(
    readings.map(async (reading) => {
      const { parent } = reading.frame;
      if (!parent) return;
      const element = await ownerElement(reading.frame, deadline);
      if (element === undefined) return;
      const known = places.get(parent) ?? new Map<number, FrameReading>();
      places.set(parent, known.set(element, reading));
    }),
  );
  return places;
}

/** Where a frame is from; of an opaque origin the address it was loaded from. */
function originInWords(frame: Frame): string {
  if (frame.origin !== 'null') return showAddress(frame.origin);
  const { protocol, origin } = new URL(frame.url);
  return showAddress(origin === 'null' ? protocol : origin);
}
