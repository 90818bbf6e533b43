import type { VaultRecord, VaultStore } from '#journal/store/vault-store.ts';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import type { Credential, CredentialListing } from './credential.ts';
import { type CredentialContent, openRecord, sealRecord } from './credential-record.ts';
import { type CredentialSource, isCredentialId } from './credential-source.ts';
import type { VaultKeys } from './vault-keys.ts';

const MOST_TRIES = 5;

export interface BuiltInVaultSetup {
  readonly name: string;
  readonly owner: string;
  readonly store: VaultStore;
  readonly keys: VaultKeys;
  readonly clock?: Clock;
}

/** A vault of our own: sealed records in the database of the data folder. One that was never used is empty. */
export class BuiltInVault implements CredentialSource {
  readonly name: string;
  readonly #owner: string;
  readonly #store: VaultStore;
  readonly #keys: VaultKeys;
  readonly #clock: Clock;

  constructor({ name, owner, store, keys, clock = systemClock }: BuiltInVaultSetup) {
    this.name = name;
    this.#owner = owner;
    this.#store = store;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Needs no key. */
  async list(): Promise<readonly CredentialListing[]> {
    const records = await this.#store.vaultRecords(this.#owner, this.name);
    return records.map(({ id, vault, hosts, updatedAt }) => ({ id, vault, hosts, updatedAt }));
  }

  async find(id: string): Promise<Credential | undefined> {
    for (let tries = 1; ; tries += 1) {
      const record = await this.#record(id);
      if (record === undefined) return undefined;
      const key = await this.#keys.current();
      // Someone may have changed the key between the two reads.
      if (key.id === record.keyId || tries === MOST_TRIES) return openRecord(key, record);
    }
  }

  /**
   * Adds a credential, or with `replace` puts it in the place of the one of that id.
   *
   * @returns what is there now, without secrets.
   * @throws invalid_arguments when the id is in no valid form, or is taken and `replace` was not asked for.
   */
  async add(id: string, content: CredentialContent, { replace = false } = {}): Promise<CredentialListing> {
    if (!isCredentialId(id)) {
      throw fail('invalid_arguments', `${JSON.stringify(id)} cannot be the id of a credential.`, {
        remedy: 'Use up to 128 letters, digits or . _ @ + -, beginning with a letter or a digit.',
      });
    }
    for (let tries = 1; ; tries += 1) {
      const present = await this.#record(id);
      if (present !== undefined && !replace) throw this.#isThere(id);
      const record = sealRecord(await this.#keys.current(), this.#head(id, present), content);
      const answer = await this.#store.putVaultRecord(compact({ record, replaces: present?.version }));
      if (answer === 'written')
        return { id, vault: this.name, hosts: record.hosts, updatedAt: record.updatedAt };
      if (answer === 'occupied' && !replace) throw this.#isThere(id);
      if (tries === MOST_TRIES) throw fail('environment', 'Others keep changing the vault at the same time.');
    }
  }

  /** @returns whether it was there. */
  remove(id: string): Promise<boolean> {
    return this.#store.removeVaultRecord({ owner: this.#owner, vault: this.name, id });
  }

  #record(id: string): Promise<VaultRecord | undefined> {
    return this.#store.vaultRecord({ owner: this.#owner, vault: this.name, id });
  }

  #head(id: string, present: VaultRecord | undefined) {
    const updatedAt = this.#clock.now().toISOString();
    const createdAt = present?.createdAt ?? updatedAt;
    const version = (present?.version ?? 0) + 1;
    return { owner: this.#owner, vault: this.name, id, version, createdAt, updatedAt };
  }

  #isThere(id: string): Error {
    return fail('invalid_arguments', `Vault ${this.name} already has a credential ${JSON.stringify(id)}.`, {
      remedy: 'Give --replace to put the new one in its place, or choose another id.',
    });
  }
}
