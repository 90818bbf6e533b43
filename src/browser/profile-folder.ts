import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#kernel/id.ts';

/** The folder of one running browser: its record, its temporary files and, unless named, its profile. */
export interface BrowserFolder {
  readonly id: string;
  readonly path: string;
  readonly profileDir: string;
  /** Downloads in flight and traces. */
  readonly artifactsDir: string;
  /** `TMPDIR` of the browser, so that nothing of it is left elsewhere. */
  readonly temporaryDir: string;
}

/** Where the folders of running browsers are. */
export function browsersFolder(dataDir: string): string {
  return join(dataDir, 'browsers');
}

/**
 * Makes the folder of one browser, readable by this user only, with a profile that stores and sends nothing
 * by itself.
 *
 * @param profileDir - a named profile that outlives the browser; a fresh one when absent.
 */
export async function makeBrowserFolder(dataDir: string, profileDir?: string): Promise<BrowserFolder> {
  const id = newId('b');
  const path = join(browsersFolder(dataDir), id);
  const folder: BrowserFolder = {
    id,
    path,
    profileDir: profileDir ?? join(path, 'profile'),
    artifactsDir: join(path, 'artifacts'),
    temporaryDir: join(path, 'tmp'),
  };
  for (const each of [path, folder.profileDir, folder.artifactsDir, folder.temporaryDir]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
  }
  if (profileDir === undefined) await writePreferences(folder.profileDir);
  return folder;
}

async function writePreferences(profileDir: string): Promise<void> {
  await mkdir(join(profileDir, 'Default'), { mode: 0o700 });
  await writeFile(join(profileDir, 'Default', 'Preferences'), JSON.stringify(PREFERENCES), { mode: 0o600 });
  await writeFile(join(profileDir, 'Local State'), JSON.stringify(LOCAL_STATE), { mode: 0o600 });
}

const PREFERENCES = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  profile: { password_manager_enabled: false, password_manager_leak_detection: false },
  safebrowsing: { enabled: false },
  search: { suggest_enabled: false },
  signin: { allowed: false, allowed_on_next_startup: false },
  net: { network_prediction_options: 2 },
  translate: { enabled: false },
  alternate_error_pages: { enabled: false },
};

const LOCAL_STATE = { dns_over_https: { mode: 'off', templates: '' } };
