import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { CHAIN_START, hashRecord } from '#journal/chain.ts';
import type { JournalStore } from '#journal/store/journal-store.ts';
import { openSqliteStore } from '#journal/store/sqlite-store.ts';
import { verifyChain } from '#journal/verify-chain.ts';
import { proves } from '../spec/proves.ts';
import { CONTRACT_KEY, stamped } from './store-contract.ts';
import { freshFolder } from './support/data-folder.ts';

const TAMPERINGS: readonly (readonly [title: string, sql: string, faults: readonly object[]])[] = [
  [
    'an edited body',
    `update events set body = '{"turn":9}' where session = 's' and seq = 3`,
    [{ kind: 'edited', seq: 3 }],
  ],
  [
    'white space in a body',
    `update events set body = body || ' ' where session = 's' and seq = 3`,
    [{ kind: 'edited', seq: 3 }],
  ],
  [
    'a body that is not JSON',
    `update events set body = '{' where session = 's' and seq = 3`,
    [
      { kind: 'edited', seq: 3 },
      { kind: 'edited', seq: 4 },
    ],
  ],
  [
    'an edited column',
    `update events set rule = 'allow-all' where session = 's' and seq = 1`,
    [{ kind: 'edited', seq: 1 }],
  ],
  ['a deleted row', `delete from events where session = 's' and seq = 3`, [{ kind: 'missing', seq: 3 }]],
  [
    'a deleted first row',
    `delete from events where session = 's' and seq = 1`,
    [{ kind: 'missing', seq: 1 }],
  ],
  ['a cut tail', `delete from events where session = 's' and seq > 4`, [{ kind: 'cut_tail', seq: 5 }]],
  ['all rows deleted', `delete from events where session = 's'`, [{ kind: 'cut_tail', seq: 1 }]],
  [
    'a cut tail and a head moved back',
    `delete from events where session = 's' and seq > 4;
     update chain_heads set seq = 4, hash = (select hash from events where session = 's' and seq = 4) where session = 's'`,
    [{ kind: 'bad_head' }],
  ],
  [
    'swapped rows',
    `update events set seq = -1 where session = 's' and seq = 2;
     update events set seq = 2 where session = 's' and seq = 3;
     update events set seq = 3 where session = 's' and seq = -1`,
    [
      { kind: 'edited', seq: 2 },
      { kind: 'edited', seq: 3 },
      { kind: 'edited', seq: 4 },
    ],
  ],
  [
    'a head of another session',
    `update chain_heads set seq = 9 where session = 't'`,
    [{ kind: 'bad_head', session: 't' }],
  ],
  [
    'a head deleted',
    `delete from chain_heads where session = 't'`,
    [{ kind: 'missing_session' }, { kind: 'bad_head', session: 't' }],
  ],
  [
    'a whole session deleted',
    `delete from chain_heads where session = 't'; delete from events where session = 't'`,
    [{ kind: 'missing_session' }],
  ],
  [
    'a whole session deleted and the count lowered',
    `delete from chain_heads where session = 't'; delete from events where session = 't'; update chain_count set sessions = 1`,
    [{ kind: 'bad_head' }],
  ],
];

for (const [title, statements, faults] of TAMPERINGS) {
  proves('R5', `the check sees ${title}`, async () => {
    const { store, tamper } = await journalOfSix();
    expect(await verifyChain(store)).toEqual([]);
    tamper(statements);
    expect(await verifyChain(store)).toMatchObject(faults.map((fault) => fault));
    await store.close();
  });
}

proves(
  'R5',
  'the check sees a row that was edited and hashed anew, and a chain hashed anew to its end',
  async () => {
    const { store, tamper } = await journalOfSix();
    const rows = await store.chainRows('s', 0, 10);
    let previousHash = CHAIN_START;
    let statements = '';
    for (const { record } of rows) {
      if (record === undefined) throw new Error('a record could not be read');
      const body = record.seq === 3 ? { turn: 9 } : record.body;
      const hash = hashRecord({ ...record, body, previousHash });
      const values = `body = '${JSON.stringify(body)}', previous_hash = '${previousHash}', hash = '${hash}'`;
      statements += `update events set ${values} where session = 's' and seq = ${record.seq};`;
      previousHash = hash;
      if (record.seq !== 3) continue;
      tamper(statements);
      expect(await verifyChain(store, 's')).toMatchObject([{ kind: 'edited', seq: 4 }]);
    }
    tamper(statements);
    expect(await verifyChain(store, 's')).toMatchObject([{ kind: 'bad_head', seq: 6 }]);
    await store.close();
  },
);

test('with another key no head is trusted', async () => {
  const { store, dataFolder } = await journalOfSix();
  const stranger = await openSqliteStore({ dataFolder, key: new Uint8Array(32) });
  const kinds = (await verifyChain(stranger)).map((fault) => fault.kind);
  expect(kinds).toEqual(['bad_head', 'bad_head', 'bad_head']);
  await store.close();
  await stranger.close();
});

test('a head that was changed from outside is not signed anew by the next write', async () => {
  const { store, tamper } = await journalOfSix();
  const append = (session: string) =>
    store.append({ events: [stamped({ session, kind: 'dialog' })], durability: 'normal' });
  tamper(`delete from events where session = 's' and seq > 4;
    update chain_heads set seq = 4, hash = (select hash from events where session = 's' and seq = 4) where session = 's';
    delete from chain_heads where session = 't'; delete from events where session = 't'; update chain_count set sessions = 1`);
  for (const session of ['s', 't']) {
    await expect(append(session)).rejects.toMatchObject({ code: 'environment', facts: { session } });
  }
  expect((await verifyChain(store)).map((fault) => fault.kind)).toEqual(['bad_head', 'bad_head']);
  await store.close();
});

/** Six records in session `s`, two in `t`, and a way to change the database behind the store's back. */
async function journalOfSix() {
  const dataFolder = freshFolder();
  const store: JournalStore = await openSqliteStore({ dataFolder, key: CONTRACT_KEY });
  for (const [session, count] of [
    ['s', 6],
    ['t', 2],
  ] as const) {
    const events = Array.from({ length: count }, (_, turn) =>
      stamped({ session, kind: 'dialog', body: { turn }, rule: 'hold' }, turn),
    );
    await store.append({ events, durability: 'normal' });
  }
  function tamper(statements: string): void {
    const database = new Database(join(dataFolder, 'portolan.db'));
    database.exec(statements);
    database.close();
  }
  return { store, dataFolder, tamper };
}
