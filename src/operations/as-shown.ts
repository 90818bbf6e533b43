import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Snapshot, SnapshotDocument } from '#snapshot/snapshot.ts';

/** Whether the main document of a tab is still the one, and in the state, that a snapshot has of it. */
export async function isAsShown(
  page: Page,
  snapshot: Snapshot | undefined,
  deadline: Deadline,
): Promise<boolean> {
  const document = snapshot?.documents.find(({ frame }) => frame === 0);
  if (document === undefined || snapshot?.generation !== page.generation) return false;
  return await isInState(page.mainFrame, document, deadline);
}

/** Whether every frame of a tab is as a snapshot has it, and there are no others. */
export async function isWholeAsShown(page: Page, snapshot: Snapshot, deadline: Deadline): Promise<boolean> {
  const frames = page.frames();
  if (snapshot.generation !== page.generation || snapshot.documents.length !== frames.length) return false;
  const asShown = await Promise.all(
    frames.map(async (frame) => {
      const number = page.numberOf(frame);
      const document = snapshot.documents.find((each) => each.frame === number);
      return document !== undefined && (await isInState(frame, document, deadline));
    }),
  );
  return asShown.every(Boolean);
}

async function isInState(
  frame: Frame,
  { documentId, domVersion, signature }: SnapshotDocument,
  deadline: Deadline,
): Promise<boolean> {
  if (frame.documentId !== documentId) return false;
  const [version, now] = await Promise.all([
    frame.call<number>('domVersion', [], { deadline }),
    frame.call<string>('signature', [], { deadline }),
  ]);
  return version === domVersion && now === signature;
}
