import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A short answer of the proxy's own, as plain text that nothing may cache. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly text: string;
}

export const answers = {
  blocked: (rule: string): Answer => ({
    status: 403,
    reason: 'Forbidden',
    text: `Blocked by Portolan: ${rule}`,
  }),
  notProxied: (): Answer => ({
    status: 400,
    reason: 'Bad Request',
    text: 'This is a proxy: it takes absolute http addresses and CONNECT.',
  }),
  tooManyTunnels: (limit: number): Answer => ({
    status: 429,
    reason: 'Too Many Requests',
    text: `${limit} tunnels are open already.`,
  }),
  failed: (detail: string): Answer => ({
    status: 502,
    reason: 'Bad Gateway',
    text: `Portolan could not get an answer: ${detail}`,
  }),
} as const;

/**
 * Answers a request, or ends its connection when an answer has begun already. The connection is otherwise kept:
 * ended with a body on its way, it would be reset before the client had read the answer.
 */
export function answerRequest(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, answer.reason, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(answer.text),
    'cache-control': 'no-store',
  });
  response.end(answer.text);
}

/** Answers on a socket that the HTTP server has let go of, and ends it. */
export function answerSocket(socket: Socket, answer: Answer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.reason}\r\ncontent-type: text/plain; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(answer.text)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n` +
      answer.text,
    () => socket.destroySoon(),
  );
}
