import { Journal } from '#journal/journal.ts';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import { fail as notFound } from '#snapshot/errors.ts';
import type { BuiltInVault } from '#vault/built-in-vault.ts';
import type { CredentialListing } from '#vault/credential.ts';
import { type AskPassphrase, KEY_KINDS, type KeyKind } from '#vault/key-kinds.ts';
import { type OpenVaults, openVaults, type VaultsOptions } from '#vault/open-vaults.ts';
import { parseBinding } from '#vault/parse-binding.ts';
import { parseTotp } from '#vault/parse-totp.ts';
import { rotateKey } from '#vault/rotate-key.ts';
import { Secret } from '#vault/secret.ts';
import { isOwnVault } from '#vault/vault-name.ts';

export const VAULT_KEY_KINDS = KEY_KINDS;

export interface DeskOptions {
  readonly dataDir: string;
  readonly keyKind?: KeyKind;
  readonly askPassphrase?: AskPassphrase;
}

/** A credential as a person gives it. */
export interface GivenCredential {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly allowHttp: boolean;
  readonly allowWildcards: boolean;
  readonly username?: string;
  readonly password?: string;
  /** An `otpauth://` address or a base32 secret. */
  readonly totp?: string;
}

/**
 * Where whoever owns the vaults of a data folder adds, lists and removes credentials. It starts no browser, and
 * gives no secret back.
 */
export class CredentialDesk {
  readonly #journal: Journal;
  readonly #open: OpenVaults;

  private constructor(journal: Journal, open: OpenVaults) {
    this.#journal = journal;
    this.#open = open;
  }

  /** @throws environment when the data folder cannot be used. */
  static async open({ dataDir, keyKind, askPassphrase }: DeskOptions): Promise<CredentialDesk> {
    const journal = await Journal.open({ dataDir, redactor: new SecretRedactor() });
    const { vault: store, dataFolder } = journal;
    const open = openVaults(
      compact<VaultsOptions>({
        store,
        dataFolder,
        keyKind,
        askPassphrase,
        owner: undefined,
        clock: undefined,
      }),
    );
    return new CredentialDesk(journal, open);
  }

  /** @throws invalid_arguments when it cannot be one, or is there and `replace` was not asked for. */
  async add(vault: string, given: GivenCredential, replace: boolean): Promise<CredentialListing> {
    const { id, hosts, origins, allowHttp, allowWildcards, username, password, totp } = given;
    const content = compact({
      ...parseBinding({ hosts, origins, allowHttp, allowWildcards }),
      username,
      password: password === undefined ? undefined : new Secret(password),
      totp: totp === undefined ? undefined : parseTotp(totp),
    });
    return this.#vault(vault).add(id, content, { replace });
  }

  /** What is in the vaults of these names: ids and hosts. */
  list(vaults: readonly string[]): Promise<readonly CredentialListing[]> {
    return this.#open.vaults.attach(vaults).list();
  }

  /** @throws not_found when it is not there. */
  async remove(vault: string, id: string): Promise<void> {
    if (await this.#vault(vault).remove(id)) return;
    throw notFound('not_found', `There is no credential ${JSON.stringify(id)} in vault ${vault}.`, {
      remedy: 'Type: portolan credentials list',
    });
  }

  /** @throws not_found when it is not there. */
  async fingerprint(vaults: readonly string[], id: string): Promise<string> {
    return (await this.#open.vaults.attach(vaults).find(id)).fingerprint;
  }

  /** Seals everything with a new key. */
  rotateKey(kind: KeyKind | undefined): Promise<{ readonly records: number; readonly kind: string }> {
    return rotateKey(this.#journal.vault, this.#open.keys, kind === undefined ? {} : { kind });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#journal.close();
  }

  #vault(name: string): BuiltInVault {
    if (isOwnVault(name)) return this.#open.builtIn(name);
    throw fail('invalid_arguments', `Nothing can be changed in vault ${JSON.stringify(name)} from here.`, {
      remedy: 'Change it where it is kept, or name a vault of your own.',
    });
  }
}
