import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import type { Log } from '#transports/log.ts';

const ANSWER_MS = 5_000;

/**
 * The folders of a client's roots (`roots/list`), asked anew each time, since a client may change them.
 * Roots that are no folder of this machine are left out. A client that does not answer has named none.
 *
 * @returns nothing for a client that has no roots, or whose protocol has no requests from servers.
 * @see Model Context Protocol 2025-06-18, client features, roots.
 */
export async function clientFolders(server: Server, log: Log): Promise<readonly string[] | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ANSWER_MS });
    return roots.flatMap(({ uri }) => folderOf(uri));
  } catch (error) {
    log.warn(`mcp: the client named no roots: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

function folderOf(uri: string): readonly string[] {
  try {
    return uri.startsWith('file:///') ? [fileURLToPath(uri)] : [];
  } catch {
    return [];
  }
}
