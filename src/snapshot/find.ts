import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { FindQuery, FindReply } from '#page/wire.ts';
import type { FrameReading } from './frame-reading.ts';
import { joinFrames } from './join-frames.ts';
import type { Snapshot } from './snapshot.ts';

export interface FindOptions {
  readonly mayRead?: (frame: Frame) => boolean;
  readonly deadline?: Deadline;
}

/** What was found, as a snapshot that holds only the matching lines and where they stand. */
export interface Found {
  readonly snapshot: Snapshot;
  /** Lines that match on the whole page. */
  readonly matches: number;
  /** Matching lines that the snapshot leaves out. */
  readonly more: number;
}

export const FIND_LIMIT = 20;
const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Finds lines on the whole page by text in role, name, value or plain text, by role, or by pattern.
 * Answers whole lines (a row with all its cells and controls) under the regions they stand in, at most 20.
 */
export async function findOnPage(page: Page, query: FindQuery, options: FindOptions = {}): Promise<Found> {
  const deadline = options.deadline ?? deadlineIn(DEFAULT_TIMEOUT_MS);
  const { generation } = page;
  let matches = 0;
  let left = FIND_LIMIT;
  const readings: FrameReading[] = [];
  for (const frame of page.frames()) {
    const isMain = frame === page.mainFrame;
    if (!isMain && (!frame.hasWorld || options.mayRead?.(frame) === false)) continue;
    const reply = await findIn(frame, query, left, isMain, deadline);
    if (!reply) continue;
    matches += reply.matches;
    left = Math.max(0, left - reply.matches);
    readings.push({ frame, state: 'read', reply, documentId: frame.documentId });
  }
  const snapshot = await joinFrames(page, generation, readings, deadline);
  return { snapshot, matches, more: Math.max(0, matches - FIND_LIMIT) };
}

async function findIn(
  frame: Frame,
  query: FindQuery,
  limit: number,
  isMain: boolean,
  deadline: Deadline,
): Promise<FindReply | undefined> {
  try {
    return await frame.call<FindReply>('find', [query, limit], { deadline });
  } catch (error) {
    if (!isMain && error instanceof DocumentReplaced) return undefined;
    throw error;
  }
}
