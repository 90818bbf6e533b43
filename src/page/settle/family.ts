import { listen, now, postToPort, react, slice, watched } from './natives.ts';

/** How long loops are counted: frame chains, intervals, chains of timers, reads of a stream. */
export const LOOP_MS = 450;

/** How long after a task what observers of layout are told may come of it. */
const JUST_MS = 60;

/** What a task descends from: how many links of a kind of loop lie between it and the input, and since when. */
interface Loop {
  readonly links: number;
  readonly sinceMs: number;
}

interface Lineage {
  readonly timers: Loop;
  readonly frames: Loop;
  readonly reads: Loop;
}

/** One piece of work that an input began and that has not ended. */
export interface Work {
  readonly token: number;
  readonly kind: string;
  readonly label: string;
  readonly isRequest: boolean;
  readonly untilMs: number;
  readonly lineage: Lineage;
  isOpen: boolean;
  /** Its continuation runs in this very task. */
  isEnding: boolean;
  previous: Work | null;
  next: Work | null;
}

const NO_LOOP: Loop = { links: 0, sinceMs: 0 };
const ORIGIN: Lineage = { timers: NO_LOOP, frames: NO_LOOP, reads: NO_LOOP };

let token = 0;
let isArmed = false;
let isAdopting = false;
let isOwned = false;
let lineage = ORIGIN;
let head: Work | null = null;
let ending: { work: Work; next: typeof ending } | null = null;
let isTaskHeld = false;
let lastTaskMs = Number.NEGATIVE_INFINITY;
let kinds = '';
let onEmpty: () => void = () => {};

const channel = new MessageChannel();
listen(channel.port1, 'message', endTask);
channel.port1.start();

/** Names what to call when the last work of the family has ended. */
export function whenEmpty(listener: () => void): void {
  onEmpty = listener;
}

/** Starts a new family: whatever runs from now on under a trusted event belongs to it. */
export function arm(): void {
  token += 1;
  isArmed = true;
  isAdopting = false;
  isOwned = false;
  head = null;
  ending = null;
  lastTaskMs = Number.NEGATIVE_INFINITY;
  kinds = '';
}

export function disarm(): void {
  isArmed = false;
  isAdopting = false;
  isOwned = false;
  head = null;
  ending = null;
}

/** Counts work of unknown descent as the family's, while a script it asked for is loading. */
export function adopt(on: boolean): void {
  isAdopting = on;
}

export function isRunningFamily(): boolean {
  return isArmed && (isOwned || isAdopting);
}

export function isFamilyArmed(): boolean {
  return isArmed;
}

export interface WorkOptions {
  readonly label?: string;
  readonly isRequest?: boolean;
  /** Counted for this long at most. */
  readonly capMs?: number;
  readonly loop?: 'timers' | 'frames' | 'reads';
  /** Links of a loop that are counted in full before its time begins to run out. */
  readonly freeLinks?: number;
}

/** Counts a piece of work as begun by the running task; nothing when the task is not of the family. */
export function begin(kind: string, options: WorkOptions = {}): Work | null {
  if (!isRunningFamily()) return null;
  const atMs = now();
  let untilMs = options.capMs === undefined ? Number.POSITIVE_INFINITY : atMs + options.capMs;
  let descent = lineage;
  if (options.loop !== undefined) {
    const before = lineage[options.loop];
    const links = before.links + 1;
    const sinceMs = before.links === 0 ? atMs : before.sinceMs;
    const loop: Loop = { links, sinceMs };
    descent = {
      timers: options.loop === 'timers' ? loop : lineage.timers,
      frames: options.loop === 'frames' ? loop : lineage.frames,
      reads: options.loop === 'reads' ? loop : lineage.reads,
    };
    if (links > (options.freeLinks ?? 0)) {
      if (atMs - sinceMs > LOOP_MS) return null;
      if (sinceMs + LOOP_MS < untilMs) untilMs = sinceMs + LOOP_MS;
    }
  }
  const work: Work = {
    token,
    kind,
    label: options.label ?? kind,
    isRequest: options.isRequest === true,
    untilMs,
    lineage: descent,
    isOpen: true,
    isEnding: false,
    previous: null,
    next: head,
  };
  if (head !== null) head.previous = work;
  head = work;
  if (!isNamed(kind)) kinds += `${kind} `;
  return work;
}

function isNamed(kind: string): boolean {
  for (let at = 0; at + kind.length <= kinds.length; at += 1) {
    if (slice(kinds, at, at + kind.length + 1) === `${kind} ` && (at === 0 || kinds[at - 1] === ' '))
      return true;
  }
  return false;
}

function isLive(work: Work): boolean {
  return isArmed && work.token === token && now() <= work.untilMs;
}

/** The task that runs now is the family's if `work` is; and not, if there is none. */
export function enter(work: Work | null): void {
  isOwned = work !== null && isLive(work);
  lineage = isOwned && work !== null ? work.lineage : ORIGIN;
  if (isOwned) holdTask();
}

/** The task that runs now is the family's: the input itself runs in it. */
export function enterFamily(): void {
  if (!isArmed) return;
  if (!isOwned) lineage = ORIGIN;
  isOwned = true;
  holdTask();
}

function holdTask(): void {
  if (isTaskHeld) return;
  isTaskHeld = true;
  lastTaskMs = now();
  postToPort(channel.port2, 0);
}

/** Ends the task that is held: told from another task, which the browser may let in before our own message. */
export function endTask(): void {
  isTaskHeld = false;
  isOwned = false;
  while (ending !== null) {
    release(ending.work);
    ending = ending.next;
  }
  tellWhenEmpty();
}

function release(work: Work): void {
  if (!work.isOpen) return;
  work.isOpen = false;
  if (work.token !== token) return;
  if (work.previous === null) head = work.next;
  else work.previous.next = work.next;
  if (work.next !== null) work.next.previous = work.previous;
}

/** Whether a task of the family has run just now, so that what the next frame tells the page comes of it. */
export function hasJustRun(): boolean {
  return isArmed && now() - lastTaskMs < JUST_MS;
}

/** Ends a piece of work, and runs the rest of this task as its continuation. */
export function resume(work: Work | null): void {
  enter(work);
  if (work === null) return;
  if (isOwned) {
    work.isEnding = true;
    ending = { work, next: ending };
  } else release(work);
}

/** Ends a piece of work that was taken back. */
export function drop(work: Work | undefined): void {
  if (work === undefined) return;
  release(work);
  if (!isTaskHeld) tellWhenEmpty();
}

function tellWhenEmpty(): void {
  if (isArmed && isEmpty()) onEmpty();
}

/** Whether nothing of the family is left; work past its time is let go. */
export function isEmpty(): boolean {
  for (let work = head; work !== null; work = work.next) {
    if (now() > work.untilMs) release(work);
  }
  return head === null && !isTaskHeld;
}

/** What is open and what was counted, one a line: `r` request, `w` other work, `k` a kind seen. */
export function describeFamily(): string {
  let text = '';
  for (let work = head; work !== null; work = work.next) {
    if (!work.isEnding) text += `${work.isRequest ? 'r' : 'w'}${work.label}\n`;
  }
  return `${text}k${kinds}\n`;
}

/**
 * Runs the continuation of a promise as the family's.
 *
 * @returns what the page gets in its place: that ends right after ours, so that a rejection which nobody
 *   handles is still told of as such.
 */
export function followed(promise: unknown, work: Work | null): unknown {
  if (work === null) return promise;
  const end = () => resume(work);
  try {
    return watched(promise, { value: end, reason: end });
  } catch {
    drop(work);
    return promise;
  }
}

/**
 * Follows a promise that the browser ends in a task of its own: where it is no work of the family, nor is that
 * task, even when it comes close upon one that is.
 */
export function followedByTask(promise: unknown, work: Work | null): unknown {
  if (work !== null || isRunningFamily()) return followed(promise, work);
  const leave = () => {
    if (isArmed) enter(null);
  };
  return watched(promise, { value: leave, reason: leave });
}

/** Runs the continuation of a promise that the page has already as the family's: ours is registered first. */
export function follow(promise: unknown, work: Work | null): void {
  if (work === null) return;
  try {
    react(promise, () => resume(work));
  } catch {
    drop(work);
  }
}
