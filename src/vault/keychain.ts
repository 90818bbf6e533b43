import { randomBytes } from 'node:crypto';
import { fail } from '#kernel/errors.ts';
import { KEY_BYTES } from './seal.ts';

const SERVICE = 'portolan';
/** A keychain may ask a person to unlock it. */
const UNLOCK_WITHIN_MS = 60_000;

/**
 * The system's keychain, when its package is installed and it works. On Linux only the Secret Service counts:
 * the kernel's own keyring forgets at a restart.
 */
async function entryOf(id: string) {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, `vault ${id}`, { linux: { store: 'secret-service' } });
  } catch {
    return undefined;
  }
}

/** @returns a new key that the keychain gave back as it was, or `undefined` when there is no use in it. */
export async function keepInKeychain(id: string): Promise<Buffer | undefined> {
  const entry = await entryOf(id);
  if (entry === undefined) return undefined;
  const key = randomBytes(KEY_BYTES);
  try {
    await entry.setSecret(key, AbortSignal.timeout(UNLOCK_WITHIN_MS));
    const kept = await entry.getSecret(AbortSignal.timeout(UNLOCK_WITHIN_MS));
    return kept !== null && key.equals(Buffer.from(kept)) ? key : undefined;
  } catch {
    return undefined;
  }
}

export async function readFromKeychain(id: string): Promise<Buffer> {
  let cause: unknown;
  try {
    const entry = await entryOf(id);
    const kept = await entry?.getSecret(AbortSignal.timeout(UNLOCK_WITHIN_MS));
    if (kept?.length === KEY_BYTES) return Buffer.from(kept);
  } catch (error) {
    cause = error;
  }
  throw fail(
    'environment',
    "The vault's key is not in the keychain, or the keychain is locked.",
    { remedy: 'Unlock the keychain of the person who made the vault, and call again.' },
    cause,
  );
}

export async function deleteFromKeychain(id: string): Promise<void> {
  const entry = await entryOf(id);
  await entry?.deleteCredential(AbortSignal.timeout(UNLOCK_WITHIN_MS)).catch(() => false);
}
