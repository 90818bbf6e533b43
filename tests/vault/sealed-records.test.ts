import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { openRecord, sealRecord } from '#vault/credential-record.ts';
import { ROTATION_STEPS, rotateKey } from '#vault/rotate-key.ts';
import { proves } from '../spec/proves.ts';
import { IS_FULL_RUN } from '../support/samples.ts';
import { content, freshFolder, openLab, PASSWORD } from './support/lab.ts';

const PROGRAMS = join(PACKAGE_ROOT, 'node_modules', '.cache', `portolan-vault-${process.pid}`);
/** Processes start slowly on a busy machine. */
const PROCESSES_MS = 90_000;

beforeAll(async () => {
  mkdirSync(PROGRAMS, { recursive: true });
  await build({
    entryPoints: {
      rotate: join(PACKAGE_ROOT, 'tests/vault/support/rotate.program.ts'),
      'store-worker': join(PACKAGE_ROOT, 'src/journal/store/store-worker.ts'),
    },
    outdir: PROGRAMS,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    conditions: ['@portolan/source'],
    logLevel: 'error',
  });
}, PROCESSES_MS);
afterAll(() => rmSync(PROGRAMS, { recursive: true, force: true }));

async function oneRecord() {
  const lab = await openLab();
  await lab.builtIn('default').add('telepass.com', content());
  const name = { owner: 'local', vault: 'default', id: 'telepass.com' };
  const record = await lab.journal.vault.vaultRecord(name);
  if (record === undefined) throw new Error('It was not stored.');
  return { ...lab, record, key: await lab.keys.current() };
}

proves('V11', 'what is stored opens to what was given, and shows only names, hosts and times', async () => {
  const { builtIn, folder, record, journal } = await oneRecord();
  const found = await builtIn('default').find('telepass.com');
  expect(found).toMatchObject({ id: 'telepass.com', username: 'mario', hosts: ['telepass.com'], version: 1 });
  expect(found?.password?.reveal()).toBe(PASSWORD);
  expect(Object.keys(record).sort()).toEqual(
    ['createdAt', 'hosts', 'id', 'keyId', 'owner', 'sealed', 'updatedAt', 'vault', 'version'].sort(),
  );
  await journal.close();
  for (const name of readdirSync(folder).filter((each) => each.startsWith('portolan.db'))) {
    const bytes = readFileSync(join(folder, name));
    for (const secret of [PASSWORD, 'mario', Buffer.from(PASSWORD).toString('base64').slice(0, 12)]) {
      expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false);
    }
  }
});

proves('V11', 'a record with any one bit changed is refused, whatever the column', async () => {
  const { record, key } = await oneRecord();
  expect(openRecord(key, record).password?.reveal()).toBe(PASSWORD);
  let tried = 0;
  for (const column of ['owner', 'vault', 'id', 'keyId', 'createdAt', 'updatedAt', 'sealed'] as const) {
    const bytes = Buffer.from(record[column]);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ (1 << (at % 7));
      const altered = { ...record, [column]: changed.toString('latin1') };
      expect(() => openRecord(key, altered), `${column} ${at}`).toThrow(/its seal does not hold/);
      tried += 1;
    }
  }
  const sealed = Buffer.from(record.sealed, 'base64url');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const altered = { ...record, sealed: changed.toString('base64url') };
    expect(() => openRecord(key, altered), `bit ${bit}`).toThrow(/its seal does not hold/);
  }
  for (const altered of [
    { ...record, version: 2 },
    { ...record, hosts: ['evil.example'] },
    { ...record, hosts: [] },
    { ...record, sealed: `${record.sealed}=` },
    { ...record, sealed: '' },
  ]) {
    expect(() => openRecord(key, altered)).toThrow(/its seal does not hold/);
  }
  expect(tried).toBeGreaterThan(400);
});

proves(
  'V11',
  'of two records that differ in one name only neither opens with the seal of the other',
  async () => {
    const { record, key } = await oneRecord();
    for (const other of [{ id: 'other.com' }, { owner: 'another' }, { vault: 'work' }, { version: 2 }]) {
      const twin = sealRecord(key, { ...record, ...other }, content('another'));
      expect(openRecord(key, twin).password?.reveal()).toBe('another');
      expect(() => openRecord(key, { ...record, sealed: twin.sealed })).toThrow(/its seal does not hold/);
      expect(() => openRecord(key, { ...twin, sealed: record.sealed })).toThrow(/its seal does not hold/);
    }
  },
);

proves('V11', 'two seals of one text differ, and their length tells no length of the password', async () => {
  const { record, key } = await oneRecord();
  const lengths = ['a', 'a much longer one than that, of fifty characters!!'].map(
    (password) => sealRecord(key, record, content(password)).sealed.length,
  );
  expect(new Set([...lengths, record.sealed.length]).size).toBe(1);
  expect(sealRecord(key, record, content()).sealed).not.toBe(sealRecord(key, record, content()).sealed);
});

proves('V11', 'another key, a damaged key file and one that others can read are refused', async () => {
  const { folder, builtIn, journal } = await oneRecord();
  const keyFolder = join(folder, 'vault-keys');
  const [name = ''] = readdirSync(keyFolder);
  const file = join(keyFolder, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(keyFolder).mode & 0o777).toBe(0o700);
  const again = async () => (await openLab(folder)).builtIn('default').find('telepass.com');
  const good = readFileSync(file);

  for (const [bytes, message] of [
    [Buffer.alloc(32, 7), /key file does not open the vault/],
    [good.subarray(1), /is not a key of a vault/],
  ] as const) {
    rewrite(file, bytes);
    await expect(again()).rejects.toMatchObject({
      code: 'environment',
      message: expect.stringMatching(message),
    });
  }
  rewrite(file, good);
  chmodSync(file, 0o640);
  await expect(again()).rejects.toThrow(/can be read by others/);
  rmSync(file);
  await expect(again()).rejects.toThrow(/cannot be read: ENOENT/);
  // A key that is gone is never replaced by a new one beside records that need the old one.
  expect(readdirSync(keyFolder)).toEqual([]);
  expect((await builtIn('default').list()).map(({ id }) => id)).toEqual(['telepass.com']);
  await journal.close();
});

proves(
  'V11',
  'a passphrase opens the vault, a wrong one does not, and a cheap one is not taken',
  async () => {
    const folder = freshFolder();
    const ask = (answer: string) => ({ askPassphrase: async () => answer, keyKind: 'passphrase' as const });
    const lab = await openLab(folder, ask('correct horse battery'));
    await lab.builtIn('default').add('telepass.com', content());
    const stored = await lab.journal.vault.vaultKey();
    expect(stored).toMatchObject({ kind: 'passphrase' });
    expect(JSON.parse(stored?.parameters ?? '')).toMatchObject({ cost: 2 ** 17, blockSize: 8 });
    const open = async (answer: string) =>
      (await openLab(folder, ask(answer))).builtIn('default').find('telepass.com');
    expect((await open('correct horse battery'))?.password?.reveal()).toBe(PASSWORD);
    await expect(open('correct horse batterx')).rejects.toThrow(/passphrase does not open the vault/);
    const nobody = await openLab(folder);
    await expect(nobody.builtIn('default').find('telepass.com')).rejects.toThrow(/nobody can be asked/);
    const cheap = await openLab(freshFolder(), ask('short'));
    await expect(cheap.builtIn('default').add('a', content())).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  },
);

describe('a change of the key', () => {
  proves('V11', 'seals everything anew, forgets the old key and changes no fingerprint', async () => {
    const { builtIn, journal, keys, folder, record } = await oneRecord();
    await (await openLab(folder, { owner: 'another' })).builtIn('work').add('x', content('other'));
    const before = await builtIn('default').find('telepass.com');
    expect(await rotateKey(journal.vault, keys, { kind: 'file' })).toEqual({ records: 2, kind: 'file' });
    const after = await builtIn('default').find('telepass.com');
    expect(after?.password?.reveal()).toBe(PASSWORD);
    expect(after?.fingerprint).toBe(before?.fingerprint);
    const other = await (await openLab(folder, { owner: 'another' })).builtIn('work').find('x');
    expect(other?.password?.reveal()).toBe('other');
    const [now] = await journal.vault.allVaultRecords();
    expect(now?.keyId).not.toBe(record.keyId);
    expect(readdirSync(join(folder, 'vault-keys'))).toHaveLength(1);
    await builtIn('default').add('telepass.com', content('changed'), { replace: true });
    expect((await builtIn('default').find('telepass.com'))?.fingerprint).not.toBe(before?.fingerprint);
  });

  proves('V11', 'does nothing when a record does not open', async () => {
    const { journal, keys, folder, record } = await oneRecord();
    await journal.flush();
    const database = new Database(join(folder, 'portolan.db'));
    database.prepare('update vault_records set hosts = ?').run('["evil.example"]');
    database.close();
    await expect(rotateKey(journal.vault, keys)).rejects.toThrow(/its seal does not hold/);
    expect((await journal.vault.vaultKey())?.id).toBe(record.keyId);
    expect(readdirSync(join(folder, 'vault-keys'))).toHaveLength(1);
  });

  proves(
    'V11',
    'is killed after any of its steps and at any moment, and every record still opens',
    async () => {
      const folder = freshFolder();
      const first = await openLab(folder);
      for (let at = 0; at < 20; at += 1)
        await first.builtIn('default').add(`item-${at}`, content(`secret ${at}`));
      await first.journal.close();
      const moments = [...ROTATION_STEPS, 40, ...(IS_FULL_RUN ? [5, 20, 60, 90, 150] : [])];
      for (const moment of moments) {
        const dieAfter = typeof moment === 'string' ? moment : undefined;
        const child = spawn(
          process.execPath,
          [join(PROGRAMS, 'rotate.js'), JSON.stringify({ dataDir: folder, dieAfter })],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        const ended = new Promise<string | null>((resolve) =>
          child.once('exit', (_, signal) => resolve(signal)),
        );
        if (typeof moment === 'number') {
          await new Promise((resolve) => child.stdout.once('data', resolve));
          await new Promise((resolve) => setTimeout(resolve, moment));
          child.kill('SIGKILL');
        }
        expect(await ended, String(moment)).toBe('SIGKILL');
        const lab = await openLab(folder);
        for (let at = 0; at < 20; at += 1) {
          const found = await lab.builtIn('default').find(`item-${at}`);
          expect(found?.password?.reveal(), `${moment}, item ${at}`).toBe(`secret ${at}`);
        }
        await lab.journal.close();
      }
    },
    PROCESSES_MS,
  );

  test('and others that add at the same time lose nothing', async () => {
    const { folder, journal, keys, builtIn } = await oneRecord();
    const other = await openLab(folder);
    const adds = Array.from({ length: 8 }, (_, at) =>
      other.builtIn('default').add(`b-${at}`, content(`p ${at}`)),
    );
    await Promise.all([
      ...adds,
      rotateKey(journal.vault, keys),
      rotateKey(journal.vault, keys).catch(() => {}),
    ]);
    for (let at = 0; at < 8; at += 1) {
      expect((await builtIn('default').find(`b-${at}`))?.password?.reveal()).toBe(`p ${at}`);
    }
  });
});

function rewrite(file: string, bytes: Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, bytes, { mode: 0o600 });
}
