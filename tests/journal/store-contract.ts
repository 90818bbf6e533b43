import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAIN_START, hashRecord } from '#journal/chain.ts';
import { type JournalEvent, type StampedEvent, versionOf } from '#journal/event.ts';
import type { JournalStore } from '#journal/store/journal-store.ts';
import { verifyChain } from '#journal/verify-chain.ts';
import { proves } from '../spec/proves.ts';

export const CONTRACT_KEY = new Uint8Array(32).fill(7);
const WRITER = { host: 'another-host', pid: 1 };
const NOON = '2026-03-01T12:00:00.000Z';
const LEASE = Date.parse(NOON) + 30_000;
const PAST_LEASE = '2026-03-01T12:00:31.000Z';

/** An event at noon, or later by so many milliseconds. */
export function stamped(event: JournalEvent, laterMs = 0): StampedEvent {
  const at = new Date(Date.parse(NOON) + laterMs).toISOString();
  return { body: {}, ...event, at, version: versionOf(event.kind) };
}

function operation(operationId: string, event: Partial<JournalEvent> = {}, laterMs = 0) {
  const kind = 'operation-intent' as const;
  return { ...stamped({ session: 's', kind, operation: 'click', ...event }, laterMs), operationId };
}

function intent(operationId: string, requestHash = 'r', keyHash?: string) {
  return {
    event: operation(operationId),
    durability: 'normal' as const,
    requestHash,
    writer: WRITER,
    leaseUntilMs: LEASE,
    ...(keyHash === undefined ? {} : { keyHash }),
  };
}

function outcome(operationId: string) {
  const event = operation(
    operationId,
    { kind: 'operation-outcome', outcome: 'changed', dispatch: 'sent' },
    5,
  );
  return { event, durability: 'normal' as const };
}

/**
 * What every store must do, whatever the database.
 *
 * @param openPair - opens two stores on the same, empty journal with CONTRACT_KEY, as two processes would.
 */
export function describeStore(
  name: string,
  openPair: () => Promise<readonly [JournalStore, JournalStore]>,
): void {
  describe(`the journal on ${name}`, () => {
    let store: JournalStore;
    let other: JournalStore;
    beforeEach(async () => {
      [store, other] = await openPair();
    });
    afterEach(async () => {
      await store.close();
      await other.close();
    });

    test('links records into one chain a session, and gives back what was written', async () => {
      const first = stamped({
        session: 's',
        kind: 'decision',
        operation: 'navigate',
        operationId: 'op',
        effect: 'navigate',
        origin: 'https://a.example',
        decision: 'deny',
        rule: 'hosts',
        dispatch: 'not_sent',
        outcome: 'blocked_host',
        durationMs: 1.5,
        body: { nested: { list: [1, 'two', null, true], ключ: 'ação' }, number: 1e21 },
      });
      const second = stamped({ session: 's', kind: 'dialog' }, 1);
      const elsewhere = stamped({ session: 't', kind: 'dialog' }, 2);
      const written = await store.append({ events: [first, second, elsewhere], durability: 'full' });
      expect(written.map((record) => [record.session, record.seq])).toEqual([
        ['s', 1],
        ['s', 2],
        ['t', 1],
      ]);
      expect(written[0]?.previousHash).toBe(CHAIN_START);
      expect(written[1]?.previousHash).toBe(written[0]?.hash);
      for (const record of written) expect(hashRecord(record)).toBe(record.hash);
      expect(await other.records({})).toEqual(written);
      expect(written[0]).toMatchObject(first);
    });

    test('keeps many events of one call, and of two stores at once, in chains without a gap', async () => {
      const events = Array.from({ length: 130 }, (_, turn) =>
        stamped({ session: 's', kind: 'dialog', body: { turn } }, turn),
      );
      await Promise.all([
        store.append({ events, durability: 'normal' }),
        other.append({ events, durability: 'normal' }),
        store.append({ events, durability: 'full' }),
      ]);
      const rows = await store.chainRows('s', 0, 1_000);
      expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 390 }, (_, turn) => turn + 1));
      expect(await verifyChain(other)).toEqual([]);
    });

    test('filters by session, kind, operation, time and text, and limits to the newest', async () => {
      const events = [
        stamped({ session: 'a', kind: 'dialog', body: { says: '100% Sure_' } }, 0),
        stamped({ session: 'b', kind: 'download', operationId: 'op-1', origin: 'https://files.example' }, 1),
        stamped({ session: 'a', kind: 'download', body: { says: '100x sure-' } }, 2),
      ];
      const [zero, one, two] = await store.append({ events, durability: 'normal' });
      expect(await store.records({ session: 'a' })).toEqual([zero, two]);
      expect(await store.records({ kinds: ['download'] })).toEqual([one, two]);
      expect(await store.records({ kinds: [] })).toEqual([]);
      expect(await store.records({ operationId: 'op-1' })).toEqual([one]);
      expect(await store.records({ since: events[1]?.at ?? '' })).toEqual([one, two]);
      expect(await store.records({ until: events[1]?.at ?? '' })).toEqual([zero]);
      expect(await store.records({ text: '100% sure_' })).toEqual([zero]);
      expect(await store.records({ text: 'FILES.example' })).toEqual([one]);
      expect(await store.records({ limit: 2 })).toEqual([one, two]);
      const [first] = await store.records({ limit: 3 });
      expect(first).toEqual(zero);
      if (first === undefined) throw new Error('nothing was read');
      expect(await store.records({ after: first, limit: 1 })).toEqual([one]);
    });

    proves('R5', 'an operation has an intent before, an outcome after, and one receipt of both', async () => {
      const begun = await store.begin(intent('op-1'));
      expect(begun).toMatchObject({ state: 'begun', receipt: { state: 'open', intent: { seq: 1 } } });
      expect(await other.receipt('op-1', NOON)).toEqual(begun.receipt);
      const settled = await store.settle(outcome('op-1'));
      expect(settled).toMatchObject({
        state: 'settled',
        outcome: { seq: 2, outcome: 'changed', dispatch: 'sent' },
      });
      expect(await other.receipt('op-1', NOON)).toEqual(settled);
      expect((await store.records({ operationId: 'op-1' })).map((record) => record.kind)).toEqual([
        'operation-intent',
        'operation-outcome',
      ]);
      expect(await verifyChain(store)).toEqual([]);
    });

    test('refuses an outcome without an intent, and a second outcome', async () => {
      await expect(store.settle(outcome('op-0'))).rejects.toMatchObject({ code: 'invalid_arguments' });
      await store.begin(intent('op-1'));
      await store.settle(outcome('op-1'));
      await expect(store.settle(outcome('op-1'))).rejects.toMatchObject({ code: 'invalid_arguments' });
      expect(await store.records({})).toHaveLength(2);
      expect(await store.receipt('op-0', NOON)).toBeUndefined();
    });

    proves(
      'R4',
      'the same key or id with the same request is known, with another it is refused',
      async () => {
        const first = await store.begin(intent('op-1', 'r', 'key'));
        expect(await other.begin(intent('op-2', 'r', 'key'))).toEqual({
          state: 'known',
          receipt: first.receipt,
        });
        expect(await other.begin(intent('op-1', 'r'))).toEqual({ state: 'known', receipt: first.receipt });
        for (const changed of [intent('op-3', 'other', 'key'), intent('op-1', 'other')]) {
          await expect(store.begin(changed)).rejects.toMatchObject({ code: 'duplicate_operation' });
        }
        const settled = await store.settle(outcome('op-1'));
        expect(await other.begin(intent('op-4', 'r', 'key'))).toEqual({ state: 'known', receipt: settled });
        expect(await store.records({})).toHaveLength(2);
      },
    );

    proves('R4', 'of two hundred that begin at once with one key, one begins', async () => {
      const all = await Promise.all(
        Array.from({ length: 200 }, (_, turn) =>
          (turn % 2 === 0 ? store : other).begin(intent(`op-${turn}`, 'r', 'key')),
        ),
      );
      expect(all.filter((begun) => begun.state === 'begun')).toHaveLength(1);
      expect(new Set(all.map((begun) => begun.receipt.operationId)).size).toBe(1);
      expect(await store.records({})).toHaveLength(1);
    });

    proves(
      'R4',
      'past its lease an open operation is unknown for ever, and a late outcome is noted as late',
      async () => {
        await store.begin(intent('op-1', 'r', 'key'));
        expect(await store.receipt('op-1', NOON)).toMatchObject({ state: 'open' });
        const [lost, same] = await Promise.all([
          store.receipt('op-1', PAST_LEASE),
          other.receipt('op-1', PAST_LEASE),
        ]);
        expect(lost).toMatchObject({
          state: 'unknown',
          outcome: { outcome: 'unknown', dispatch: 'unknown' },
        });
        expect(same).toEqual(lost);
        expect(await store.settle(outcome('op-1'))).toEqual(lost);
        expect((await store.begin(intent('op-2', 'r', 'key'))).receipt).toEqual(lost);
        const kinds = (await store.records({ operationId: 'op-1' })).map((record) => record.kind).sort();
        expect(kinds).toEqual(['operation-intent', 'operation-late', 'operation-outcome']);
        expect(await verifyChain(store)).toEqual([]);
      },
    );

    test('keeps an operation open as long as its lease is renewed', async () => {
      await store.begin(intent('op-1'));
      await store.renew(['op-1'], LEASE + 60_000);
      expect(await store.receipt('op-1', PAST_LEASE)).toMatchObject({ state: 'open' });
      await store.renew([], 0);
      await store.settle(outcome('op-1'));
      await store.renew(['op-1'], 0);
      expect(await store.receipt('op-1', PAST_LEASE)).toMatchObject({ state: 'settled' });
    });

    test('keeps the index of artifacts with the event that tells of it, and counts a content once', async () => {
      const artifact = {
        id: 'artifact-1',
        hash: 'a'.repeat(64),
        session: 's',
        kind: 'screenshot' as const,
        mediaType: 'image/png',
        sizeBytes: 120,
        at: NOON,
        name: 'page.png',
      };
      const again = { ...artifact, id: 'artifact-2', session: 't', at: PAST_LEASE };
      for (const kept of [artifact, again]) {
        const events = [stamped({ session: kept.session, kind: 'artifact', body: { hash: kept.hash } })];
        await store.append({ events, durability: 'normal', artifact: kept });
      }
      expect(await other.artifacts({})).toEqual([again, artifact]);
      expect(await other.artifacts({ session: 's' })).toEqual([artifact]);
      expect(await other.artifacts({ kind: 'download' })).toEqual([]);
      expect(await other.artifacts({ hash: artifact.hash, limit: 1 })).toEqual([again]);
      expect(await other.artifactBytes()).toBe(120);
      // An id twice: neither the line nor the event is written.
      const events = [stamped({ session: 's', kind: 'artifact' })];
      await expect(store.append({ events, durability: 'normal', artifact })).rejects.toMatchObject({
        code: 'environment',
      });
      expect(await store.records({ session: 's' })).toHaveLength(1);
    });

    test('runs are kept with their steps as these end, the newest first, and who ran them is looked after', async () => {
      const run = (id: string, laterMs: number, owner = 'ana') => ({
        id,
        owner,
        session: 's',
        workflow: 'orders',
        startedAt: new Date(Date.parse(NOON) + laterMs).toISOString(),
        state: 'running',
        facts: { from: 1 },
      });
      const event = (kind: 'workflow-begun' | 'workflow-ended') => stamped({ session: 's', kind });
      const here = { host: hostname(), pid: process.pid };
      const gone = { host: hostname(), pid: 2 ** 22 + 1 };
      await store.beginRun(run('run_a1', 0), here, event('workflow-begun'));
      await store.beginRun(run('run_a2', 1, 'ben'), gone, event('workflow-begun'));
      await other.addRunStep({ run: 'run_a1', number: 2, facts: { said: 'b' } });
      await store.addRunStep({ run: 'run_a1', number: 1, facts: { said: 'a' } });
      await expect(store.addRunStep({ run: 'run_a1', number: 1, facts: {} })).rejects.toThrow();
      expect(await other.runs({})).toMatchObject([
        { id: 'run_a2', isAbandoned: true },
        { id: 'run_a1', isAbandoned: false, state: 'running' },
      ]);
      await other.endRun(
        { ...run('run_a1', 0), state: 'failed', facts: { said: 'No.' } },
        event('workflow-ended'),
      );
      expect(await store.runs({ owner: 'ana' })).toMatchObject([{ state: 'failed', facts: { said: 'No.' } }]);
      expect(await store.runs({ idStart: 'run_a', limit: 1 })).toMatchObject([{ id: 'run_a2' }]);
      expect(await store.runs({ idStart: 'run_b' })).toEqual([]);
      expect((await store.runSteps('run_a1')).map(({ facts }) => facts['said'])).toEqual(['a', 'b']);
      expect((await store.records({ session: 's' })).map(({ kind }) => kind)).toEqual([
        'workflow-begun',
        'workflow-begun',
        'workflow-ended',
      ]);
    });

    test('answers a probe, and says that it is sound', async () => {
      await store.probe(NOON);
      await store.probe(PAST_LEASE);
      expect(await store.integrityFaults()).toEqual([]);
      expect(await store.chainHeads()).toEqual({ heads: [], sessions: 0, isCountSigned: true });
    });
  });
}
