import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { loadChainKey } from '#journal/chain-key.ts';
import { Journal } from '#journal/journal.ts';
import { openSqliteStore } from '#journal/store/sqlite-store.ts';
import { verifyChain } from '#journal/verify-chain.ts';
import { proves } from '../spec/proves.ts';
import { buildPrograms, removePrograms, startProgram } from './support/child.ts';
import { freshFolder } from './support/data-folder.ts';
import { redactorWithCanary } from './support/plain-redactor.ts';
import { isFullRun, seeded, seedOfRun } from './support/seeded.ts';

const KILLS = isFullRun ? 1_000 : 10;
const SLOW_MS = isFullRun ? 60 * 60_000 : 90_000;
/** Processes start slowly on a busy machine. */
const PROCESSES_MS = 60_000;

beforeAll(buildPrograms, 60_000);
afterAll(removePrograms);

proves(
  ['R14', 'R5'],
  'after a kill at any point the database is sound, the chains fit, and all that was acknowledged is there',
  async () => {
    const seed = seedOfRun();
    const random = seeded(seed);
    const dataDir = freshFolder();
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = startProgram('write-events', { dataDir, session: `s${kill}` });
      // From the first moments, when folder, key and tables are made, to the midst of the work.
      const isEarly = random() < 0.3;
      const wait = isEarly ? random() * 250 : random() * 120;
      if (!isEarly) await new Promise<void>((resolve) => child.onLine(() => resolve()));
      await new Promise((resolve) => setTimeout(resolve, wait));
      child.process.kill('SIGKILL');
      expect(await child.ended, `seed ${seed}, kill ${kill}`).toBe('SIGKILL');

      const store = await openSqliteStore({ dataFolder: dataDir, key: await loadChainKey(dataDir) });
      const at = new Date().toISOString();
      const where = `seed ${seed}, kill ${kill}`;
      expect(await store.integrityFaults(), where).toEqual([]);
      for (const line of child.lines) {
        const [what = '', id = '', seq, hash] = line.split(' ');
        acknowledged += 1;
        if (what === 'artifact') {
          expect(await store.artifacts({ hash: id }), where).toHaveLength(1);
          continue;
        }
        const receipt = await store.receipt(id, at);
        const mark = what === 'intent' ? receipt?.intent : receipt?.outcome;
        expect(mark, `${where}: ${line}`).toMatchObject({ seq: Number(seq), hash });
        expect(receipt?.state, `${where}: ${line}`).not.toBe('open');
      }
      const isLast = kill === KILLS - 1;
      expect(await verifyChain(store, isLast ? undefined : `s${kill}-0`), where).toEqual([]);
      expect(await verifyChain(store, `s${kill}-1`), where).toEqual([]);
      await store.close();
    }
    expect(acknowledged, `seed ${seed}`).toBeGreaterThan(KILLS);
  },
  SLOW_MS,
);

proves(
  ['R5', 'R4'],
  'every effect the server saw has exactly one receipt, settled or unknown, however often the caller was killed',
  async () => {
    const seed = seedOfRun();
    const random = seeded(seed);
    const dataDir = freshFolder();
    const { address, seen } = await effectServer();
    const kills = Math.ceil(KILLS / 3);
    const acknowledged: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const child = startProgram('run-effects', { dataDir, session: `s${kill}`, address });
      await new Promise<void>((resolve) => child.onLine(() => resolve()));
      await new Promise((resolve) => setTimeout(resolve, random() * 80));
      child.process.kill('SIGKILL');
      await child.ended;
      acknowledged.push(...child.lines);
    }
    await using journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });
    for (const id of seen) {
      const receipt = await journal.receipts.get(id);
      const possible = acknowledged.includes(id) ? ['settled'] : ['settled', 'unknown'];
      expect(possible, `seed ${seed}: ${id}`).toContain(receipt?.state);
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const id of acknowledged) expect(seen).toContain(id);
    for await (const intent of journal.log.read({ kinds: ['operation-intent'] })) {
      const outcomes = [];
      const { operationId = '' } = intent;
      await journal.receipts.get(operationId);
      for await (const end of journal.log.read({ operationId, kinds: ['operation-outcome'] }))
        outcomes.push(end);
      expect(outcomes, `seed ${seed}: ${operationId}`).toHaveLength(1);
    }
    expect((await journal.log.verify()).faults).toEqual([]);
  },
  SLOW_MS,
);

proves(
  'R4',
  'two hundred parallel duplicates in two processes have one effect and one receipt',
  async () => {
    const dataDir = freshFolder();
    const { address, seen } = await effectServer();
    const settings = { dataDir, session: 's', address, key: 'pay-once', parallel: 100 };
    const children = [startProgram('run-effects', settings), startProgram('run-effects', settings)];
    for (const child of children) expect(await child.ended).toBe(0);
    const receipts = children.flatMap((child) => child.lines);
    expect(seen).toHaveLength(1);
    expect(receipts).toHaveLength(200);
    expect(new Set(receipts).size).toBe(1);
    expect(JSON.parse(receipts[0] ?? '')).toMatchObject({ state: 'settled', operationId: seen[0] });
  },
  PROCESSES_MS,
);

proves(
  'R4',
  'a kill between effect and outcome makes the receipt unknown, and the key never runs again',
  async () => {
    const dataDir = freshFolder();
    const { address, seen, holdReplies } = await effectServer();
    holdReplies();
    const child = startProgram('run-effects', { dataDir, session: 's', address, key: 'pay-once' });
    await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(1);
    child.process.kill('SIGKILL');
    await child.ended;
    await using journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });
    const again = await journal.receipts.once(
      { session: 's', operation: 'submit', operationId: 'op-again', effect: 'submit' },
      { owner: 'token-1', key: 'pay-once', arguments: { amount: 12 } },
      () => Promise.reject(new Error('it ran again')),
    );
    expect(again).toMatchObject({ state: 'unknown', operationId: seen[0], outcome: { dispatch: 'unknown' } });
    expect(seen).toHaveLength(1);
  },
  PROCESSES_MS,
);

proves(
  'R14',
  'two processes writing into one session at once make one chain',
  async () => {
    const dataDir = freshFolder();
    const count = 150;
    const names = ['a', 'b', 'c'];
    const children = names.map((name) =>
      startProgram('append-many', { dataDir, session: 'shared', count, name }),
    );
    for (const child of children) expect(await child.ended).toBe(0);
    await using journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });
    const turns: Record<string, unknown[]> = {};
    let total = 0;
    const records = [];
    for await (const record of journal.log.read({ session: 'shared' })) records.push(record);
    for (const record of records.sort((first, second) => first.seq - second.seq)) {
      total += 1;
      expect(record.seq).toBe(total);
      const name = String(record.body['name']);
      turns[name] = [...(turns[name] ?? []), record.body['turn']];
    }
    expect(total).toBe(count * names.length);
    const inOrder = Array.from({ length: count }, (_, turn) => turn);
    for (const name of names) expect(turns[name]).toEqual(inOrder);
    expect(await journal.log.verify()).toEqual({ faults: [], integrityFaults: [] });
  },
  PROCESSES_MS,
);

proves(
  'R14',
  'a process that ends does not take the log away from under two journals that another has open',
  async () => {
    const dataDir = freshFolder();
    const redactor = redactorWithCanary();
    const journals: Journal[] = [];
    for (const name of ['one', 'two']) {
      const journal = await Journal.open({ dataDir, redactor });
      await journal.append({ session: name, kind: 'dialog' });
      journals.push(journal);
    }
    const settings = { dataDir, session: 'ended', count: 30, name: 'child' };
    expect(await startProgram('append-many', settings).ended).toBe(0);
    expect(existsSync(join(dataDir, 'portolan.db-wal'))).toBe(true);
    for (const journal of journals) await journal.append({ session: 'after', kind: 'dialog' });
    expect(await startProgram('append-many', settings).ended).toBe(0);
    for (const journal of journals) {
      expect(await journal.log.verify()).toEqual({ faults: [], integrityFaults: [] });
      await journal.close();
    }
    const [first] = journals;
    await using fresh = await Journal.open({ dataDir: first?.dataFolder ?? '', redactor });
    const records = [];
    for await (const record of fresh.log.read()) records.push(record);
    expect(records).toHaveLength(2 + 30 + 2 + 30);
  },
  PROCESSES_MS,
);

/** A server that notes each effect before it answers. */
async function effectServer() {
  const seen: string[] = [];
  let isHolding = false;
  const server = createServer((request, response) => {
    seen.push((request.url ?? '').slice(1));
    if (!isHolding) response.end('done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    address: `http://127.0.0.1:${port}`,
    holdReplies: () => {
      isHolding = true;
    },
  };
}
