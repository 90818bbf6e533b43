import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import type { WalkRequest } from '#page/wire.ts';
import { learnBrowserFacts } from './browser-facts.ts';
import type { FrameReading } from './frame-reading.ts';
import { joinFrames } from './join-frames.ts';
import { keepWithin, readFrame } from './read-frames.ts';
import type { Snapshot } from './snapshot.ts';

export interface SnapshotOptions {
  /** Most characters of the rendered text; 12 000 when absent, `null` for no limit. */
  readonly budgetCharacters?: number | null;
  /** Most items printed of a run of alike siblings; 20 when absent, `null` for no limit. */
  readonly runLimit?: number | null;
  /** `actionable` when absent: refs go to controls and regions. `all`: to every node. */
  readonly refs?: 'actionable' | 'all';
  /** Only what lies in the viewport of the main frame. */
  readonly viewport?: boolean;
  /** Levels under the root, from 1; all when absent. */
  readonly depth?: number;
  /** Frames outside what may be read are named by their origin and not read; all are read when absent. */
  readonly mayRead?: ((frame: Frame) => boolean) | undefined;
  /** 5 s from now when absent. */
  readonly deadline?: Deadline;
}

export const DEFAULT_BUDGET_CHARACTERS = 12_000;
export const DEFAULT_RUN_LIMIT = 20;
const DEFAULT_TIMEOUT_MS = 5_000;
const HEADER_RESERVE = 40;

/**
 * Reads a page as roles and names over all its frames, and gives a ref to each node a caller can act on.
 *
 * Reading changes nothing in the page: no scroll, no focus, no script in the page's own world.
 *
 * @returns the joined tree; nothing was shown to anyone yet: whoever prints it tells `SeenRegister.note`.
 * @throws page_crashed, browser_gone, dialog_open, page_unresponsive, cancelled.
 */
export async function takeSnapshot(page: Page, options: SnapshotOptions = {}): Promise<Snapshot> {
  const deadline = options.deadline ?? deadlineIn(DEFAULT_TIMEOUT_MS);
  for (;;) {
    const { generation } = page;
    try {
      const readings = await readAll(page, options, deadline);
      if (page.generation !== generation) continue;
      const snapshot = await joinFrames(page, generation, readings, deadline);
      page.rememberTitle(snapshot.title);
      return snapshot;
    } catch (error) {
      if (!(error instanceof DocumentReplaced) || leftMs(deadline) === 0) throw error;
    }
  }
}

async function readAll(
  page: Page,
  options: SnapshotOptions,
  deadline: Deadline,
): Promise<readonly FrameReading[]> {
  const request = requestOf(options);
  const { mayRead } = options;
  const readOne = (frame: Frame) =>
    readFrame(frame, request, { mayRead, deadline, mustAnswer: frame === page.mainFrame });
  let readings = await Promise.all(page.frames().map(readOne));
  const changed = await learnBrowserFacts(page, readings, deadline);
  if (changed.size > 0)
    readings = await Promise.all(
      readings.map((reading) => (changed.has(reading.frame) ? readOne(reading.frame) : reading)),
    );
  const { budgetCharacters } = request;
  if (budgetCharacters === undefined) return readings;
  return await keepWithin(page, readings, () => request, { mayRead, deadline, budgetCharacters });
}

/** What a document is asked for by these options. */
export function requestOf(options: SnapshotOptions): WalkRequest {
  const { budgetCharacters = DEFAULT_BUDGET_CHARACTERS, runLimit = DEFAULT_RUN_LIMIT } = options;
  return compact<WalkRequest>({
    refs: options.refs,
    depth: options.depth,
    viewport: options.viewport,
    runLimit: runLimit ?? undefined,
    budgetCharacters:
      budgetCharacters === null ? undefined : Math.max(200, budgetCharacters - HEADER_RESERVE),
  });
}
