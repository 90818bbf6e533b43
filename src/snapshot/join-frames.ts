import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
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
    if (reading.state === 'withheld') return { nodes: [], state: `withheld: ${reading.frame.origin}` };
    if (reading.state === 'loading') return { nodes: [], state: '(loading)' };
    return { nodes: nodesOf(reading) };
  }

  const main = readings[0];
  const nodes = main ? nodesOf(main) : [];
  const head = main?.state === 'read' ? main.reply : { title: page.title, url: page.url };
  page.rememberTitle(head.title);
  return { pageId: page.id, generation, url: head.url, title: head.title, nodes, documents, ...totals };
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
