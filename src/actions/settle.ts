import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type {
  FieldHeld,
  GuardVerdict,
  PageRefusal,
  Prepared,
  PrepareRequest,
  ReadBackRequest,
  SettledWalk,
  SettleMode,
  SettleReport,
  SettleRequest,
  WalkRequest,
} from '#page/wire.ts';
import { expectReading } from '#snapshot/early-reading.ts';
import { documentReady } from './document-ready.ts';
import type { PageWatch } from './page-watch.ts';

/** Longest wait for the work of an input that stays on its page. */
export const SETTLE_LIMIT_MS = 3_000;
const NAVIGATION_LIMIT_MS = 30_000;
/** A navigation that was asked for and has not begun by then will not. */
const NAVIGATION_STARTS_MS = 600;
const REQUESTS_ALONE_MS = 1_500;
const ADOPTION_MS = 60;
/** A script that loads decides what happens next, and its own work cannot be followed to the input. */
const SCRIPT_TYPES = ['Script', 'Stylesheet', 'Document'];
const DATA_TYPES = ['XHR', 'Fetch'];

export interface SettleOptions {
  readonly mode: SettleMode;
  readonly deadline: Deadline;
  /** A control to read back in the same breath when its frame has settled. */
  readonly readBack?: { readonly frame: Frame; readonly request: ReadBackRequest };
  /** Of the input, whose verdict is asked of every frame first. Absent for what no guard stands before. */
  readonly token?: number;
  /** Takes what the guards say, before anything is waited for; throws when the input was stopped. */
  readonly onVerdicts?: (verdicts: readonly FrameVerdict[]) => void;
  /** How to read the document, where the tab has no other frame. */
  readonly walk?: WalkRequest;
  /** What to prepare the document for when all is done, where the tab has no other frame. */
  readonly next?: PrepareRequest;
  /** What was asked beside the input, in place of a first question. */
  readonly beside?: Promise<readonly AskedFrame[] | undefined> | undefined;
}

/** What the guard of one frame says; nothing when its document is gone. */
export interface FrameVerdict {
  readonly frame: Frame;
  readonly verdict: GuardVerdict | undefined;
}

export type SettleEnd = SettleReport['ended'] | 'navigation' | 'dialog' | 'crashed' | 'closed';

/** Why settle ended, and what it saw in all frames together. */
export interface Settled {
  readonly ended: SettleEnd;
  readonly waitedFor: readonly string[];
  readonly stillOpen: readonly string[];
  readonly ownChanges: number;
  readonly otherChanges: number;
  readonly stateChanged: boolean;
  /** What the control held that was to be read back; absent when its frame did not answer. */
  readonly held?: FieldHeld;
  /** The document as it was when it had settled; absent when more came after that, or it was not asked. */
  readonly walked?: SettledWalk;
  /** The document is prepared for what comes next; nothing more may be asked about this input. */
  readonly next?: Prepared | PageRefusal;
}

/**
 * Waits for the work that an input began, by its descent: in every frame until nothing of it is left, and on
 * the browser's side for navigations, whose start silences the page.
 */
export async function settle(
  watch: PageWatch,
  frames: readonly Frame[],
  how: SettleOptions,
): Promise<Settled> {
  const { mode, deadline } = how;
  let { token, beside } = how;
  const limit = deadlineIn(SETTLE_LIMIT_MS, { ...deadline, atMs: deadline.atMs - 150 });
  const startedMs = Date.now();
  const waits = new Set<string>();
  let moves = 0;
  let rounds = 0;
  let reports: readonly SettleReport[] = [];
  for (;;) {
    if (watch.isNavigating) {
      waits.add('navigation');
      await navigationEnds(
        watch,
        deadlineIn(NAVIGATION_LIMIT_MS, { ...deadline, atMs: deadline.atMs - 150 }),
      );
      if (watch.navigation === 'ready') await documentReady(watch, deadline);
    }
    const interruption = interruptionOf(watch);
    if (interruption !== null) return joined(interruption, waits, reports, []);
    const before = watch.sameDocumentMoves;
    const asked = await answered(
      watch,
      beside ?? askFrames(watch.page, frames, limit, compact({ ...how, token })),
    );
    beside = undefined;
    if (asked === 'interrupted' || asked === undefined) continue;
    if (token !== undefined)
      how.onVerdicts?.(asked.map(({ frame, report }) => ({ frame, verdict: report?.verdict })));
    token = undefined;
    reports = asked.flatMap(({ report }) => (report === null ? [] : [report]));
    rounds += 1;
    if (watch.isInterrupted) continue;
    if (reports[0]?.next !== undefined) break;
    if (leftMs(limit) === 0 || reports.some((report) => report.ended !== 'empty')) break;
    if (before !== watch.sameDocumentMoves || moves !== watch.sameDocumentMoves) {
      moves = watch.sameDocumentMoves;
      continue;
    }
    if (frames.length > 1 && rounds < 2) continue;
    if (watch.openRequests(SCRIPT_TYPES).length > 0) {
      waits.add('script');
      await adopted(watch, frames, limit);
      rounds = 0;
      continue;
    }
    const isUnhooked = mode !== 'hook' || !reports.some((report) => report.hooked);
    if (isUnhooked && watch.openRequests(DATA_TYPES).length > 0) {
      const hasChanged = reports.some((report) => report.ownChanges > 0);
      if (hasChanged && Date.now() - startedMs > REQUESTS_ALONE_MS) break;
      waits.add('fetch');
      await watch.next(Math.min(100, leftMs(limit)));
      continue;
    }
    break;
  }
  const cut = reports.find((report) => report.ended !== 'empty');
  const isUnhooked = !reports.some((report) => report.hooked);
  const open = isUnhooked ? watch.openRequests(DATA_TYPES) : [];
  return {
    ...joined(cut?.ended ?? (leftMs(limit) === 0 ? 'cap' : 'empty'), waits, reports, open),
    ...compact({ walked: reports[0]?.walked, next: reports[0]?.next }),
  };
}

function interruptionOf(watch: PageWatch): SettleEnd | null {
  if (watch.openDialog !== undefined) return 'dialog';
  if (watch.isCrashed) return 'crashed';
  if (watch.isClosed) return 'closed';
  return watch.navigation === 'ready' || watch.navigation === 'committed' || watch.navigation === 'pending'
    ? 'navigation'
    : null;
}

/** Waits for a document, or for the end of loading without one; stays `pending` or `committed` at the deadline. */
async function navigationEnds(watch: PageWatch, deadline: Deadline): Promise<void> {
  const askedMs = Date.now();
  let hasStarted = false;
  while (watch.isNavigating && leftMs(deadline) > 0) {
    if (watch.openDialog !== undefined || watch.isCrashed || watch.isClosed) return;
    hasStarted ||= watch.requests > 0 || watch.navigation === 'committed';
    if (!hasStarted && Date.now() - askedMs > NAVIGATION_STARTS_MS) {
      watch.navigation = 'ended-without';
      return;
    }
    await watch.next(hasStarted ? leftMs(deadline) : 100);
  }
}

export interface AskedFrame {
  readonly frame: Frame;
  /** Nothing when its document is gone. */
  readonly report: SettleReport | null;
}

/**
 * Asks the only frame of a tab beside an input that is on its way. The browser hands input to a page before it
 * hands it questions that are sent behind it, so both are answered in the time of one; a question that comes
 * first after all is answered by that, and is asked again.
 *
 * @returns nothing when the input was acknowledged first, without the end of it that was expected.
 */
export async function askBeside(
  watch: PageWatch,
  frame: Frame,
  how: Omit<SettleOptions, 'beside'>,
  input: { readonly releases: number; readonly isOver: () => boolean },
): Promise<readonly AskedFrame[] | undefined> {
  const limit = deadlineIn(SETTLE_LIMIT_MS, { ...how.deadline, atMs: how.deadline.atMs - 150 });
  const { releases } = input;
  try {
    for (;;) {
      const asked = await askFrames(watch.page, [frame], limit, { ...how, releases });
      if (!asked.some(({ report }) => report?.tooEarly)) return asked;
      if (input.isOver()) return undefined;
    }
  } catch {
    // What befell it befalls the input as well, which tells of it, or the next question does.
    return undefined;
  }
}

type Question = Pick<SettleOptions, 'readBack' | 'token' | 'walk' | 'next'> & Pick<SettleRequest, 'releases'>;

async function askFrames(
  page: Page,
  frames: readonly Frame[],
  limit: Deadline,
  { readBack, token, walk, next, releases }: Question,
): Promise<readonly AskedFrame[]> {
  const isOneOfMany = frames.length > 1;
  const only = isOneOfMany ? undefined : frames[0];
  const calls = Promise.all(
    frames.map(async (frame) => {
      const request = compact<SettleRequest>({
        limitMs: SETTLE_LIMIT_MS,
        isOneOfMany,
        token,
        readBack: frame === readBack?.frame ? readBack.request : undefined,
        ...(isOneOfMany ? {} : { walk, next }),
        releases,
      });
      return { frame, report: await askFrame(page, frame, limit, request) };
    }),
  );
  if (only !== undefined && walk !== undefined) expectReading(only, limit);
  return await calls;
}

/** Waits for the answers, or for what makes them needless. */
async function answered(
  watch: PageWatch,
  calls: Promise<readonly AskedFrame[] | undefined>,
): Promise<readonly AskedFrame[] | 'interrupted' | undefined> {
  let isDone = false;
  const done = calls.then(
    () => {
      isDone = true;
    },
    () => {
      isDone = true;
    },
  );
  while (!isDone && !watch.isInterrupted) await Promise.race([done, watch.next(SETTLE_LIMIT_MS)]);
  if (!isDone || watch.isInterrupted) {
    calls.catch(() => {});
    return 'interrupted';
  }
  return await calls;
}

async function askFrame(
  page: Page,
  frame: Frame,
  limit: Deadline,
  request: SettleRequest,
): Promise<SettleReport | null> {
  if (!frame.hasWorld || frame.isDetached) return null;
  try {
    return await frame.call<SettleReport>('settleWait', [request], {
      deadline: { ...limit, atMs: limit.atMs + 500 },
    });
  } catch (error) {
    if (error instanceof DocumentReplaced) return null;
    if (frame !== page.mainFrame && isPortolanError(error, 'page_unresponsive')) return null;
    throw error;
  }
}

async function adopted(watch: PageWatch, frames: readonly Frame[], limit: Deadline): Promise<void> {
  const tell = async (on: boolean) => {
    if (watch.isInterrupted) return;
    await Promise.allSettled(
      frames.map(async (frame) => await frame.call('settleAdopt', [on], { deadline: limit })),
    );
  };
  await tell(true);
  const untilMs = Date.now() + REQUESTS_ALONE_MS;
  while (
    watch.openRequests(SCRIPT_TYPES).length > 0 &&
    !watch.isInterrupted &&
    leftMs(limit) > 0 &&
    Date.now() < untilMs
  )
    await watch.next(Math.min(leftMs(limit), untilMs - Date.now()));
  if (Date.now() >= untilMs) watch.giveUpOn(SCRIPT_TYPES);
  if (!watch.isInterrupted) await sleep(Math.min(ADOPTION_MS, leftMs(limit)));
  await tell(false);
}

function joined(
  ended: SettleEnd,
  waits: ReadonlySet<string>,
  reports: readonly SettleReport[],
  requests: readonly string[],
): Settled {
  const open = [...new Set([...reports.flatMap((report) => report.open), ...requests])];
  return {
    ended,
    waitedFor: [...new Set([...waits, ...reports.flatMap((report) => report.waitedFor)])],
    stillOpen: open,
    ownChanges: reports.reduce((sum, report) => sum + report.ownChanges, 0),
    otherChanges: reports.reduce((sum, report) => sum + report.otherChanges, 0),
    stateChanged: reports.some((report) => report.stateChanged),
    ...compact({ held: reports.find((report) => report.held !== undefined)?.held }),
  };
}
