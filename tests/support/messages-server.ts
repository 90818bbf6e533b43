import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrokenRule } from '#messages/broken-rule.ts';
import { validateRequest } from '#messages/validate-request.ts';

/** A member call of a scripted turn, or a call of another tool when it names none. */
export interface ScriptedCall {
  readonly name: string;
  readonly input?: object;
  /** Absent for a call of the toolset. */
  readonly plain?: true;
  /** Another toolset than this one; null is sent as such. */
  readonly family?: string | null;
}

/** An answer of words that ends in another way than a whole one does. */
export interface ScriptedEnd {
  readonly say: string;
  readonly stopReason: string | null;
}

type ScriptedAnswer = readonly ScriptedCall[] | ScriptedEnd | string;

/** What a scripted model reads: the texts of the results of its last turn, in order. */
export interface ScriptView {
  readonly texts: readonly string[];
  /** The name of the ref of a line that some result so far has told. */
  ref(role: string, name: string): string;
}

/** A scripted model: each turn gives the calls to make, or the words to end with. */
export type Script = readonly ((view: ScriptView) => ScriptedAnswer)[];

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is looked at as it is
type Body = any;

export interface MessagesServer extends AsyncDisposable {
  readonly url: string;
  /** Bodies of requests, as they came. */
  readonly bodies: Body[];
  /** What any request broke. */
  readonly broken: BrokenRule[];
  readonly headers: IncomingMessage['headers'][];
}

export interface MessagesServerOptions {
  /** Whether the server keeps the conversation, so that a client sends only what is new. */
  readonly threads?: 'refused' | 'accepted';
  /** How long it takes to answer, in milliseconds. */
  readonly delayMs?: number;
}

/** A local server that speaks the Messages API for one scripted conversation, plain and streaming. */
export async function serveMessages(
  script: Script,
  { threads = 'refused', delayMs = 0 }: MessagesServerOptions = {},
): Promise<MessagesServer> {
  const bodies: Body[] = [];
  const broken: BrokenRule[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const kept: { tools: unknown; messages: unknown[]; id: string } = {
    tools: undefined,
    messages: [],
    id: '',
  };
  let turn = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      refuse(response, 404, 'not_found_error', 'There is no such place.');
      return;
    }
    const body: Body = JSON.parse(Buffer.concat(chunks).toString());
    headers.push(request.headers);
    bodies.push(body);
    if (body.thread !== undefined && threads === 'refused') {
      bodies.pop();
      headers.pop();
      refuse(response, 400, 'invalid_request_error', 'Threads are not served here.', {
        error_code: 'thread_unsupported_request',
        unsupported: ['thread'],
      });
      return;
    }
    const isContinued = body.thread?.type === 'continue';
    if (isContinued && body.thread.previous_message_id !== kept.id) {
      refuse(response, 400, 'invalid_request_error', 'There is no such thread.', {
        error_code: 'thread_not_found',
      });
      return;
    }
    const messages = isContinued ? [...kept.messages, ...body.messages] : body.messages;
    const tools = isContinued ? kept.tools : body.tools;
    const betas = String(request.headers['anthropic-beta'] ?? '').split(/[\s,]+/);
    const options = { models: [], imageTier: 'standard', betas } as const;
    broken.push(...validateRequest({ ...body, tools, messages }, options));
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const step = script[turn] ?? (() => 'Nothing is left to do.');
    turn += 1;
    const scripted = step(viewOf(messages));
    const content = contentOf(scripted, turn);
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      content,
      stop_reason: stopReasonOf(scripted),
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 10 },
    };
    Object.assign(kept, { tools, messages: [...messages, { role: 'assistant', content }], id: message.id });
    if (body.stream === true) stream(response, message);
    else json(response, 200, message);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) refuse(response, 500, 'api_error', String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    broken,
    headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function stopReasonOf(step: ScriptedAnswer): string | null {
  if (typeof step === 'string') return 'end_turn';
  return 'say' in step ? step.stopReason : 'tool_use';
}

function contentOf(step: ScriptedAnswer, turn: number): Body[] {
  if (typeof step === 'string') return [{ type: 'text', text: step }];
  if ('say' in step) return [{ type: 'text', text: step.say }];
  return step.map(({ name, input = {}, plain, family = 'browser' }, place) => ({
    type: 'tool_use',
    id: `toolu_${turn}_${place}`,
    name,
    input,
    ...(plain ? {} : { toolset_name: family }),
  }));
}

function viewOf(messages: readonly Body[]): ScriptView {
  const all = messages.flatMap((message) => (Array.isArray(message.content) ? message.content : []));
  const told = all.filter((block) => block.type === 'tool_result').map(textOf);
  const last = messages.at(-1)?.content;
  const texts = (Array.isArray(last) ? last : []).filter((block) => block.type === 'tool_result').map(textOf);
  return {
    texts,
    ref: (role, name) => {
      const line = new RegExp(
        `${role} ${JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} \\[(ref_\\d+)\\]`,
      );
      for (const text of [...told].reverse()) {
        const found = line.exec(text)?.[1];
        if (found !== undefined) return found;
      }
      throw new Error(`No result tells ${role} "${name}":\n${told.at(-1)}`);
    },
  };
}

function textOf(result: Body): string {
  if (typeof result.content === 'string') return result.content;
  return (result.content ?? [])
    .map((block: Body) =>
      block.type === 'browser_state' ? JSON.stringify(block.tabs) : (block.text ?? `[${block.type}]`),
    )
    .join('\n');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function refuse(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  details?: object,
): void {
  json(response, status, { type: 'error', error: { type, message, ...(details ? { details } : {}) } });
}

/** The events of one answer; the whole input of a call comes in one piece. */
function stream(response: ServerResponse, message: Body): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: Body) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } });
  message.content.forEach((block: Body, index: number) => {
    const isCall = block.type === 'tool_use';
    send({
      type: 'content_block_start',
      index,
      content_block: isCall ? { ...block, input: {} } : { type: 'text', text: '' },
    });
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      : { type: 'text_delta', text: block.text };
    send({ type: 'content_block_delta', index, delta });
    send({ type: 'content_block_stop', index });
  });
  send({
    type: 'message_delta',
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: 10 },
  });
  send({ type: 'message_stop' });
  response.end();
}
