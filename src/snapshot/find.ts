import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { FindQuery, FindReply } from '#page/wire.ts';
import { ownerElement } from './frame-owners.ts';
import type { FrameReading } from './frame-reading.ts';
import { joinFrames } from './join-frames.ts';
import { askFrame } from './read-frames.ts';
import type { Snapshot } from './snapshot.ts';

export interface FindOptions {
  readonly mayRead?: ((frame: Frame) => boolean) | undefined;
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
 * Frames that a person does not see, or that may not be read, are not looked into.
 */
export async function findOnPage(page: Page, query: FindQuery, options: FindOptions = {}): Promise<Found> {
  const deadline = options.deadline ?? deadlineIn(DEFAULT_TIMEOUT_MS);
  const { mayRead } = options;
  const { generation } = page;
  const frames = page.frames();
  const readings: FrameReading[] = [];
  let matches = 0;

  async function findIn(frame: Frame): Promise<number> {
    const limit = Math.max(0, FIND_LIMIT - matches);
    const ask = (inFrames: readonly number[]) =>
      askFrame(frame, (left) => frame.call<FindReply>('find', [query, limit, inFrames], { deadline: left }), {
        mayRead,
        deadline,
        mustAnswer: frame === page.mainFrame,
      });
    const answer = await ask([]);
    if (answer.state !== 'read') return 0;
    const own = answer.reply.matches;
    matches += own;
    const place = readings.push({ ...answer, frame }) - 1;
    const holding: number[] = [];
    let below = 0;
    for (const child of frames.filter((other) => other.parent === frame)) {
      const element = await ownerElement(child, deadline);
      if (element === undefined || !answer.reply.frames.includes(element)) continue;
      const found = await findIn(child);
      below += found;
      if (found > 0) holding.push(element);
    }
    if (holding.length > 0) readings[place] = { ...(await ask(holding)), frame };
    return own + below;
  }

  await findIn(page.mainFrame);
  const snapshot = await joinFrames(page, generation, readings, deadline);
  return { snapshot, matches, more: Math.max(0, matches - FIND_LIMIT) };
}
