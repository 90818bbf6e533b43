import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Effect } from '#policy/effects.ts';
import { operation } from '#sessions/operation.ts';
import { runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';

let bench: PortalBench;
let session: Session;
let steps: string[];

beforeAll(async () => {
  bench = await PortalBench.open({ hosts: ['portal.example'] });
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(async () => {
  session = await bench.broker.open('test');
  steps = [];
});

/** An operation that touches no page and says what was called. */
function probe(effect: Effect, destination?: string, work: () => Promise<void> = async () => {}) {
  return operation({
    name: 'probe',
    summary: 'Probes the gate.',
    input: z.strictObject({ label: z.string().default('run') }),
    turn: 'in-turn',
    timeoutMs: () => 10_000,
    plan: async () => {
      steps.push('plan');
      return { effects: [effect], url: 'https://portal.example/', ...(destination ? { destination } : {}) };
    },
    run: async (_, __, { label }) => {
      steps.push(label);
      await work();
      steps.push(`${label} ended`);
      return { said: 'Done.' };
    },
  });
}

test('what the profile allows is planned, then run', async () => {
  expect(await runOperation(session, probe('navigate', 'https://portal.example/next'), {})).toEqual({
    said: 'Done.',
  });
  expect(steps).toEqual(['plan', 'run', 'run ended']);
});

test('what has to be asked for is refused when nobody can be asked, and never run', async () => {
  await expect(runOperation(session, probe('script'), {})).rejects.toMatchObject({
    code: 'user_action_required',
    facts: { dispatch: 'not_sent' },
  });
  expect(steps).toEqual(['plan']);
});

test('what the profile denies is refused, and never run', async () => {
  await using strict = await PortalBench.open({}, { profile: 'toolset' });
  const other = await strict.broker.open('test');
  await expect(runOperation(other, probe('credential'), {})).rejects.toMatchObject({ code: 'denied' });
  expect(steps).toEqual(['plan']);
});

test.each([
  ['blocked_host', 'https://elsewhere.example/'],
  ['blocked_scheme', 'file:///etc/passwd'],
])('%s: a destination outside the boundary is refused, and never run', async (code, destination) => {
  await expect(runOperation(session, probe('activate', destination), {})).rejects.toMatchObject({ code });
  expect(steps).toEqual(['plan']);
});

test('arguments that do not fit are refused before anything is planned', async () => {
  await expect(runOperation(session, probe('read'), { lable: 'x' })).rejects.toMatchObject({
    code: 'invalid_arguments',
    facts: { dispatch: 'not_sent' },
  });
  expect(steps).toEqual([]);
});

test('calls of one session take turns', async () => {
  let release = () => {};
  const first = runOperation(
    session,
    probe(
      'read',
      undefined,
      () =>
        new Promise<void>((go) => {
          release = go;
        }),
    ),
    {
      label: 'first',
    },
  );
  const second = runOperation(session, probe('read'), { label: 'second' });
  await expect.poll(() => steps).toEqual(['plan', 'first']);
  release();
  await Promise.all([first, second]);
  expect(steps).toEqual(['plan', 'first', 'first ended', 'plan', 'second', 'second ended']);
});

test('a call that was taken back before its turn is not run', async () => {
  const call = runOperation(session, probe('read'), {}, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ code: 'cancelled', facts: { dispatch: 'not_sent' } });
  expect(steps).toEqual([]);
});

test('a failed run leaves the next call its turn', async () => {
  const failing = probe('read', undefined, () => Promise.reject(new Error('by the test')));
  await expect(runOperation(session, failing, {})).rejects.toThrow('by the test');
  await runOperation(session, probe('read'), { label: 'after' });
  expect(steps.at(-1)).toBe('after ended');
});

test('a session that was closed is lost, and says so', async () => {
  await session.close('the test is over');
  await expect(session.context()).rejects.toMatchObject({ code: 'session_lost' });
});

describe('private data, foreign pages and a way out', () => {
  const cases = [true, false].flatMap((isPrivate) =>
    [true, false].flatMap((hasRead) => [true, false].map((isOutside) => ({ isPrivate, hasRead, isOutside }))),
  );
  let open: PortalBench;
  beforeAll(async () => {
    open = await PortalBench.open({ hosts: ['*', 'bank.example'], unattended: true });
  });
  afterAll(() => open[Symbol.asyncDispose]());

  for (const { isPrivate, hasRead, isOutside } of cases) {
    const isAsked = isPrivate && hasRead && isOutside;
    const [held, read, where] = [
      isPrivate ? 'held' : 'none',
      hasRead ? 'read' : 'none',
      isOutside ? 'outside' : 'inside',
    ];
    proves('I4', `data ${held}, pages ${read}, way ${where}: ${isAsked ? 'asked' : 'free'}`, async () => {
      const other = await open.broker.open('test');
      if (isPrivate) other.noteCredentialUse('bank.example:443');
      if (hasRead) other.taint.mark('https://forum.example');
      const destination = isOutside ? 'https://forum.example/post' : 'https://bank.example/transfer';
      for (const effect of ['submit', 'upload'] as const) {
        // Files after foreign pages have a rule of their own, whatever is held.
        if (effect === 'upload' && hasRead) continue;
        const call = runOperation(other, probe(effect, destination), {});
        if (isAsked) await expect(call).rejects.toMatchObject({ code: 'user_action_required' });
        else await expect(call).resolves.toMatchObject({ said: 'Done.' });
      }
    });
  }
});
