import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { SettledWalk, WalkReply, WalkRequest } from '#page/wire.ts';
import { forgetListenersAhead } from './document-listeners.ts';
import { expectListeners } from './pointer-listeners.ts';

/** A reading that was asked for in the breath in which an action ended. It is good for as long as nothing could have come between. */
const GOOD_FOR_MS = 25;

interface EarlyReading {
  readonly documentId: string;
  readonly request: string;
  readonly walked: SettledWalk;
  readonly untilMs: number;
}

const offered = new WeakMap<Frame, EarlyReading>();

/** The document is about to be asked how it was when it had settled: what goes with that is asked behind it. */
export function expectReading(frame: Frame, deadline: Deadline): void {
  expectListeners(frame, deadline);
}

/** Keeps what a document answered at the end of an action, for the look that follows at once. */
export function offerReading(frame: Frame, request: WalkRequest, walked: SettledWalk): void {
  if (!walked.atOnce) forgetListenersAhead(frame);
  const { documentId } = frame;
  offered.set(frame, {
    documentId,
    request: JSON.stringify(request),
    walked,
    untilMs: performance.now() + GOOD_FOR_MS,
  });
}

/** Takes what was kept, once, if it answers this very request of the document that the frame shows now. */
export function takeReading(frame: Frame, request: WalkRequest): WalkReply | undefined {
  const early = offered.get(frame);
  offered.delete(frame);
  if (early === undefined || early.documentId !== frame.documentId) return undefined;
  if (performance.now() > early.untilMs || early.request !== JSON.stringify(request)) return undefined;
  return early.walked.reply;
}
