import { homedir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '#kernel/environment.ts';

/** Where a program's data belongs on this system, for the person who runs it. */
export function defaultDataDir(platform: NodeJS.Platform = process.platform): string {
  const home = homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'portolan');
  if (platform === 'win32') {
    return join(readEnvironment('LOCALAPPDATA') ?? join(home, 'AppData', 'Local'), 'portolan');
  }
  return join(readEnvironment('XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'portolan');
}
