import { isDrawnInside } from './change-counter.ts';
import { noteWait, pause } from './turns.ts';

const LONGEST_MS = 600;
/** A page that draws its frames late ends its animations late. */
const LATE_FRAMES_MS = 250;

/** Animations that run now. */
export function runningAnimations(): Set<Animation> {
  return new Set(document.getAnimations());
}

function remainingMs(animation: Animation): number {
  const endMs = Number(animation.effect?.getComputedTiming().endTime ?? 0);
  return endMs - Number(animation.currentTime ?? 0);
}

/** Short animations that began since `before` on something else than what was acted on: its own are feedback. */
export function begunAnimations(before: ReadonlySet<Animation>, actedOn: Element | null): Animation[] {
  return document.getAnimations().filter((animation) => {
    if (before.has(animation) || animation.playState !== 'running') return false;
    const effect = animation.effect;
    const endMs = Number(effect?.getComputedTiming().endTime ?? 0);
    if (!(effect instanceof KeyframeEffect) || effect.target === null || endMs > LONGEST_MS) return false;
    return actedOn === null || !isDrawnInside(effect.target, actedOn);
  });
}

/**
 * Whether what ended is a short animation that began since `before`, on something else than what was acted on:
 * on a busy page one may be over before anyone looks for it.
 */
export function isEndOfBegun(
  event: TransitionEvent | AnimationEvent,
  before: ReadonlySet<Animation>,
  actedOn: Element | null,
): boolean {
  const { target, elapsedTime } = event;
  if (!event.isTrusted || !(target instanceof Element) || elapsedTime * 1_000 > LONGEST_MS) return false;
  for (const { effect } of before)
    if (effect instanceof KeyframeEffect && effect.target === target) return false;
  return actedOn === null || !isDrawnInside(target, actedOn);
}

/** Waits until these have ended, at most so long. */
export async function animationsEnd(animations: readonly Animation[], limitMs: number): Promise<void> {
  noteWait();
  const ended = Promise.allSettled(animations.map(async (animation) => await animation.finished));
  const longest = Math.max(0, ...animations.map(remainingMs));
  await Promise.race([ended, pause(Math.min(limitMs, longest + LATE_FRAMES_MS))]);
}
