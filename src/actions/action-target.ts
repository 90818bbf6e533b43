import type { BrowserContext } from '#browser/browser-context.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { SecretTarget, SettleMode, Shown, WalkRequest } from '#page/wire.ts';
import type { Preparation } from './preparation.ts';

/** A ref that was resolved: the element it stands for, and what was shown of it. */
export interface ActionTarget {
  /** The ref as it is printed. */
  readonly text: string;
  readonly page: Page;
  readonly frame: Frame;
  readonly element: number;
  readonly shown?: Shown;
}

export interface ActionOptions {
  readonly context: BrowserContext;
  /** By when the call has to answer. */
  readonly deadline: Deadline;
  /** How to know that the work of the input is done; `hook` when absent. */
  readonly settle?: SettleMode;
  /** The `domVersion` of the target's document when it was last shown; absent when that is not known. */
  readonly seenVersion?: number;
  /** How long to wait for a reason of refusal that is passing; 1 000 ms when absent. */
  readonly actionTimeoutMs?: number;
  /** Fields that hold secrets, for an input that sends them: it is stopped when their form leads elsewhere. */
  readonly secrets?: readonly SecretTarget[];
  /** How the page will be read when the action is over, so that a page of one frame is read in the same breath. */
  readonly walk?: WalkRequest;
  /** Ends when the intent is written; the input waits for it, and what only looks does not. */
  readonly recorded?: Promise<void>;
  /** The next action where it is known already: its document is prepared for it in the breath in which this one ends. */
  readonly next?: Preparation;
}

export const DEFAULT_ACTION_TIMEOUT_MS = 1_000;

/** The ref of another element in the frame of a target. */
export function refIn(page: Page, frame: Frame, element: number): string {
  const number = page.numberOf(frame);
  return `${number === 0 ? '' : `f${number}`}e${element}@v${page.generation}`;
}
