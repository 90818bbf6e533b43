import type { Kysely, Transaction } from 'kysely';
import type { JournalTables, VaultRecordTable } from './schema.ts';
import type {
  CodeStep,
  PutAnswer,
  PutVaultRecord,
  RecordName,
  RotateAnswer,
  RotateVaultKey,
  VaultKey,
  VaultRecord,
} from './vault-store.ts';

type Db = Kysely<JournalTables>;
type Write = Transaction<JournalTables>;

const ONLY_KEY = 1;

export async function readVaultKey(db: Db): Promise<VaultKey | undefined> {
  const row = await db.selectFrom('vault_key').selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.key_id,
    kind: row.kind,
    parameters: row.parameters,
    wrapped: row.wrapped,
    createdAt: row.created_at,
  };
}

export async function beginVaultKey(db: Write, key: VaultKey): Promise<VaultKey> {
  const present = await readVaultKey(db);
  if (present !== undefined) return present;
  await db.insertInto('vault_key').values(keyRow(key)).execute();
  return key;
}

export async function readVaultRecords(
  db: Db,
  owner?: string,
  vault?: string,
): Promise<readonly VaultRecord[]> {
  let query = db.selectFrom('vault_records').selectAll().orderBy('owner').orderBy('vault').orderBy('id');
  if (owner !== undefined) query = query.where('owner', '=', owner);
  if (vault !== undefined) query = query.where('vault', '=', vault);
  return (await query.execute()).map(recordOf);
}

export async function readVaultRecord(db: Db, name: RecordName): Promise<VaultRecord | undefined> {
  const row = await db
    .selectFrom('vault_records')
    .selectAll()
    .where('owner', '=', name.owner)
    .where('vault', '=', name.vault)
    .where('id', '=', name.id)
    .executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

export async function putVaultRecord(db: Write, { record, replaces }: PutVaultRecord): Promise<PutAnswer> {
  const key = await readVaultKey(db);
  if (key?.id !== record.keyId) return 'key-changed';
  const present = await readVaultRecord(db, record);
  if (present?.version !== replaces) return 'occupied';
  await removeVaultRecord(db, record);
  await db.insertInto('vault_records').values(rowOf(record)).execute();
  return 'written';
}

export async function removeVaultRecord(db: Write, name: RecordName): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('vault_records')
    .where('owner', '=', name.owner)
    .where('vault', '=', name.vault)
    .where('id', '=', name.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function rotateVaultKey(db: Write, request: RotateVaultKey): Promise<RotateAnswer> {
  const [key, present] = [await readVaultKey(db), await readVaultRecords(db)];
  const found = present.map(({ sealed }) => sealed);
  const read = request.records.map(({ was }) => was);
  if (key?.id !== request.from || found.sort().join() !== read.sort().join()) return 'changed';
  await db.updateTable('vault_key').set(keyRow(request.key)).where('id', '=', ONLY_KEY).execute();
  for (const { record } of request.records) {
    await db
      .updateTable('vault_records')
      .set({ key_id: record.keyId, sealed: record.sealed })
      .where('owner', '=', record.owner)
      .where('vault', '=', record.vault)
      .where('id', '=', record.id)
      .execute();
  }
  return 'rotated';
}

export async function claimCodeStep(db: Write, { owner, vault, id, step }: CodeStep): Promise<boolean> {
  const taken = await db
    .selectFrom('vault_code_steps')
    .select('step')
    .where('owner', '=', owner)
    .where('vault', '=', vault)
    .where('id', '=', id)
    .executeTakeFirst();
  if (taken !== undefined && taken.step >= step) return false;
  await db
    .insertInto('vault_code_steps')
    .values({ owner, vault, id, step })
    .onConflict((conflict) => conflict.columns(['owner', 'vault', 'id']).doUpdateSet({ step }))
    .execute();
  return true;
}

function keyRow({ id, kind, parameters, wrapped, createdAt }: VaultKey) {
  return { id: ONLY_KEY, key_id: id, kind, parameters, wrapped, created_at: createdAt };
}

function rowOf({ keyId, hosts, createdAt, updatedAt, ...same }: VaultRecord): VaultRecordTable {
  return {
    ...same,
    key_id: keyId,
    hosts: JSON.stringify(hosts),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function recordOf({ key_id, hosts, created_at, updated_at, ...same }: VaultRecordTable): VaultRecord {
  return { ...same, keyId: key_id, hosts: hostsOf(hosts), createdAt: created_at, updatedAt: updated_at };
}

/** What was altered from outside is no list of hosts: the seal refuses it when the record is opened. */
function hostsOf(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}
