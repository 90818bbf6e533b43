import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, fileError } from '#journal/file-error.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import { KEY_BYTES } from './seal.ts';

/** Folder in the data folder that key files stand in. */
export const KEY_FOLDER = 'vault-keys';
const FOR_OTHERS = 0o077;

/** Makes a key in a file of its own (0600), on the disk before this resolves. */
export async function keepInFile(dataFolder: string, id: string): Promise<Buffer> {
  const folder = join(dataFolder, KEY_FOLDER);
  const key = randomBytes(KEY_BYTES);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const file = await open(pathOf(dataFolder, id), 'wx', 0o600);
    try {
      await file.writeFile(key);
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(folder);
  } catch (error) {
    throw fileError(error, folder, "keep the vault's key");
  }
  return key;
}

/** @throws environment when it is not there, not a key, or others may read it. */
export async function readKeyFile(dataFolder: string, id: string): Promise<Buffer> {
  const path = pathOf(dataFolder, id);
  const refuse = (sentence: string, remedy: string, cause?: unknown) =>
    fail('environment', sentence, { path, remedy }, cause);
  let key: Buffer;
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & FOR_OTHERS) !== 0) {
      throw refuse(`The vault's key ${path} can be read by others.`, `Type: chmod 600 ${path}`);
    }
    key = await readFile(path);
  } catch (error) {
    if (isPortolanError(error)) throw error;
    throw refuse(
      `The vault's key ${path} cannot be read: ${errorCode(error)}.`,
      'Restore the file from a backup; without it the records cannot be opened.',
      error,
    );
  }
  if (key.length === KEY_BYTES) return key;
  throw refuse(`${path} is not a key of a vault.`, 'Restore the file from a backup.');
}

export async function deleteKeyFile(dataFolder: string, id: string): Promise<void> {
  await rm(pathOf(dataFolder, id), { force: true });
}

function pathOf(dataFolder: string, id: string): string {
  // The id comes from the database, which others may have altered.
  if (/^[A-Za-z0-9_-]+$/.test(id)) return join(dataFolder, KEY_FOLDER, `${id}.key`);
  throw fail('environment', "The vault's key has an id that is none: the database was altered.");
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
