import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';

/** Whether the document of a tab is still the one, and in the state, that a snapshot has of it. */
export async function isAsShown(
  page: Page,
  snapshot: Snapshot | undefined,
  deadline: Deadline,
): Promise<boolean> {
  const document = snapshot?.documents.find(({ frame }) => frame === 0);
  if (document === undefined || snapshot?.generation !== page.generation) return false;
  const [domVersion, signature] = await Promise.all([
    page.mainFrame.call<number>('domVersion', [], { deadline }),
    page.mainFrame.call<string>('signature', [], { deadline }),
  ]);
  return domVersion === document.domVersion && signature === document.signature;
}
