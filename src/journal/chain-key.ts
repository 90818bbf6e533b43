import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#kernel/errors.ts';
import { newNonce } from '#kernel/id.ts';
import { errorCode, fileError } from './file-error.ts';

const KEY_FILE = 'journal.key';
const KEY_BYTES = 32;

/**
 * The key that signs the heads of the chains: 32 random bytes in `journal.key` (0600), made once. Two
 * processes that start at the same moment agree on one key.
 *
 * @throws environment when the file cannot be made, or holds something else.
 */
export async function loadChainKey(dataFolder: string): Promise<Uint8Array> {
  const path = join(dataFolder, KEY_FILE);
  try {
    const key = (await readIfThere(path)) ?? (await makeKey(path, dataFolder));
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    throw fileError(error, dataFolder, `keep ${KEY_FILE}`);
  }
  throw fail('environment', `${path} is not a journal key: it must hold ${KEY_BYTES} bytes.`, {
    path,
    remedy: 'Restore the file from a backup, or start with an empty data folder.',
  });
}

async function makeKey(path: string, dataFolder: string): Promise<Uint8Array> {
  const temporary = join(dataFolder, `${KEY_FILE}.${newNonce()}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // A link fails when the name is taken, a rename would replace the key another process just made.
    await link(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path);
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
