import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { WalkReply, WalkRequest } from '#page/wire.ts';
import { fail } from './errors.ts';
import type { FrameReading } from './frame-reading.ts';
import { joinFrames } from './join-frames.ts';
import { keepWithin, readFrame } from './read-frames.ts';
import { regionText } from './region-text.ts';
import type { ResolvedRef } from './resolve-ref.ts';
import type { Snapshot } from './snapshot.ts';
import { DEFAULT_BUDGET_CHARACTERS } from './take-snapshot.ts';

export interface ReadRegionOptions {
  /** Most characters of the rendered region; 12 000 when absent, `null` for no limit. */
  readonly budgetCharacters?: number | null;
  readonly depth?: number;
  /** Frames outside what may be read are named by their origin and not read; all are read when absent. */
  readonly mayRead?: ((frame: Frame) => boolean) | undefined;
  readonly deadline?: Deadline;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Reads one region alone with the frames in it, and all items of its runs as far as the budget goes. Refs of
 * earlier snapshots stay good, and the generation stays.
 *
 * @returns a snapshot whose only root is the region.
 * @throws detached_ref when the region is gone.
 */
export async function readRegion(region: ResolvedRef, options: ReadRegionOptions = {}): Promise<Snapshot> {
  const { page, frame, element } = region;
  const { generation } = page;
  const { mayRead, depth } = options;
  const deadline = options.deadline ?? deadlineIn(DEFAULT_TIMEOUT_MS);
  const budgetCharacters =
    options.budgetCharacters === undefined ? DEFAULT_BUDGET_CHARACTERS : options.budgetCharacters;
  const limits = compact<WalkRequest>({ depth, budgetCharacters: budgetCharacters ?? undefined });
  const requestOf = (of: Frame): WalkRequest => (of === frame ? { ...limits, root: element } : limits);
  const documentId = frame.documentId;
  const reply = await walkRegion(region, requestOf(frame), deadline);
  const whole: FrameReading = { frame, state: 'read', reply, documentId };
  const below = page.frames().filter((other) => isBelow(other, frame));
  if (below.length === 0) return await joinFrames(page, generation, [whole], deadline);
  const readings = await Promise.all(
    below.map((other) => readFrame(other, limits, { mayRead, deadline, mustAnswer: false })),
  );
  const all = [whole, ...readings];
  if (budgetCharacters === null) return await joinFrames(page, generation, all, deadline);
  const kept = await keepWithin(page, all, requestOf, { mayRead, deadline, budgetCharacters });
  return await joinFrames(page, generation, kept, deadline);
}

/**
 * Visible text of one region and the frames in it, a line a piece, cells of a row joined by tabs, cut at the
 * budget.
 *
 * @throws detached_ref when the region is gone.
 */
export async function readRegionText(region: ResolvedRef, options: ReadRegionOptions = {}): Promise<string> {
  const text = regionText((await readRegion(region, { ...options, budgetCharacters: null })).nodes);
  const budget = options.budgetCharacters ?? DEFAULT_BUDGET_CHARACTERS;
  if (text.length <= budget) return text;
  const kept = text.slice(0, budget - 60);
  return `${kept}\n… (${text.length - kept.length} characters omitted)`;
}

function isBelow(frame: Frame, outer: Frame): boolean {
  for (let at = frame.parent; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

async function walkRegion(region: ResolvedRef, request: WalkRequest, deadline: Deadline): Promise<WalkReply> {
  const gone = (cause?: unknown) =>
    fail(
      'detached_ref',
      `${region.text} is gone: the element is not in the page any more.`,
      { ref: region.text },
      cause,
    );
  try {
    const reply = await region.frame.call<WalkReply | null>('walk', [request], { deadline });
    if (reply === null) throw gone();
    return reply;
  } catch (error) {
    if (error instanceof DocumentReplaced) throw gone(error);
    throw error;
  }
}
