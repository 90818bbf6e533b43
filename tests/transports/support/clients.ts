import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** The clients there are: the first SDK, and the second one speaking each era of the protocol. */
export const CLIENT_KINDS = ['v1', 'v2 as 2025', 'v2 as 2026'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
}

/** What a client hears of a call that takes long. */
export interface ToldProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What tests do with a client, whichever SDK it is of. */
export interface TestClient {
  readonly instructions: string | undefined;
  tools(): Promise<string[]>;
  call(
    name: string,
    args?: Record<string, unknown>,
    signal?: AbortSignal,
    onProgress?: (told: ToldProgress) => void,
  ): Promise<ToolReply>;
  /** The protocol session's id; none for 2026 clients. */
  readonly sessionId: string | undefined;
  close(): Promise<void>;
}

/** The person behind a client: is shown a question and says whether to allow it; `undefined` closes it. */
export type Person = (question: string) => boolean | undefined;

const INFO = { name: 'portolan-tests', version: '1.0.0' };

const ASKABLE = { capabilities: { elicitation: {} } };

function modern(kind: ClientKind, person?: Person): ModernClient {
  const mode = kind === 'v2 as 2026' ? { pin: '2026-07-28' } : ('legacy' as const);
  const client = new ModernClient(INFO, { versionNegotiation: { mode }, ...(person ? ASKABLE : {}) });
  if (person)
    client.setRequestHandler('elicitation/create', ({ params }) => answerOf(person, params.message));
  return client;
}

function first(person?: Person): FirstClient {
  const client = new FirstClient(INFO, person ? ASKABLE : {});
  if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answerOf(person, params.message));
  return client;
}

function answerOf(person: Person, question: string) {
  const approve = person(question);
  if (approve === undefined) return { action: 'cancel' as const };
  return { action: 'accept' as const, content: { approve } };
}

interface AnyClient {
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }, ...rest: never[]): Promise<unknown>;
  close(): Promise<void>;
}

function wrap(
  client: AnyClient,
  sessionId: () => string | undefined,
  callTool: (
    name: string,
    args: Record<string, unknown>,
    options: { signal?: AbortSignal; onprogress?: (told: ToldProgress) => void },
  ) => Promise<unknown>,
): TestClient {
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, signal, onprogress) =>
      replyOf(
        await callTool(name, args, {
          ...(signal === undefined ? {} : { signal }),
          ...(onprogress === undefined ? {} : { onprogress }),
        }),
      ),
    get sessionId() {
      return sessionId();
    },
    close: () => client.close(),
  };
}

function replyOf(result: unknown): ToolReply {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
  return { text: content.map(({ text }) => text).join('\n'), isError: isError === true };
}

/** Connects over HTTP. `sessionId`: come back with the id of an earlier protocol session. */
export async function connectHttp(
  kind: ClientKind,
  url: string,
  token: string,
  sessionId?: string,
  person?: Person,
): Promise<TestClient> {
  const options = {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    ...(sessionId === undefined ? {} : { sessionId }),
  };
  if (kind === 'v1') {
    const client = first(person);
    const transport = new FirstHttpTransport(new URL(url), options);
    await client.connect(transport as Parameters<FirstClient['connect']>[0]);
    return wrap(
      client,
      () => transport.sessionId,
      (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    );
  }
  const client = modern(kind, person);
  const transport = new StreamableHTTPClientTransport(new URL(url), options);
  await client.connect(transport);
  return wrapModern(client, () => transport.sessionId);
}

/** Starts a command and connects to its standard input and output. */
export async function connectStdio(
  kind: ClientKind,
  file: string,
  args: readonly string[],
  onStderr: (text: string) => void = () => {},
): Promise<TestClient & { readonly pid: number }> {
  const command = { command: process.execPath, args: [file, ...args], stderr: 'pipe' as const };
  if (kind === 'v1') {
    const client = new FirstClient(INFO);
    const transport = new FirstStdioTransport(command);
    transport.stderr?.on('data', (chunk) => onStderr(String(chunk)));
    await client.connect(transport);
    const wrapped = wrap(
      client,
      () => undefined,
      (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    );
    return Object.assign(wrapped, { pid: transport.pid ?? 0 });
  }
  const client = modern(kind);
  const transport = new StdioClientTransport(command);
  transport.stderr?.on('data', (chunk) => onStderr(String(chunk)));
  await client.connect(transport);
  return Object.assign(
    wrapModern(client, () => undefined),
    { pid: transport.pid ?? 0 },
  );
}

function wrapModern(client: ModernClient, sessionId: () => string | undefined): TestClient {
  return wrap(client, sessionId, (name, args, options) =>
    client.callTool({ name, arguments: args }, options),
  );
}
