import { StdioServerTransport, serveStdio as serveProtocol } from '@modelcontextprotocol/server/stdio';
import { letClientName } from '#sessions/upload-folders.ts';
import { Admission } from '#transports/admission.ts';
import type { Host } from '#transports/host.ts';
import type { Log } from '#transports/log.ts';
import { clientFolders } from './client-roots.ts';
import { createMcpServer } from './mcp-server.ts';

const STDIO_OWNER = 'stdio';
const SESSION_NAME = 'main';

export interface StdioService {
  /** Resolves when the client is gone: its end of standard input or output is closed. */
  readonly ended: Promise<string>;
  readonly admission: Admission;
  close(): Promise<void>;
}

/**
 * Serves one client over standard input and output, both protocol eras. One process, one session: a probe
 * of the client, or a second handshake, finds the same pages.
 */
export function serveStdio(host: Host, log: Log): StdioService {
  const admission = new Admission();
  const transport = new StdioServerTransport();
  let connectionClosed = () => {};
  const ended = new Promise<string>((resolve) => {
    connectionClosed = () => resolve('the connection was closed');
    process.stdin.once('end', () => resolve('standard input ended'));
    process.stdin.once('close', () => resolve('standard input was closed'));
    process.stdout.once('error', () => resolve('nobody reads standard output'));
  });
  const handle = serveProtocol(
    () => {
      const server = createMcpServer({
        face: host.face,
        session: async () => {
          const session = await host.broker.open(STDIO_OWNER, { name: SESSION_NAME });
          letClientName(session, () => clientFolders(server, log));
          return session;
        },
        approvals: host.broker.approvals,
        owner: STDIO_OWNER,
        admit: (call) => admission.run(call),
        log,
      });
      return server;
    },
    {
      transport,
      onerror: (error) => log.warn(`mcp: ${error.message}`),
    },
  );
  const closeConnection = transport.onclose;
  transport.onclose = () => {
    closeConnection?.();
    connectionClosed();
  };
  return { ended, admission, close: () => handle.close() };
}
