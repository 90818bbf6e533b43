import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { connectSqlite } from '#journal/store/sqlite-connection.ts';
import { openSqliteStore } from '#journal/store/sqlite-store.ts';
import { proves } from '../spec/proves.ts';
import { CONTRACT_KEY, describeStore, stamped } from './store-contract.ts';
import { freshFolder } from './support/data-folder.ts';

const key = CONTRACT_KEY;
const event = stamped({ session: 's', kind: 'dialog', body: { filler: 'x'.repeat(3_000) } });
const append = { events: [event], durability: 'full' as const };

describeStore('SQLite', async () => {
  const dataFolder = freshFolder();
  const open = () => openSqliteStore({ dataFolder, key });
  return [await open(), await open()];
});

proves('R14', 'a write waits for the disk exactly when it is said to be full', async () => {
  const connection = connectSqlite({ dataFolder: freshFolder(), busyTimeoutMs: 1_000 });
  const database = (await connection.db.executeQuery(raw('pragma journal_mode'))).rows;
  expect(database).toEqual([{ journal_mode: 'wal' }]);
  for (const [durability, level] of [
    ['full', 2],
    ['normal', 1],
    ['full', 2],
  ] as const) {
    const rows = await connection.write(durability, async (transaction) => {
      return (await transaction.executeQuery(raw('pragma synchronous'))).rows;
    });
    expect(rows).toEqual([{ synchronous: level }]);
  }
  await connection.close();
});

test('the database and its side files are for their owner only', async () => {
  const dataFolder = freshFolder();
  const store = await openSqliteStore({ dataFolder, key });
  await store.append(append);
  for (const name of ['portolan.db', 'portolan.db-wal', 'portolan.db-shm']) {
    expect(statSync(join(dataFolder, name)).mode & 0o777, name).toBe(0o600);
  }
  await store.close();
});

proves(
  'R14',
  'a full disk is refused with the fix, nothing is half written, and it goes on when there is room',
  async () => {
    const dataFolder = freshFolder();
    const small = await openSqliteStore({ dataFolder, key, maxPages: 40 });
    let written = 0;
    const failure: unknown = await (async () => {
      for (;;) {
        await small.append(append);
        written += 1;
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'environment',
      facts: { folder: dataFolder, reason: 'SQLITE_FULL' },
    });
    expect(String(failure)).toContain('the disk is full');
    expect(await small.records({})).toHaveLength(written);
    // A refused write leaves nothing behind that stops a smaller one.
    await expect(small.append(append)).rejects.toMatchObject({ code: 'environment' });
    await small.probe(event.at);
    await small.close();
    const store = await openSqliteStore({ dataFolder, key });
    await store.append(append);
    expect((await store.records({})).map((record) => record.seq).at(-1)).toBe(written + 1);
    expect(await store.integrityFaults()).toEqual([]);
    await store.close();
  },
);

proves(
  'R14',
  'a database that another process holds is refused as locked after the busy timeout',
  async () => {
    const dataFolder = freshFolder();
    const store = await openSqliteStore({ dataFolder, key, busyTimeoutMs: 50 });
    const holder = new Database(join(dataFolder, 'portolan.db'));
    holder.exec('begin immediate');
    await expect(store.append(append)).rejects.toMatchObject({
      code: 'environment',
      message: expect.stringContaining('another process has it locked'),
    });
    holder.exec('rollback');
    holder.close();
    await store.append(append);
    expect(await store.records({})).toHaveLength(1);
    await store.close();
  },
);

test('a file that is no database, and one of a newer version, are refused by what they are', async () => {
  const damaged = freshFolder();
  writeFileSync(join(damaged, 'portolan.db'), 'not a database '.repeat(400));
  await expect(openSqliteStore({ dataFolder: damaged, key })).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringContaining('the file is not a database'),
  });
  const newer = freshFolder();
  await (await openSqliteStore({ dataFolder: newer, key })).close();
  const database = new Database(join(newer, 'portolan.db'));
  database.exec('update schema_version set version = 99');
  database.close();
  await expect(openSqliteStore({ dataFolder: newer, key })).rejects.toMatchObject({
    code: 'environment',
    facts: { found: 99 },
  });
});

function raw(text: string) {
  return CompiledQuery.raw(text);
}
