import type { VaultStore } from '#journal/store/vault-store.ts';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { BuiltInVault, isVaultName } from './built-in-vault.ts';
import { EnvironmentSource } from './environment-source.ts';
import { serverFromEnvironment } from './key-value-server.ts';
import { KeyValueSource } from './key-value-source.ts';
import type { AskPassphrase, KeyKind } from './key-kinds.ts';
import { OnePasswordSource } from './one-password-source.ts';
import { VaultKeys } from './vault-keys.ts';
import { Vaults } from './vaults.ts';

/** The vault that is attached when nobody says otherwise. */
export const DEFAULT_VAULT = 'default';
/** Whose records are those of a data folder that one person uses. */
export const LOCAL_OWNER = 'local';

/** A vault of another product, and which one there. It is an argument of a command: never an option of it. */
const OUTSIDE = /^(op|kv):([\p{L}\p{N}][^\p{C}]{0,127})$/u;

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
    const [, kind, place = ''] = OUTSIDE.exec(name) ?? [];
    if (name === 'env') return new EnvironmentSource(owner);
    if (kind === 'op') return new OnePasswordSource({ vault: place, owner });
    if (kind === 'kv') return new KeyValueSource(place, owner, serverFromEnvironment());
    return isVaultName(name) ? builtIn(name) : undefined;
  });
  return { vaults, keys, builtIn };
}
