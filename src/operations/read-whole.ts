import type { Page } from '#browser/page.ts';
import type { OperationContext } from '#sessions/operation.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { type SnapshotOptions, takeSnapshot } from '#snapshot/take-snapshot.ts';
import { readSet } from './read-set.ts';

/** Reads a tab without any limit, for what chooses by itself how much of it is told. */
export async function readWhole(
  { session, deadline }: Pick<OperationContext, 'session' | 'deadline'>,
  page: Page,
  options: Pick<SnapshotOptions, 'refs'> = {},
): Promise<Snapshot> {
  const whole = await takeSnapshot(page, {
    ...options,
    budgetCharacters: null,
    runLimit: null,
    deadline,
    mayRead: readSet(session),
  });
  for (const frame of page.frames()) session.taint.mark(frame.origin);
  return whole;
}
