import { fail } from '#kernel/errors.ts';
import { deleteKeyFile, keepInFile, readKeyFile } from './key-file.ts';
import { deleteFromKeychain, keepInKeychain, readFromKeychain } from './keychain.ts';
import { keyFromPassphrase, newPassphraseKey } from './passphrase-key.ts';

/** Where the vault's key is kept: the system's keychain, a file for its owner only, or nowhere but in a head. */
export const KEY_KINDS = ['keychain', 'file', 'passphrase'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Asks whoever is there. `open`: the passphrase there is. `new`: one to be, asked twice. */
export type AskPassphrase = (what: 'open' | 'new') => Promise<string>;

export interface KeyPlace {
  readonly dataFolder: string;
  /** Absent where nobody can be asked. */
  readonly askPassphrase?: AskPassphrase;
}

/** A key that was just made and is safely kept. `parameters` is JSON, without secrets. */
export interface MadeKey {
  readonly key: Buffer;
  readonly kind: KeyKind;
  readonly parameters: string;
}

/**
 * Makes a key and keeps it. It is readable again before this resolves.
 *
 * @param kind - absent: the keychain if it works, else a file.
 * @throws environment when it cannot be kept there.
 */
export async function makeKey(place: KeyPlace, id: string, kind?: KeyKind): Promise<MadeKey> {
  if (kind === 'passphrase') {
    const { key, parameters } = await newPassphraseKey(await asked(place, 'new'));
    return { key, kind, parameters };
  }
  if (kind !== 'file') {
    const key = await keepInKeychain(id);
    if (key !== undefined) return { key, kind: 'keychain', parameters: '{}' };
    if (kind === 'keychain') {
      throw fail('environment', 'The keychain of this system cannot be used.', {
        remedy: 'Unlock it, or use --key file or --key passphrase.',
      });
    }
  }
  return { key: await keepInFile(place.dataFolder, id), kind: 'file', parameters: '{}' };
}

/** @throws environment when the key is not there or nobody can be asked for it. */
export async function readKey(
  place: KeyPlace,
  id: string,
  kind: string,
  parameters: string,
): Promise<Buffer> {
  if (kind === 'file') return readKeyFile(place.dataFolder, id);
  if (kind === 'keychain') return readFromKeychain(id);
  if (kind === 'passphrase') return keyFromPassphrase(await asked(place, 'open'), parameters);
  throw fail('environment', `The vault's key is of a kind that is not known: ${JSON.stringify(kind)}.`, {
    remedy: 'Run the Portolan that made the vault, or restore the data folder from a backup.',
  });
}

/** Forgets a key that nothing is sealed with any more. */
export async function forgetKey(place: KeyPlace, id: string, kind: string): Promise<void> {
  if (kind === 'file') await deleteKeyFile(place.dataFolder, id);
  if (kind === 'keychain') await deleteFromKeychain(id);
}

async function asked(place: KeyPlace, what: 'open' | 'new'): Promise<string> {
  if (place.askPassphrase !== undefined) return place.askPassphrase(what);
  throw fail('environment', 'The vault is locked with a passphrase, and nobody can be asked for it.', {
    remedy: 'Give it with --vault-passphrase-fd <number>: a file descriptor that it can be read from.',
  });
}
