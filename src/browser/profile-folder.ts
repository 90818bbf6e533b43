import { chmod, mkdir, readlink, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { newRecord, writeRecord } from './process-record.ts';

/** The folder of one running browser: its record and, unless named, its profile. */
export interface BrowserFolder {
  readonly id: string;
  readonly path: string;
  readonly profileDir: string;
  /** Downloads in flight and traces. */
  readonly artifactsDir: string;
  readonly crashDir: string;
}

/** Where the folders of running browsers are. */
export function browsersFolder(dataDir: string): string {
  return join(dataDir, 'browsers');
}

/**
 * Makes the folder of one browser, readable by this user only, with its record first: whatever comes
 * after it in the folder has an owner.
 *
 * @param profileDir - absolute path of a named profile that outlives the browser; a fresh one when absent.
 * @throws environment when the folder cannot be written.
 */
export async function makeBrowserFolder(
  dataDir: string,
  executablePath: string,
  profileDir?: string,
): Promise<BrowserFolder> {
  const id = newId('b');
  const path = join(browsersFolder(dataDir), id);
  const folder = {
    id,
    path,
    profileDir: profileDir ?? join(path, 'profile'),
    artifactsDir: join(path, 'artifacts'),
    crashDir: join(path, 'crashes'),
  };
  try {
    await makePrivate(path);
    await writeRecord(
      path,
      await newRecord({ profileDir: folder.profileDir, crashDir: folder.crashDir, executablePath }),
    );
    await makePrivate(folder.artifactsDir);
    await makePrivate(folder.crashDir);
    await makePrivate(folder.profileDir);
    await writePreferences(folder.profileDir);
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw fail('environment', `The folder ${path} cannot be written.`, { path }, error);
  }
  return folder;
}

/** Removes a browser's folder, and what the browser keeps of it in the system's temporary folder. */
export async function removeBrowserFolder(folder: Pick<BrowserFolder, 'path' | 'profileDir'>): Promise<void> {
  await removeSocket(folder.profileDir);
  await rm(folder.path, { recursive: true, force: true, maxRetries: 5 });
}

async function makePrivate(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/** A browser that was killed leaves the folder of its socket, to which the profile has a link. */
async function removeSocket(profileDir: string): Promise<void> {
  const socket = await readlink(join(profileDir, 'SingletonSocket')).catch(() => '');
  if (basename(socket) !== 'SingletonSocket') return;
  await rm(socket, { force: true });
  await rm(join(dirname(socket), 'SingletonCookie'), { force: true });
  await rmdir(dirname(socket)).catch(() => {});
}

async function writePreferences(profileDir: string): Promise<void> {
  const place = join(profileDir, 'Default');
  await mkdir(place, { recursive: true, mode: 0o700 });
  await writeNew(join(place, 'Preferences'), PREFERENCES);
  await writeNew(join(profileDir, 'Local State'), LOCAL_STATE);
}

/** A named profile that has been used keeps what stands there. */
async function writeNew(path: string, content: object): Promise<void> {
  await writeFile(path, JSON.stringify(content), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

const PREFERENCES = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  profile: {
    password_manager_enabled: false,
    password_manager_leak_detection: false,
    // Nobody is there to choose a device; the list of them would wait for ever.
    default_content_setting_values: { usb_guard: 2, hid_guard: 2, serial_guard: 2, bluetooth_guard: 2 },
  },
  // The list of windows to share would take every click meant for the page.
  hardware: { screen_capture_enabled: false },
  safebrowsing: { enabled: false },
  search: { suggest_enabled: false },
  // A document that the browser can only picture is a file to its reader.
  plugins: { always_open_pdf_externally: true },
  signin: { allowed: false, allowed_on_next_startup: false },
  net: { network_prediction_options: 2 },
  translate: { enabled: false },
  alternate_error_pages: { enabled: false },
};

const LOCAL_STATE = { dns_over_https: { mode: 'off', templates: '' } };
