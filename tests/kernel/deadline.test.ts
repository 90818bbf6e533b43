import { expect, test } from 'vitest';
import { deadlineIn, leftMs, sleep, within } from '#kernel/deadline.ts';

const never = new Promise<never>(() => {});
const withSignal = (signal: AbortSignal) => ({ atMs: Date.now() + 60_000, signal });

test('work that is done in time is handed on', async () => {
  expect(await within(Promise.resolve(7), deadlineIn(60_000), 'the page')).toBe(7);
});

test('a deadline that has passed ends the wait and says what was waited for', async () => {
  await expect(within(never, deadlineIn(0), 'the page')).rejects.toMatchObject({
    code: 'timeout',
    message: 'No answer from the page before the deadline.',
    facts: { waitedFor: 'the page' },
  });
});

test('an abort during the wait is a cancelled call', async () => {
  const abort = new AbortController();
  const waiting = within(never, withSignal(abort.signal), 'the page');
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
});

test('an abort before the wait is a cancelled call', async () => {
  await expect(within(never, withSignal(AbortSignal.abort()), 'the page')).rejects.toMatchObject({
    code: 'cancelled',
  });
});

test('a sleep ends with an abort', async () => {
  const abort = new AbortController();
  const sleeping = sleep(60_000, abort.signal);
  abort.abort();
  await expect(sleeping).rejects.toMatchObject({ code: 'cancelled' });
  await expect(sleep(60_000, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});

test('an inner deadline is never later than the outer one, and keeps its signal', () => {
  const { signal } = new AbortController();
  const outer = { atMs: Date.now() + 1_000, signal };
  expect(deadlineIn(60_000, outer)).toEqual(outer);
  expect(deadlineIn(0, outer).atMs).toBeLessThan(outer.atMs);
  expect(leftMs({ atMs: 0 })).toBe(0);
});
