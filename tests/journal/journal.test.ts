import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalEvent } from '#journal/event.ts';
import { Journal } from '#journal/journal.ts';
import { JournalLog } from '#journal/read-log.ts';
import { proves } from '../spec/proves.ts';
import { freshFolder } from './support/data-folder.ts';
import { CANARY, redactorWithCanary } from './support/plain-redactor.ts';

function open(dataDir: string, options: Partial<Parameters<typeof Journal.open>[0]> = {}) {
  return Journal.open({ dataDir, redactor: redactorWithCanary(), ...options });
}

async function recordsOf(journal: Journal, filter = {}) {
  const records = [];
  for await (const record of journal.log.read(filter)) records.push(record);
  return records;
}

const click = { session: 's', operation: 'click', operationId: 'op-1', effect: 'activate' };

test('events are written in the order in which they were handed in, batched ones too', async () => {
  await using journal = await open(freshFolder());
  const kinds = ['operation-read', 'egress-refused', 'dialog', 'operation-read', 'approval-asked'] as const;
  await Promise.all(kinds.map((kind) => journal.append({ session: 's', kind })));
  await journal.append({ session: 's', kind: 'operation-read' });
  await journal.intent(click);
  await journal.append({ session: 's', kind: 'operation-read' });
  await journal.outcome({ ...click, dispatch: 'sent', outcome: 'none', durationMs: 12.345 });
  await journal.append({ session: 's', kind: 'operation-read' });
  await journal.flush();
  const records = (await recordsOf(journal)).sort((first, second) => first.seq - second.seq);
  expect(records.map((record) => record.kind)).toEqual([
    ...kinds,
    'operation-read',
    'operation-intent',
    'operation-read',
    'operation-outcome',
    'operation-read',
  ]);
  expect(records[8]).toMatchObject({ durationMs: 12.3, outcome: 'none', version: 1 });
});

test('reads that wait are written when the journal is closed', async () => {
  const dataDir = freshFolder();
  const journal = await open(dataDir);
  await journal.append({ session: 's', kind: 'operation-read' });
  await journal.close();
  await journal.close();
  await expect(journal.append({ session: 's', kind: 'dialog' })).rejects.toMatchObject({
    code: 'environment',
  });
  await using log = await JournalLog.open(dataDir);
  expect((await log.read().next()).value).toMatchObject({ kind: 'operation-read', seq: 1 });
});

test('an operation id is begun once', async () => {
  await using journal = await open(freshFolder());
  await journal.intent(click);
  await expect(journal.intent(click)).rejects.toMatchObject({ code: 'duplicate_operation' });
  await expect(journal.intent({ ...click, body: { other: 1 } })).rejects.toMatchObject({
    code: 'duplicate_operation',
  });
  expect(await recordsOf(journal)).toHaveLength(1);
});

proves(
  'R4',
  'two hundred parallel duplicates in one process have one effect and equal receipts',
  async () => {
    await using journal = await open(freshFolder());
    let effects = 0;
    const ask = (turn: number, argument = 1, owner = 'one') =>
      journal.receipts.once(
        { ...click, operationId: `op-${turn}` },
        { owner, key: 'k', arguments: { argument } },
        async () => {
          effects += 1;
          await new Promise((resolve) => setTimeout(resolve, 30));
          return { dispatch: 'sent', outcome: 'changed', body: { total: 12 } };
        },
      );
    const receipts = await Promise.all(Array.from({ length: 200 }, (_, turn) => ask(turn)));
    expect(effects).toBe(1);
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
    expect(receipts[0]).toMatchObject({ state: 'settled', outcome: { body: { total: 12 } } });
    await expect(ask(201, 2)).rejects.toMatchObject({ code: 'duplicate_operation' });
    expect(effects).toBe(1);
    // The key of another caller is another key.
    expect(await ask(202, 2, 'two')).toMatchObject({ operationId: 'op-202' });
    expect(effects).toBe(2);
  },
);

test('an operation that throws is recorded as unknown, told to its caller, and not run again', async () => {
  await using journal = await open(freshFolder());
  const request = { owner: 'one', key: 'k', arguments: {} };
  await expect(
    journal.receipts.once(click, request, () => Promise.reject(new Error('the page went away'))),
  ).rejects.toThrow('the page went away');
  const again = await journal.receipts.once({ ...click, operationId: 'op-2' }, request, () => {
    throw new Error('it ran again');
  });
  expect(again).toMatchObject({ operationId: 'op-1', outcome: { outcome: 'unknown', dispatch: 'unknown' } });
});

proves(
  'V1',
  'a live secret is in no file of the data folder, in whatever field it was handed in',
  async () => {
    const dataDir = freshFolder();
    const journal = await open(dataDir);
    const event: JournalEvent = {
      session: `s-${CANARY}`,
      kind: 'decision',
      operation: CANARY,
      operationId: `op-${CANARY}`,
      effect: CANARY,
      origin: `https://a.example/?q=${CANARY}`,
      rule: CANARY,
      outcome: CANARY,
      body: { [CANARY]: [{ deep: `x${CANARY}x` }], encoded: Buffer.from(CANARY).toString('base64') },
    };
    await journal.append(event);
    const request = { owner: CANARY, key: CANARY, arguments: { value: CANARY } };
    await journal.receipts.once(click, request, async () => ({
      outcome: 'changed',
      body: { value: CANARY },
    }));
    const artifact = { session: 's', kind: 'snapshot', mediaType: 'text/plain', name: CANARY } as const;
    await journal.artifacts.put(`text with ${CANARY}`, artifact);
    const lines = [];
    for await (const line of journal.log.lines()) lines.push(line);
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toContain('«secret:canary»');
    const forms = [CANARY, Buffer.from(CANARY).toString('base64'), Buffer.from(CANARY).toString('hex')];
    const check = () => {
      const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
        join(dataDir, name),
      );
      for (const file of files.filter((path) => statSync(path).isFile())) {
        for (const form of forms) expect(readFileSync(file).includes(form), `${form} in ${file}`).toBe(false);
      }
      return files.length;
    };
    expect(check()).toBeGreaterThan(5);
    await journal.close();
    check();
  },
);

test('text that a column cannot hold is replaced before it is hashed', async () => {
  await using journal = await open(freshFolder());
  await journal.append({
    session: 's',
    kind: 'dialog',
    origin: 'a\0b',
    body: { lone: '\ud800', pair: '😀', nothing: Number.NaN },
  });
  const [record] = await recordsOf(journal);
  expect(record).toMatchObject({ origin: 'a\ufffdb', body: { lone: '\ufffd', pair: '😀', nothing: null } });
  expect(await journal.log.verify()).toEqual({ faults: [], integrityFaults: [] });
});

test('the log reads across pages, the newest so many, and as lines that hash to what they say', async () => {
  await using journal = await open(freshFolder(), { clock: stepping() });
  for (let turn = 0; turn < 1_203; turn += 1) {
    await journal.append({ session: `s${turn % 2}`, kind: 'operation-read', body: { turn } });
  }
  await journal.flush();
  const turns = async (limit?: number) =>
    (await recordsOf(journal, limit === undefined ? {} : { limit })).map((record) => record.body['turn']);
  const all = Array.from({ length: 1_203 }, (_, turn) => turn);
  expect(await turns()).toEqual(all);
  expect(await turns(3)).toEqual(all.slice(-3));
  expect(await turns(700)).toEqual(all.slice(-700));
  expect(await turns(5_000)).toEqual(all);
  const first = await journal.log.lines({ session: 's0', limit: 1 }).next();
  expect(JSON.parse(String(first.value))).toMatchObject({ session: 's0', body: { turn: 1_202 } });
});

test('a folder without a journal is said to have none, and none is made', async () => {
  const dataDir = freshFolder();
  await expect(JournalLog.open(dataDir)).rejects.toMatchObject({ code: 'environment' });
  expect(readdirSync(dataDir)).toEqual([]);
});

test('folder and key are made once, for their owner only, and a wrong key file is refused', async () => {
  const dataDir = join(freshFolder(), 'deep', 'data');
  const journals = await Promise.all(Array.from({ length: 8 }, () => open(dataDir)));
  await Promise.all(journals.map((journal) => journal.ready()));
  await Promise.all(journals.map((journal) => journal.append({ session: 's', kind: 'dialog' })));
  expect((await journals[0]?.log.verify())?.faults).toEqual([]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'journal.key'))).toMatchObject({ size: 32, mode: 0o100600 });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('journal.key'))).toEqual(['journal.key']);
  await Promise.all(journals.map((journal) => journal.close()));
  writeFileSync(join(dataDir, 'journal.key'), 'short');
  await expect(open(dataDir)).rejects.toMatchObject({ code: 'environment' });
  expect(existsSync(join(dataDir, 'portolan.db'))).toBe(true);
});

/** A clock that goes on by a millisecond each time it is looked at. */
function stepping() {
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  return { now: () => new Date(nowMs++) };
}
