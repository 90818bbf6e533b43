import { realpath } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import type { Session } from './session.ts';

/** Asks a client for the folders it works in (absolute); `undefined` from one that cannot name any. */
export type AskFolders = () => Promise<readonly string[] | undefined>;

const askers = new WeakMap<object, AskFolders>();

/** Lets the client of a session name folders; they count only where the settings say so. */
export function letClientName(session: object, ask: AskFolders): void {
  askers.set(session, ask);
}

/**
 * The folders that a session may upload from now: the upload roots; where clients may name folders, those,
 * and of them only what lies in an upload root when there is one. A client narrows what it was given, and
 * widens nothing.
 */
export async function uploadFolders(session: Pick<Session, 'settings'>): Promise<readonly string[]> {
  const { uploadRoots, clientRoots } = session.settings;
  const named = clientRoots === true ? await askers.get(session)?.() : undefined;
  if (named === undefined) return uploadRoots;
  const folders = (await realPaths(named)).filter((folder) => dirname(folder) !== folder);
  return uploadRoots.length === 0 ? folders : common(await realPaths(uploadRoots), folders);
}

/** Of each pair the inner one, where one lies in the other. */
function common(roots: readonly string[], folders: readonly string[]): readonly string[] {
  const inner = roots.flatMap((root) =>
    folders.flatMap((folder) => {
      if (holds(root, folder)) return [folder];
      return holds(folder, root) ? [root] : [];
    }),
  );
  return [...new Set(inner)];
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** Without those that are not there. */
async function realPaths(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => await realpath(folder).catch(() => undefined)),
  );
  return found.filter((folder) => folder !== undefined);
}
