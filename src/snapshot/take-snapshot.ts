import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { WalkReply, WalkRequest } from '#page/wire.ts';
import { allotBudget } from './allot-budget.ts';
import { learnBrowserFacts } from './browser-facts.ts';
import type { FrameReading } from './frame-reading.ts';
import { joinFrames } from './join-frames.ts';
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
  readonly mayRead?: (frame: Frame) => boolean;
  /** 5 s from now when absent. */
  readonly deadline?: Deadline;
}

export const DEFAULT_BUDGET_CHARACTERS = 12_000;
export const DEFAULT_RUN_LIMIT = 20;
const DEFAULT_TIMEOUT_MS = 5_000;
const HEADER_RESERVE = 40;
/** How long a frame that is just getting its document is waited for. */
const FRAME_TIMEOUT_MS = 300;

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
      if (page.generation === generation) return await joinFrames(page, generation, readings, deadline);
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
  const frames = page.frames();
  const readOne = (frame: Frame, own: WalkRequest = request) =>
    readFrame(page, frame, own, options, deadline);
  let readings = await Promise.all(frames.map((frame) => readOne(frame)));
  const changed = await learnBrowserFacts(page, readings, deadline);
  if (changed.size > 0)
    readings = await Promise.all(
      readings.map((reading) => (changed.has(reading.frame) ? readOne(reading.frame) : reading)),
    );
  const budget = request.budgetCharacters;
  if (budget === undefined) return readings;
  const shares = allotBudget(
    readings.map((reading) => (reading.state === 'read' ? reading.reply.characters : 0)),
    budget,
  );
  return await Promise.all(
    readings.map((reading, place) => {
      const share = shares[place];
      if (share === undefined || reading.state !== 'read') return reading;
      return readOne(reading.frame, { ...request, budgetCharacters: share });
    }),
  );
}

function requestOf(options: SnapshotOptions): WalkRequest {
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

async function readFrame(
  page: Page,
  frame: Frame,
  request: WalkRequest,
  options: SnapshotOptions,
  deadline: Deadline,
): Promise<FrameReading> {
  const isMain = frame === page.mainFrame;
  if (!isMain && options.mayRead && !options.mayRead(frame)) return { frame, state: 'withheld' };
  const patience = isMain ? deadline : deadlineIn(FRAME_TIMEOUT_MS, deadline);
  for (;;) {
    const { documentId } = frame;
    try {
      const reply = await frame.call<WalkReply>('walk', [request], {
        deadline: frame.hasWorld ? deadline : patience,
      });
      return { frame, state: 'read', reply, documentId };
    } catch (error) {
      if (isMain) throw error;
      if (isPortolanError(error, 'page_unresponsive')) return { frame, state: 'loading' };
      if (!(error instanceof DocumentReplaced)) throw error;
      if (frame.isDetached || leftMs(patience) === 0) return { frame, state: 'loading' };
    }
  }
}
