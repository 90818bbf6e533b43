import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { fail } from './errors.ts';

/** Most bytes of one file that is sent. */
export const UPLOAD_LIMIT_BYTES = 100 * 2 ** 20;

export interface UploadRules {
  /** Folders (absolute) that files may be sent from. */
  readonly roots: readonly string[];
  /** Folders that nothing is sent from, though they lie in a root: our own data. */
  readonly closed: readonly string[];
  readonly limitBytes?: number;
}

/** A file that was found fit to be sent, open, so that it stays what was looked at. */
export interface UploadFile extends AsyncDisposable {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly handle: FileHandle;
}

/** Names of files and folders that hold keys, whoever asks. */
const SECRET_FOLDERS = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.password-store',
  'gcloud',
]);
const SECRET_NAME =
  /^(\.env(\..+|rc)?|.+\.env|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|\.htpasswd|\.git-credentials|\.vault-token|\.bash_history|\.zsh_history|id_(rsa|dsa|ecdsa|ed25519)(_.*)?|.+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)|shadow|login data|cookies|key[34]\.db|logins\.json|credentials(\.json)?|secrets?\.(json|ya?ml|toml))$/iu;

/**
 * Opens a file to be sent, if it may be: a regular file whose real place is inside a root, not secret, and not
 * too large. A path that is not absolute is looked for in each root.
 *
 * @throws upload_denied; what lies outside the roots gets one answer, be it there or not.
 */
export async function openUpload(given: string, rules: UploadRules): Promise<UploadFile> {
  if (rules.roots.length === 0)
    throw denied(given, 'no folder to upload from was given', {
      remedy: 'Whoever runs this server can give one with --upload-root.',
    });
  if (given.includes('\0')) throw denied(given, 'it is no path');
  const roots = await realPaths(rules.roots);
  const path = await placeOf(given, rules.roots, roots);
  if (path === undefined) throw denied(given, `it is not in an upload root (${rules.roots.join(', ')})`);
  refuseSecret(given, path);
  for (const closed of await realPaths(rules.closed))
    if (isInside(path, closed)) throw denied(given, 'it is of our own data');
  return await openRegular(given, path, roots, rules.limitBytes ?? UPLOAD_LIMIT_BYTES);
}

async function openRegular(
  given: string,
  path: string,
  roots: readonly string[],
  limitBytes: number,
): Promise<UploadFile> {
  // The last part must not have become a link since, and a pipe must not hold us.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw denied(given, 'it cannot be opened', {}, error);
    },
  );
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw denied(given, 'it is not a regular file');
    if (opened.size > limitBytes) throw denied(given, `it has more than ${limitBytes} bytes`, { limitBytes });
    // What was opened is what stands at a place inside a root now: no folder on the way was exchanged.
    const real = await realpath(path).catch(() => '');
    const there = await stat(real).catch(() => undefined);
    if (!roots.some((root) => isInside(real, root)) || there?.ino !== opened.ino || there.dev !== opened.dev)
      throw denied(given, 'it changed while it was looked at');
    return {
      name: basename(path),
      path,
      sizeBytes: opened.size,
      handle,
      [Symbol.asyncDispose]: async () => await handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The real place of a file, when it is inside a root; links out of one lead nowhere. */
async function placeOf(
  given: string,
  named: readonly string[],
  roots: readonly string[],
): Promise<string | undefined> {
  const candidates = isAbsolute(given) ? [given] : named.map((root) => resolve(root, given));
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => undefined);
    if (real !== undefined && roots.some((root) => isInside(real, root))) return real;
  }
  return undefined;
}

function refuseSecret(given: string, path: string): void {
  const parts = path.split(sep);
  const secret = parts.find(
    (part, place) =>
      SECRET_FOLDERS.has(part.toLowerCase()) || (place === parts.length - 1 && SECRET_NAME.test(part)),
  );
  if (secret !== undefined) throw denied(given, `${secret} holds secrets`);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realPaths(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => await realpath(folder).catch(() => undefined)),
  );
  return found.filter((folder) => folder !== undefined);
}

function denied(given: string, why: string, facts: object = {}, cause?: unknown): Error {
  const shown = JSON.stringify(given.slice(0, 200));
  return fail(
    'upload_denied',
    `${shown} is not uploaded: ${why}.`,
    { dispatch: 'not_sent', ...facts },
    cause,
  );
}
