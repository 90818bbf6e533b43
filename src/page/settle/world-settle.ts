import { DOWNLOAD_KIND, type SettleMode, type SettleReport } from '#page/wire.ts';
import { animationsEnd, begunAnimations, isEndOfBegun, runningAnimations } from './animations.ts';
import { ChangeCounter } from './change-counter.ts';
import { type FamilyNews, HookClient } from './hook-client.ts';
import { isOtherState, type PageState, readPageState } from './page-state.ts';
import { messageTurn, pause, renderingStep } from './turns.ts';

/** The host puts a random name here, the same as in the hook. */
const DOOR = '__PORTOLAN_DOOR__';
/** Longest single wait for the hook before it is asked again. */
const LOOK_AGAIN_MS = 40;
/** Requests alone are not waited for longer once the page has shown something. */
const REQUESTS_ALONE_MS = 1_500;
const ANIMATIONS_MS = 450;
const ANIMATION_ENDS = ['transitionend', 'animationend'] as const;
/** Without the hook: longest wait for a first change, and how long it must be quiet then. */
const FIRST_CHANGE_MS = 450;
const QUIET_MS = 110;

interface Armed {
  readonly settle: SettleMode;
  readonly hook: HookClient;
  readonly isHooked: boolean;
  readonly actedOn: Element | null;
  readonly startedMs: number;
  readonly changes: ChangeCounter;
  readonly state: PageState;
  readonly animations: Set<Animation>;
  /** Those of them that ran before the input. */
  readonly before: ReadonlySet<Animation>;
  readonly timerId: number;
  readonly frameId: number;
  /** A link that saves what it leads to was pressed: of such a request nothing is told before its answer. */
  asksForFile: boolean;
  seenToggles: number;
  seenLayout: number;
  seenMessages: number;
}

let armed: Armed | null = null;

/** Begins to watch what an input on `actedOn` sets going in this document. */
export function settleArm(settle: SettleMode, actedOn: Element | null = null): boolean {
  settleEnd();
  const hook = new HookClient(DOOR);
  const isHooked = settle === 'hook' && hook.ask('arm');
  const changes = new ChangeCounter(() => !isHooked || hook.ask('running'));
  const before = runningAnimations();
  armed = {
    settle,
    hook,
    isHooked,
    actedOn,
    startedMs: performance.now(),
    changes,
    state: readPageState(),
    animations: new Set(before),
    before,
    timerId: isHooked ? 0 : nextTimerId(),
    frameId: isHooked ? 0 : nextFrameId(),
    asksForFile: false,
    seenToggles: 0,
    seenLayout: 0,
    seenMessages: -1,
  };
  window.addEventListener('click', noteDownload);
  for (const type of ANIMATION_ENDS) window.addEventListener(type, takeAnimationEnd, true);
  return isHooked;
}

/** Before any listener of the page: what runs at the end of an animation that the input began comes of it. */
function takeAnimationEnd(event: TransitionEvent | AnimationEvent): void {
  if (armed?.isHooked === true && isEndOfBegun(event, armed.before, armed.actedOn)) armed.hook.ask('enter');
}

function noteDownload(event: Event): void {
  if (armed === null || event.defaultPrevented) return;
  armed.asksForFile ||= event
    .composedPath()
    .some((at) => at instanceof HTMLAnchorElement && at.hasAttribute('download') && at.href !== '');
}

/** Counts what this very task does to the page as the input's work: for values that we set ourselves. */
export function settleEnter(): void {
  armed?.hook.ask('enter');
}

/** While on, work of unknown descent counts as the input's: a script that it asked for is loading. */
export function settleAdopt(on: boolean): void {
  armed?.hook.ask(on ? 'adopt' : 'orphan');
}

/** Waits for what the page does at its next frame, and counts it as the input's: after it was scrolled. */
export async function settleStep(): Promise<void> {
  if (armed === null) return;
  const { hook } = armed;
  hook.ask('enter');
  hook.ask('step');
  await renderingStep();
  hook.ask('stepped');
}

export function settleEnd(): void {
  if (armed === null) return;
  armed.changes.stop();
  window.removeEventListener('click', noteDownload);
  for (const type of ANIMATION_ENDS) window.removeEventListener(type, takeAnimationEnd, true);
  if (armed.isHooked) armed.hook.ask('disarm');
  armed = null;
}

/**
 * Waits until the work of the input is done in this document.
 *
 * @param limitMs - counted from the arming.
 * @param isOneOfMany - other frames may have sent messages here, which are let in first.
 */
export async function settleWait(limitMs: number, isOneOfMany = false): Promise<SettleReport> {
  const now = armed;
  if (now === null) return NOTHING_SETTLED;
  // The host asks when the input has been handled, so no task of it still runs. After an input the browser
  // draws before it delivers messages, and the hook's own would say so some milliseconds later.
  if (now.isHooked) now.hook.ask('over');
  if (isOneOfMany) {
    await messageTurn();
    await messageTurn();
  }
  const untilMs = now.startedMs + limitMs;
  if (now.isHooked) return await waitByHook(now, untilMs);
  return now.settle === 'network' ? await waitForQuiet(now, untilMs) : await waitByIds(now, untilMs);
}

/** Nothing was watched, or nothing is to be waited for. */
export const NOTHING_SETTLED: SettleReport = {
  ended: 'empty',
  open: [],
  waitedFor: [],
  ownChanges: 0,
  otherChanges: 0,
  stateChanged: false,
  hooked: false,
};

async function waitByHook(now: Armed, untilMs: number): Promise<SettleReport> {
  const extra: string[] = [];
  for (;;) {
    const news = await familyEmpty(now, untilMs);
    if (!news.isEmpty) {
      const ended = news.others.length === 0 && performance.now() < untilMs ? 'requests' : 'cap';
      return report(now, ended, news, extra);
    }
    const total = now.changes.total;
    if (now.changes.toggles !== now.seenToggles) {
      now.seenToggles = now.changes.toggles;
      note(extra, 'toggle');
      await messageTurn();
      await messageTurn();
      continue;
    }
    if (news.messagesItself && total !== now.seenMessages) {
      now.seenMessages = total;
      await messageTurn();
      continue;
    }
    if (news.watchesLayout && total !== now.seenLayout) {
      now.seenLayout = total;
      note(extra, 'layout');
      now.hook.ask('step');
      await renderingStep();
      now.hook.ask('stepped');
      continue;
    }
    const begun = begunAnimations(now.animations, now.actedOn);
    if (begun.length > 0 && performance.now() < untilMs) {
      for (const animation of begun) now.animations.add(animation);
      note(extra, 'animation');
      now.hook.ask('animate');
      await animationsEnd(begun, Math.min(ANIMATIONS_MS, untilMs - performance.now()));
      await messageTurn();
      now.hook.ask('animated');
      continue;
    }
    return report(now, 'empty', news, extra);
  }
}

function note(kinds: string[], kind: string): void {
  if (!kinds.includes(kind)) kinds.push(kind);
}

async function familyEmpty(now: Armed, untilMs: number): Promise<FamilyNews> {
  for (;;) {
    const news = now.hook.look();
    const atMs = performance.now();
    if (news.isEmpty || atMs >= untilMs) return news;
    const isRequestsAlone = news.others.length === 0 && news.requests.length > 0;
    if (
      isRequestsAlone &&
      atMs - now.startedMs >= REQUESTS_ALONE_MS &&
      hasShownSomething(now) &&
      document.querySelector('[aria-busy=true]') === null
    )
      return news;
    await now.hook.emptied(Math.min(LOOK_AGAIN_MS, untilMs - atMs));
  }
}

function hasShownSomething(now: Armed): boolean {
  return now.changes.total > 0 && now.changes.own > 0;
}

function nextTimerId(): number {
  const id = setTimeout(() => {}, 0) as unknown as number;
  clearTimeout(id);
  return id;
}

function nextFrameId(): number {
  const id = requestAnimationFrame(() => {});
  cancelAnimationFrame(id);
  return id;
}

/** Ids of timers and frames are drawn from one counter of the document, so a gap tells what the page made. */
async function waitByIds(now: Armed, untilMs: number): Promise<SettleReport> {
  const made = nextTimerId() - now.timerId > 1 || nextFrameId() - now.frameId > 1;
  const extra: string[] = [];
  if (made || now.changes.total > 0) {
    if (made) note(extra, 'timer');
    const firstUntilMs = Math.min(untilMs, now.startedMs + FIRST_CHANGE_MS);
    while (made && now.changes.total === 0 && performance.now() < firstUntilMs) await pause(10);
    if (made) await quiet(now, untilMs);
  }
  return report(now, performance.now() >= untilMs ? 'cap' : 'empty', null, extra);
}

async function quiet(now: Armed, untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    const sinceMs = performance.now() - Math.max(now.changes.lastMs, now.startedMs);
    if (now.changes.total >= 0 && sinceMs >= QUIET_MS) return;
    await pause(QUIET_MS - sinceMs);
  }
}

async function waitForQuiet(now: Armed, untilMs: number): Promise<SettleReport> {
  let before = -1;
  while (before !== now.changes.total && performance.now() < untilMs) {
    before = now.changes.total;
    await renderingStep();
    await renderingStep();
  }
  return report(now, performance.now() >= untilMs ? 'cap' : 'empty', null, ['frames']);
}

function report(
  now: Armed,
  ended: SettleReport['ended'],
  news: FamilyNews | null,
  extra: readonly string[],
): SettleReport {
  const { changes } = now;
  void changes.total;
  return {
    ended,
    open: news === null ? [] : [...news.requests, ...news.others],
    waitedFor: [...new Set([...(news?.kinds ?? []), ...extra, ...(now.asksForFile ? [DOWNLOAD_KIND] : [])])],
    ownChanges: changes.own,
    otherChanges: changes.other,
    stateChanged: isOtherState(now.state, readPageState(), now.actedOn),
    hooked: now.isHooked,
  };
}
