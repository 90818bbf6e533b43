import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import { newId } from '#kernel/id.ts';
import { fail as failSession } from '#sessions/errors.ts';
import type { Admission } from '#transports/admission.ts';
import type { Host } from '#transports/host.ts';
import type { Log } from '#transports/log.ts';
import { createMcpServer } from '#transports/mcp/mcp-server.ts';
import { ProtocolSessions } from './protocol-sessions.ts';

export interface McpEndpointOptions {
  readonly host: Pick<Host, 'broker' | 'face'>;
  readonly admission: Admission;
  readonly log: Log;
  readonly idleTimeoutMs: number;
  /** The endpoint's own address without a session, for a caller that has to add one. */
  readonly address: () => string;
}

export interface McpEndpoint {
  /**
   * @param owner - whose token the request carried.
   * @param named - the session that the address names, if any.
   * @param parsedBody - the JSON of the body, when it has one.
   */
  handle(request: Request, owner: string, named: string | undefined, parsedBody: unknown): Promise<Response>;
  close(): Promise<void>;
}

/**
 * One address for both eras of the protocol. A 2025 client has a protocol session, kept between its
 * requests. A 2026 client has none: each request gets a server of its own, and the session it means is
 * the one in the address.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { host, admission, log } = options;

  const serverFor = (owner: string, sessionName: string | undefined): Server =>
    createMcpServer({
      face: host.face,
      session: async () => host.broker.open(owner, { name: sessionName ?? requireName(options.address()) }),
      approvals: host.broker.approvals,
      owner,
      admit: (call) => admission.run(call),
      log,
    });

  const legacy = new ProtocolSessions({
    serverFor,
    onGivenUp: async (owner, sessionName) => {
      await host.broker.find(owner, sessionName)?.close('the client gave its session up');
    },
    idleTimeoutMs: options.idleTimeoutMs,
  });
  const modern = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo?.clientId ?? '', sessionNameIn(authInfo?.extra)),
    { legacy: 'reject', onerror: (error) => log.debug(`mcp: ${error.message}`) },
  );

  return {
    async handle(request, owner, named, parsedBody) {
      if (await isLegacyRequest(request, parsedBody)) return legacy.handle(request, owner, named, parsedBody);
      const authInfo = { token: '', clientId: owner, scopes: [], extra: { sessionName: named } };
      return modern.fetch(request, parsedBody === undefined ? { authInfo } : { authInfo, parsedBody });
    },
    async close() {
      await Promise.allSettled([legacy.close(), modern.close()]);
    },
  };
}

function sessionNameIn(extra: Record<string, unknown> | undefined): string | undefined {
  const name = extra?.['sessionName'];
  return typeof name === 'string' ? name : undefined;
}

function requireName(address: string): never {
  throw failSession('session_required', 'This address names no session, and the client keeps none.', {
    remedy: `Set the client's address to ${address}/${newId('s')} (any name of your own does as well), then call again.`,
  });
}
