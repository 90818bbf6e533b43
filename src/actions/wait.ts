import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';

export const WAITED_STATES = [
  'visible',
  'hidden',
  'enabled',
  'disabled',
  'checked',
  'unchecked',
  'gone',
] as const;
export type WaitedState = (typeof WAITED_STATES)[number];

/** What to wait for; what is given must all hold at once. */
export interface WaitCondition {
  readonly text?: string;
  readonly textGone?: string;
  /** Part of the address. */
  readonly url?: string;
  readonly target?: ActionTarget;
  readonly state?: WaitedState;
}

export interface WaitOptions extends Pick<ActionOptions, 'deadline'> {
  /** Frames whose text counts; all when absent. */
  readonly mayRead?: ((frame: Frame) => boolean) | undefined;
  /** Takes secrets out of a text: what cannot be shown cannot be waited for. */
  readonly redact?: ((text: string) => string) | undefined;
}

const LOOK_AGAIN_MS = 50;

/** Waits for so long, whatever happens. */
export async function waitSeconds(seconds: number, options: Pick<ActionOptions, 'deadline'>): Promise<void> {
  await sleep(Math.min(seconds * 1_000, leftMs(options.deadline)), options.deadline.signal);
}

/**
 * Waits until a condition holds.
 *
 * @param limitMs - longest wait.
 * @throws timeout when it does not; the sentence says what is there instead.
 */
export async function waitFor(
  page: Page,
  condition: WaitCondition,
  limitMs: number,
  options: WaitOptions,
): Promise<void> {
  const deadline = deadlineIn(limitMs, options.deadline);
  let unmet = await unmetOf(page, condition, options);
  while (unmet !== null) {
    if (leftMs(deadline) === 0) {
      throw kernelFail(
        'timeout',
        `Waited ${limitMs / 1_000} s: ${unmet}. The page is at ${showAddress(page.url)}.`,
        {
          dispatch: 'not_sent',
        },
      );
    }
    await sleep(Math.min(LOOK_AGAIN_MS, leftMs(deadline)), deadline.signal);
    unmet = await unmetOf(page, condition, options);
  }
}

/** What of a condition does not hold, in words; `null` when all does. */
async function unmetOf(page: Page, condition: WaitCondition, options: WaitOptions): Promise<string | null> {
  const { text, textGone, url, target, state } = condition;
  if (url !== undefined && !(options.redact?.(page.url) ?? page.url).includes(url))
    return `the address does not contain ${quotePageText(url)}`;
  if (text !== undefined && !(await hasText(page, text, options)))
    return `${quotePageText(text)} is not on the page`;
  if (textGone !== undefined && (await hasText(page, textGone, options)))
    return `${quotePageText(textGone)} still is on the page`;
  if (target === undefined || state === undefined) return null;
  const words = await target.frame
    .call<readonly string[]>('stateWords', [target.element])
    .catch(() => ['gone']);
  const holds = words.includes(state) || (state === 'hidden' && words.includes('gone'));
  return holds ? null : `${target.text} is ${words.join(', ')}`;
}

async function hasText(page: Page, text: string, { mayRead, redact }: WaitOptions): Promise<boolean> {
  const frames = page.frames().filter((frame) => frame.hasWorld && mayRead?.(frame) !== false);
  const asked = frames.map(async (frame) => {
    if (redact === undefined) return await frame.call<boolean>('hasText', [text]).catch(() => false);
    const readable = await frame.call<string>('readableText', []).catch(() => '');
    return folded(redact(readable)).includes(folded(text));
  });
  return (await Promise.all(asked)).includes(true);
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
