import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { WalkReply, WalkRequest } from '#page/wire.ts';
import { allotBudget } from './allot-budget.ts';
import { takeReading } from './early-reading.ts';
import { ownerElement } from './frame-owners.ts';
import type { FrameReading } from './frame-reading.ts';

export interface ReadOptions {
  /** Frames outside what may be read are named by their origin and not read; all are read when absent. */
  readonly mayRead?: ((frame: Frame) => boolean) | undefined;
  readonly deadline: Deadline;
}

/** How long a frame that is just getting its document is waited for. */
const FRAME_TIMEOUT_MS = 300;

/**
 * Asks one frame's document. What moves away meanwhile is asked again until the frame has a document that
 * stays, for a subframe only as long as loading may take.
 *
 * @returns the answer with the document that gave it, or why there is none.
 * @throws DocumentReplaced when `frame` must answer, being the first one asked, and cannot.
 */
export async function askFrame<Reply extends { readonly url: string }>(
  frame: Frame,
  ask: (deadline: Deadline) => Promise<Reply>,
  { mayRead, deadline, mustAnswer }: ReadOptions & { readonly mustAnswer: boolean },
): Promise<
  | { readonly state: 'read'; readonly reply: Reply; readonly documentId: string }
  | { readonly state: 'loading' | 'withheld' }
> {
  const patience = mustAnswer ? deadline : deadlineIn(FRAME_TIMEOUT_MS, deadline);
  for (;;) {
    if (mayRead?.(frame) === false) return { state: 'withheld' };
    const { documentId } = frame;
    try {
      const reply = await ask(frame.hasWorld ? deadline : patience);
      // A document that came while we asked may be one that is not to be read.
      const isStill = frame.documentId === documentId && (!mayRead || isOfFrame(frame, reply.url));
      if (isStill && mayRead?.(frame) !== false) return { state: 'read', reply, documentId };
      if (leftMs(patience) === 0) return { state: 'loading' };
    } catch (error) {
      if (mustAnswer) throw error;
      if (isPortolanError(error, 'page_unresponsive')) return { state: 'loading' };
      if (!(error instanceof DocumentReplaced)) throw error;
      if (frame.isDetached || leftMs(patience) === 0) return { state: 'loading' };
    }
  }
}

/** Reads a frame, whole or as asked. */
export async function readFrame(
  frame: Frame,
  request: WalkRequest,
  options: ReadOptions & { readonly mustAnswer: boolean },
): Promise<FrameReading> {
  const answer = await askFrame(
    frame,
    async (deadline) =>
      takeReading(frame, request) ?? (await frame.call<WalkReply>('walk', [request], { deadline })),
    options,
  );
  return { ...answer, frame };
}

/** Reads again what must be shorter, so that all that is shown keeps within the budget together. */
export async function keepWithin(
  page: Page,
  readings: readonly FrameReading[],
  requestOf: (frame: Frame) => WalkRequest,
  options: ReadOptions & { readonly budgetCharacters: number },
): Promise<readonly FrameReading[]> {
  const { budgetCharacters, deadline } = options;
  const sizes = await Promise.all(
    readings.map(async (reading) =>
      reading.state === 'read' && (await isShown(reading.frame, readings, deadline))
        ? reading.reply.characters
        : 0,
    ),
  );
  const shares = allotBudget(sizes, budgetCharacters);
  return await Promise.all(
    readings.map((reading, place) => {
      const share = shares[place];
      if (share === undefined || reading.state !== 'read') return reading;
      const mustAnswer = reading.frame === page.mainFrame;
      const request = { ...requestOf(reading.frame), budgetCharacters: share };
      return readFrame(reading.frame, request, { ...options, mustAnswer });
    }),
  );
}

/** A frame that stands nowhere in what is shown of its parent takes no room. */
async function isShown(
  frame: Frame,
  readings: readonly FrameReading[],
  deadline: Deadline,
): Promise<boolean> {
  const parent = readings.find((reading) => reading.frame === frame.parent);
  if (!parent) return true;
  return parent.state === 'read' && (await ownerElement(frame, deadline)) !== undefined;
}

/** Whether an answer came from the document that the frame is known to show. */
function isOfFrame(frame: Frame, url: string): boolean {
  const isWeb = /^https?:/;
  if (!isWeb.test(url) && !isWeb.test(frame.url)) return true;
  return URL.canParse(url) && URL.canParse(frame.url) && new URL(url).origin === new URL(frame.url).origin;
}
