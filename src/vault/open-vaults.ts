import type { VaultStore } from '#journal/store/vault-store.ts';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { BuiltInVault } from './built-in-vault.ts';
import { EnvironmentSource } from './environment-source.ts';
import type { AskPassphrase, KeyKind } from './key-kinds.ts';
import { serverFromEnvironment } from './key-value-server.ts';
import { KeyValueSource } from './key-value-source.ts';
import { OnePasswordSource } from './one-password-source.ts';
import { VaultKeys } from './vault-keys.ts';
import { ENVIRONMENT_VAULT, isOwnVault, outsideVault } from './vault-name.ts';
import { Vaults } from './vaults.ts';

/** Whose records are those of a data folder that one person uses. */
export const LOCAL_OWNER = 'local';

export interface VaultsOptions {
  /** `journal.vault`. */
  readonly store: VaultStore;
  readonly dataFolder: string;
  /** `local` when absent. */
  readonly owner?: string;
  /** Where a first key is kept; absent: the keychain if it works, else a file. */
  readonly keyKind?: KeyKind;
  /** Absent where nobody can be asked: a vault that is locked with a passphrase then refuses. */
  readonly askPassphrase?: AskPassphrase;
  readonly clock?: Clock;
}

/** The vaults of an owner, and what it takes to change those that are our own. */
export interface OpenVaults {
  readonly vaults: Vaults;
  readonly keys: VaultKeys;
  builtIn(name: string): BuiltInVault;
}

/**
 * The vaults of one owner: those of our own in the data folder, `env`, `op:<vault>` and `kv:<mount>/<path>`.
 * Nothing is read and no key is made before something is asked for.
 */
export function openVaults(options: VaultsOptions): OpenVaults {
  const { store, dataFolder, owner = LOCAL_OWNER, keyKind, askPassphrase, clock = systemClock } = options;
  const place = askPassphrase === undefined ? { dataFolder } : { dataFolder, askPassphrase };
  const keys = new VaultKeys(store, place, keyKind, clock);
  const builtIn = (name: string) => new BuiltInVault({ name, owner, store, keys, clock });
  const vaults = new Vaults((name) => {
    if (name === ENVIRONMENT_VAULT) return new EnvironmentSource(owner);
    if (isOwnVault(name)) return builtIn(name);
    const outside = outsideVault(name);
    if (outside?.kind === 'op') return new OnePasswordSource({ vault: outside.place, owner });
    return outside && new KeyValueSource(outside.place, owner, serverFromEnvironment());
  });
  return { vaults, keys, builtIn };
}
