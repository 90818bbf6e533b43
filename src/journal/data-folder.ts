import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readEnvironment } from '#kernel/environment.ts';
import { fileError } from './file-error.ts';

const NAME = 'portolan';

/**
 * Where Portolan keeps its data when nobody says otherwise: `$XDG_DATA_HOME/portolan` or
 * `~/.local/share/portolan`, on macOS `~/Library/Application Support/portolan`, on Windows
 * `%LOCALAPPDATA%\portolan`.
 *
 * @see XDG Base Directory Specification; a relative XDG_DATA_HOME is ignored, as it says.
 */
export function defaultDataFolder(platform: NodeJS.Platform = process.platform): string {
  const home = homedir();
  if (platform === 'win32') {
    return join(readEnvironment('LOCALAPPDATA') ?? join(home, 'AppData', 'Local'), NAME);
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', NAME);
  const configured = readEnvironment('XDG_DATA_HOME');
  return join(configured?.startsWith('/') ? configured : join(home, '.local', 'share'), NAME);
}

/**
 * Makes the data folder if it is not there, for its owner only (0700). One that is there is left as it is:
 * what is written into it is closed to others by itself.
 *
 * @returns its absolute path.
 * @throws environment when it cannot be made or written; the sentence has the folder, the remedy the fix.
 */
export async function prepareDataFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileError(error, path, 'keep data');
  }
  return path;
}
