import { type CallToolResult, Server, type ServerContext, type Tool } from '@modelcontextprotocol/server';
import { fail } from '#kernel/errors.ts';
import { PACKAGE_VERSION } from '#kernel/package-root.ts';
import type {
  HostedApprovals,
  HostedCallOptions,
  HostedFace,
  HostedReply,
  HostedSession,
} from '#transports/host.ts';
import { knownElsewhere } from '#transports/known-elsewhere.ts';
import type { Log } from '#transports/log.ts';
import { nearest } from '#transports/nearest.ts';
import { listedTools } from '#transports/tool-list.ts';
import { askClient, canAsk, type ToolAnswer, takeAnswers } from './ask-client.ts';
import { refusalReply } from './refusal-reply.ts';
import { serveSkills } from './skill-resources.ts';

export interface McpServerOptions<S extends HostedSession> {
  readonly face: HostedFace<S>;
  /** Finds or opens the session of whoever calls; a refusal it throws becomes the tool's reply. */
  readonly session: () => Promise<S>;
  /** What waits for a person's word, and whose gates this client may be asked about. */
  readonly approvals: HostedApprovals;
  readonly owner: string;
  /** Wraps each tool call, so that a stopping process can wait for it. */
  readonly admit: <T>(call: () => Promise<T>) => Promise<T>;
  readonly log: Log;
}

/**
 * A protocol server that offers the tools of a face. It serves one connection of a 2025 client or one
 * request of a 2026 client, and owns no session: closing it leaves the session as it is.
 *
 * Arguments are passed to the face as they came: the face refuses what is wrong in its own words, which
 * the model reads, where a protocol error might never reach it.
 */
export function createMcpServer<S extends HostedSession>(options: McpServerOptions<S>): Server {
  const { face, log } = options;
  const server = new Server(
    { name: 'portolan', title: 'Portolan', version: PACKAGE_VERSION },
    {
      capabilities: { tools: {}, ...(face.skills === undefined ? {} : { resources: {} }) },
      instructions: face.instructions,
    },
  );
  if (face.skills !== undefined) serveSkills(server, face.skills);
  server.onerror = (error) => log.debug(`mcp: ${error.message}`);
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(face) as Tool[] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<ToolAnswer> => {
    const { name, arguments: args } = params;
    try {
      requireTool(face, name);
      const client = {
        approvals: options.approvals,
        owner: options.owner,
        canAsk: canAsk(mcpReq.envelope, server.getClientCapabilities()),
      };
      await takeAnswers(client, mcpReq.inputResponses);
      const reply = await options.admit(async () =>
        face.call(await options.session(), name, args ?? {}, {
          signal: mcpReq.signal,
          onProgress: tellProgress(mcpReq, params._meta?.progressToken, log),
        }),
      );
      const question = reply.approval === undefined ? undefined : await askClient(client, reply.approval);
      return question ?? resultOf(reply);
    } catch (error) {
      return resultOf(refusalReply(error, log));
    }
  });
  return server;
}

/** Tells a client that asked for it how far a call has come. One that is gone misses nothing but that. */
function tellProgress(
  { notify }: Pick<ServerContext['mcpReq'], 'notify'>,
  progressToken: string | number | undefined,
  log: Log,
): NonNullable<HostedCallOptions['onProgress']> {
  return ({ done, total, said }) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: done, total, message: said };
    notify({ method: 'notifications/progress', params }).catch((error: unknown) =>
      log.debug(`mcp: progress was not told: ${String(error)}`),
    );
  };
}

/** An unknown name is refused here, so that a misspelt call starts no browser. */
function requireTool<S extends HostedSession>(face: HostedFace<S>, name: string): void {
  const names = face.tools.map((tool) => tool.name);
  if (names.includes(name)) return;
  face.requireOn?.(name);
  const known = knownElsewhere(name);
  throw fail('invalid_arguments', `There is no tool ${JSON.stringify(name)}.`, {
    remedy:
      known === undefined
        ? `The nearest is ${nearest(name, names)}; the tool list has them all.`
        : `Here that is ${known}.`,
  });
}

function resultOf({ text, isError, images = [] }: HostedReply): CallToolResult {
  const pictures = images.map((image) => ({ type: 'image' as const, ...image }));
  return { content: [{ type: 'text', text }, ...pictures], ...(isError ? { isError } : {}) };
}
