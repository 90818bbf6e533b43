import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { newId } from '#kernel/id.ts';

const MOST_PER_OWNER = 256;

interface ProtocolSession {
  readonly owner: string;
  readonly sessionName: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  running: number;
  lastUsedMs: number;
}

export interface ProtocolSessionsOptions {
  /** Makes the server of one protocol session; `sessionName` is the name of our session behind it. */
  readonly serverFor: (owner: string, sessionName: string) => Server;
  /** Told when a client gave its protocol session up and nothing else names our session. */
  readonly onGivenUp: (owner: string, sessionName: string) => Promise<void>;
  /** A protocol session that nobody used for this long is forgotten. */
  readonly idleTimeoutMs: number;
}

/**
 * The sessions of the 2025 protocol, by their `Mcp-Session-Id`. The id is also the name of our session,
 * unless the address names one. An id of another owner gets the same answer as one that never was.
 */
export class ProtocolSessions {
  readonly #options: ProtocolSessionsOptions;
  readonly #sessions = new Map<string, ProtocolSession>();

  constructor(options: ProtocolSessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Serves one request of a 2025 client.
   *
   * @param request - as it came; its body may have been read when `parsedBody` is given.
   * @param owner - whose token it carried.
   * @param named - the session that the address names, if any.
   */
  async handle(
    request: Request,
    owner: string,
    named: string | undefined,
    parsedBody: unknown,
  ): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? undefined : this.#sessions.get(id);
    if (id !== null && (session?.owner !== owner || !fits(session, named))) return unknownSession();
    const options = parsedBody === undefined ? {} : { parsedBody };
    if (session === undefined) return (await this.#start(owner, named)).handleRequest(request, options);
    session.running += 1;
    try {
      return await session.transport.handleRequest(request, options);
    } finally {
      session.running -= 1;
      session.lastUsedMs = Date.now();
    }
  }

  /** A transport for a client that has no id yet. It is kept only if its first message is a handshake. */
  async #start(owner: string, named: string | undefined): Promise<WebStandardStreamableHTTPServerTransport> {
    this.#forgetIdle(owner);
    const id = newId('mcp');
    const sessionName = named ?? id;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        this.#sessions.set(id, { owner, sessionName, transport, running: 0, lastUsedMs: Date.now() });
      },
      onsessionclosed: async () => {
        this.#sessions.delete(id);
        if (named === undefined) await this.#options.onGivenUp(owner, sessionName);
      },
    });
    await this.#options.serverFor(owner, sessionName).connect(transport);
    return transport;
  }

  #forgetIdle(owner: string): void {
    const before = Date.now() - this.#options.idleTimeoutMs;
    const resting = [...this.#sessions].filter(([, session]) => session.running === 0);
    for (const [id, session] of resting) if (session.lastUsedMs < before) this.#forget(id);
    const own = resting.filter(([id, session]) => session.owner === owner && this.#sessions.has(id));
    own.sort(([, a], [, b]) => a.lastUsedMs - b.lastUsedMs);
    for (const [id] of own.slice(0, Math.max(0, own.length - MOST_PER_OWNER + 1))) this.#forget(id);
  }

  #forget(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.transport.close().catch(() => {});
  }

  async close(): Promise<void> {
    const transports = [...this.#sessions.values()].map(({ transport }) => transport);
    this.#sessions.clear();
    await Promise.allSettled(transports.map((transport) => transport.close()));
  }
}

function fits(session: ProtocolSession | undefined, named: string | undefined): boolean {
  return session !== undefined && (named === undefined || named === session.sessionName);
}

/** The protocol's own answer, on which a client starts anew by itself. */
function unknownSession(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}
