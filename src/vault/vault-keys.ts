import { randomBytes } from 'node:crypto';
import type { VaultKey, VaultStore } from '#journal/store/vault-store.ts';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { forgetKey, type KeyKind, type KeyPlace, makeKey, readKey } from './key-kinds.ts';
import { deriveKey, KEY_BYTES, seal, unseal } from './seal.ts';

/** The vault's key, opened. */
export interface OpenKey {
  readonly id: string;
  readonly recordKey: Buffer;
  /** For fingerprints; the same whatever the vault's key is. */
  readonly fingerprintKey: Buffer;
}

/** A key that is kept but not yet the vault's. */
export interface FreshKey {
  readonly stored: VaultKey;
  readonly open: OpenKey;
}

/** Gets the key that the records are sealed with, and makes it when there is none. */
export class VaultKeys {
  readonly #store: VaultStore;
  readonly #place: KeyPlace;
  readonly #kind: KeyKind | undefined;
  readonly #clock: Clock;
  #open: Promise<OpenKey> | undefined;

  /** @param kind - where a first key is kept; absent: the keychain if it works, else a file. */
  constructor(store: VaultStore, place: KeyPlace, kind?: KeyKind, clock: Clock = systemClock) {
    this.#store = store;
    this.#place = place;
    this.#kind = kind;
    this.#clock = clock;
  }

  /** @throws environment when the key cannot be got or is the wrong one. */
  async current(): Promise<OpenKey> {
    const stored = (await this.#store.vaultKey()) ?? (await this.#begin());
    const open = await this.#open?.catch(() => undefined);
    if (open?.id === stored.id) return open;
    this.#open = this.#read(stored);
    return this.#open;
  }

  /** Makes a key beside the one there is. The caller stores it, or forgets it. */
  async fresh(kind: KeyKind | undefined, fingerprintKey: Buffer): Promise<FreshKey> {
    const id = newId('vk');
    const made = await makeKey(this.#place, id, kind);
    const stored: VaultKey = {
      id,
      kind: made.kind,
      parameters: made.parameters,
      wrapped: seal(deriveKey(made.key, 'wrap'), fingerprintKey.toString('base64url'), { key: id }),
      createdAt: this.#clock.now().toISOString(),
    };
    return { stored, open: { id, recordKey: deriveKey(made.key, 'records'), fingerprintKey } };
  }

  async forget({ id, kind }: Pick<VaultKey, 'id' | 'kind'>): Promise<void> {
    await forgetKey(this.#place, id, kind);
  }

  async #begin(): Promise<VaultKey> {
    const { stored } = await this.fresh(this.#kind, randomBytes(KEY_BYTES));
    const present = await this.#store.beginVaultKey(stored);
    if (present.id !== stored.id) await this.forget(stored);
    return present;
  }

  async #read({ id, kind, parameters, wrapped }: VaultKey): Promise<OpenKey> {
    const key = await readKey(this.#place, id, kind, parameters);
    const fingerprintKey = unseal(deriveKey(key, 'wrap'), wrapped, { key: id });
    if (fingerprintKey === undefined) {
      throw fail('environment', `The ${WORDS[kind] ?? 'key'} does not open the vault.`, {
        remedy:
          'Give the right one; if it is lost, the credentials have to be added anew in another data folder.',
      });
    }
    return {
      id,
      recordKey: deriveKey(key, 'records'),
      fingerprintKey: Buffer.from(fingerprintKey, 'base64url'),
    };
  }
}

const WORDS: Readonly<Record<string, string>> = {
  passphrase: 'passphrase',
  file: 'key file',
  keychain: 'key in the keychain',
};
