import type { VaultStore } from '#journal/store/vault-store.ts';
import { fail } from '#kernel/errors.ts';
import { openRecord, sealRecord } from './credential-record.ts';
import type { KeyKind } from './key-kinds.ts';
import type { VaultKeys } from './vault-keys.ts';

/** What is done, in this order, when the key is changed. Whoever is stopped after any of them has lost nothing. */
export const ROTATION_STEPS = ['key-kept', 'records-sealed', 'committed', 'old-key-forgotten'] as const;
export type RotationStep = (typeof ROTATION_STEPS)[number];

export interface RotationOptions {
  /** Where the new key is kept; absent: where a first key would be. */
  readonly kind?: KeyKind;
  /** Told after each step. */
  readonly onStep?: (step: RotationStep) => void;
}

const MOST_TRIES = 5;

/**
 * Seals every record with a new key. The old key is kept until all of them are on the disk under the new one,
 * in one transaction.
 *
 * @returns how many records there are, and where the new key is kept.
 * @throws environment when a record does not open: then nothing is changed.
 */
export async function rotateKey(
  store: VaultStore,
  keys: VaultKeys,
  { kind, onStep = () => {} }: RotationOptions = {},
): Promise<{ readonly records: number; readonly kind: string }> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const old = await keys.current();
    const oldKey = await store.vaultKey();
    const present = await store.allVaultRecords();
    if (oldKey?.id !== old.id || present.some((record) => record.keyId !== old.id)) continue;
    const opened = present.map((record) => ({ record, credential: openRecord(old, record) }));
    const fresh = await keys.fresh(kind, old.fingerprintKey);
    onStep('key-kept');
    const records = opened.map(({ record, credential }) => ({
      record: sealRecord(fresh.open, headOf(record), credential),
      was: record.sealed,
    }));
    onStep('records-sealed');
    if ((await store.rotateVaultKey({ from: old.id, key: fresh.stored, records })) === 'rotated') {
      onStep('committed');
      await keys.forget(oldKey);
      onStep('old-key-forgotten');
      return { records: records.length, kind: fresh.stored.kind };
    }
    await keys.forget(fresh.stored);
  }
  throw fail('environment', 'Others keep changing the vault at the same time.', {
    remedy: 'Call again when nobody adds credentials.',
  });
}

function headOf({ owner, vault, id, version, createdAt, updatedAt }: Parameters<typeof openRecord>[1]) {
  return { owner, vault, id, version, createdAt, updatedAt };
}
