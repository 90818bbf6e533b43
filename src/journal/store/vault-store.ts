/** A sealed credential as it is stored. Only what is needed to list and find it is readable. */
export interface VaultRecord {
  readonly owner: string;
  readonly vault: string;
  readonly id: string;
  readonly version: number;
  /** The key that `sealed` is sealed with. */
  readonly keyId: string;
  readonly hosts: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Base64url. */
  readonly sealed: string;
}

/** What is stored of the key that records are sealed with: how to get it, never the key. */
export interface VaultKey {
  readonly id: string;
  readonly kind: string;
  /** What its kind needs to get it, as JSON. */
  readonly parameters: string;
  /** A secret of the vault's own, sealed with the key. Base64url. */
  readonly wrapped: string;
  readonly createdAt: string;
}

export interface RecordName {
  readonly owner: string;
  readonly vault: string;
  readonly id: string;
}

export interface PutVaultRecord {
  readonly record: VaultRecord;
  /** The version that it replaces; absent: there must be none. */
  readonly replaces?: number;
}

/** `occupied`: another version is there than was said. `key-changed`: its key is not the vault's any more. */
export type PutAnswer = 'written' | 'occupied' | 'key-changed';

export interface RotateVaultKey {
  readonly from: string;
  readonly key: VaultKey;
  /** Every record of the old key. */
  readonly records: readonly ResealedRecord[];
}

/** A record sealed with a new key, and what it was sealed as before. */
export interface ResealedRecord {
  readonly record: VaultRecord;
  readonly was: string;
}

/** `changed`: the key or a record is another than was read; nothing was written. */
export type RotateAnswer = 'rotated' | 'changed';

export interface CodeStep extends RecordName {
  readonly step: number;
}

/**
 * Where sealed credentials are kept. It knows nothing of what is in them. Each method is one transaction, and
 * what it writes is on the disk before it answers.
 */
export interface VaultStore {
  vaultKey(): Promise<VaultKey | undefined>;
  /** Stores the first key. @returns the key that is there, which another process may have stored before. */
  beginVaultKey(key: VaultKey): Promise<VaultKey>;
  /** @param vault - every vault of the owner when absent. */
  vaultRecords(owner: string, vault?: string): Promise<readonly VaultRecord[]>;
  vaultRecord(name: RecordName): Promise<VaultRecord | undefined>;
  /** Records of every owner: those that a rotation has to seal anew. */
  allVaultRecords(): Promise<readonly VaultRecord[]>;
  putVaultRecord(request: PutVaultRecord): Promise<PutAnswer>;
  /** @returns whether it was there. */
  removeVaultRecord(name: RecordName): Promise<boolean>;
  /** Changes key and records together. */
  rotateVaultKey(request: RotateVaultKey): Promise<RotateAnswer>;
  /** Takes a step of an item's one-time codes. @returns false when that step or a later one was taken before. */
  claimCodeStep(step: CodeStep): Promise<boolean>;
}
