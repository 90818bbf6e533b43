import { readFileSync } from 'node:fs';
import type { Journal } from '#journal/journal.ts';
import { fail } from '#kernel/errors.ts';
import { openVaults } from '#vault/open-vaults.ts';
import type { AttachedVaults } from '#vault/vaults.ts';
import type { Settings } from './settings.ts';

/**
 * The vaults that sessions with these settings may use. Nothing is opened before a credential is asked for.
 *
 * @throws invalid_arguments when a vault of another product is named whose address is none.
 * @throws environment when such a one has no address.
 */
export function attachVaults(settings: Settings, journal: Journal): AttachedVaults {
  const { vaults: names = [], vaultPassphraseFd } = settings;
  const place = { store: journal.vault, dataFolder: journal.dataFolder };
  const { vaults } = openVaults(
    vaultPassphraseFd === undefined ? place : { ...place, askPassphrase: passphraseOn(vaultPassphraseFd) },
  );
  return vaults.attach(names);
}

/** Read once: the other end of a pipe gives it once. */
function passphraseOn(descriptor: number): () => Promise<string> {
  let passphrase: string | undefined;
  return async () => {
    try {
      passphrase ??= readFileSync(descriptor, 'utf8').split(/\r?\n/)[0] ?? '';
    } catch (cause) {
      throw fail('environment', `File descriptor ${descriptor} cannot be read.`, {}, cause);
    }
    return passphrase;
  };
}
