import { begin, drop, enter, LOOP_MS, resume, type Work } from './family.ts';
import { apply, type Callable, store, wrapMethod } from './natives.ts';

/** Longer timers are toasts, idle log-outs and flushes, not answers to an input. */
const LONGEST_TIMER_MS = 600;
/** Timers of a chain that count in full before the chain is taken for a loop. */
const FREE_TIMERS = 3;

function delayOf(value: unknown): number {
  const delay = typeof value === 'number' ? value : typeof value === 'string' ? +value : 0;
  return delay;
}

/** Follows timers, frames and idle callbacks to their callbacks. */
export function wrapTimers(): void {
  const timers = store<unknown, Work>();
  const frames = store<unknown, Work>();
  const idles = store<unknown, Work>();

  wrapMethod(globalThis, 'setTimeout', (native, self, parameters) => {
    const callback = parameters[0];
    if (typeof callback !== 'function') return apply(native, self, parameters);
    const work =
      delayOf(parameters[1]) > LONGEST_TIMER_MS
        ? null
        : begin('timer', { loop: 'timers', freeLinks: FREE_TIMERS });
    let id: unknown;
    parameters[0] = function (this: unknown, ...given: unknown[]) {
      if (work !== null) timers.take(id);
      resume(work);
      return apply(callback as Callable, this, given);
    };
    id = apply(native, self, parameters);
    if (work !== null) timers.set(id, work);
    return id;
  });
  wrapMethod(globalThis, 'setInterval', (native, self, parameters) => {
    const callback = parameters[0];
    if (typeof callback !== 'function') return apply(native, self, parameters);
    const work =
      delayOf(parameters[1]) > LONGEST_TIMER_MS
        ? null
        : begin('interval', { loop: 'timers', capMs: LOOP_MS });
    parameters[0] = function (this: unknown, ...given: unknown[]) {
      enter(work);
      return apply(callback as Callable, this, given);
    };
    const id = apply(native, self, parameters);
    if (work !== null) timers.set(id, work);
    return id;
  });
  for (const name of ['clearTimeout', 'clearInterval']) {
    wrapMethod(globalThis, name, (native, self, parameters) => {
      drop(timers.take(parameters[0]));
      return apply(native, self, parameters);
    });
  }
  wrapMethod(globalThis, 'requestAnimationFrame', (native, self, parameters) =>
    once(native, self, parameters, frames, begin('frame', { loop: 'frames', freeLinks: 1, capMs: LOOP_MS })),
  );
  wrapMethod(globalThis, 'cancelAnimationFrame', (native, self, parameters) => {
    drop(frames.take(parameters[0]));
    return apply(native, self, parameters);
  });
  wrapMethod(globalThis, 'requestIdleCallback', (native, self, parameters) =>
    once(native, self, parameters, idles, begin('idle', { loop: 'frames', freeLinks: 1, capMs: 300 })),
  );
  wrapMethod(globalThis, 'cancelIdleCallback', (native, self, parameters) => {
    drop(idles.take(parameters[0]));
    return apply(native, self, parameters);
  });
}

function once(
  native: Callable,
  self: unknown,
  parameters: unknown[],
  open: ReturnType<typeof store<unknown, Work>>,
  work: Work | null,
): unknown {
  const callback = parameters[0];
  if (typeof callback !== 'function') {
    drop(work ?? undefined);
    return apply(native, self, parameters);
  }
  let id: unknown;
  parameters[0] = function (this: unknown, ...given: unknown[]) {
    if (work !== null) open.take(id);
    resume(work);
    return apply(callback as Callable, this, given);
  };
  id = apply(native, self, parameters);
  if (work !== null) open.set(id, work);
  return id;
}
