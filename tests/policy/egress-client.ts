import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { EgressProxy } from '#policy/egress-proxy/egress-proxy.ts';
import type { EgressOptions } from '#policy/egress-proxy/egress-rules.ts';
import { parseHosts } from '#policy/hosts.ts';

/** A proxy with one port, bound to a list of hosts. */
export async function startEgress(hosts: readonly string[], options: EgressOptions = {}) {
  const proxy = await EgressProxy.start(options);
  const port = await proxy.openPort();
  port.bind({ hosts: parseHosts(hosts, { allowWildcards: true }) });
  return { proxy, port, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

/** A server on this machine that counts the connections made to it. */
export class Listening {
  readonly server: Server | NetServer;
  connections = 0;
  readonly #open = new Set<Socket>();

  constructor(server: Server | NetServer) {
    this.server = server;
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.#open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#open.delete(socket));
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get openConnections(): number {
    return this.#open.size;
  }

  dropConnections(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.dropConnections();
    await closed;
  }
}

export async function listen(server: Server | NetServer, host = '127.0.0.1'): Promise<Listening> {
  const listening = new Listening(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return listening;
}

export const listenHttp = (handler: RequestListener) => listen(createHttpServer(handler));
export const listenTcp = (handler: (socket: Socket) => void) =>
  listen(createServer({ allowHalfOpen: true }, handler));

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Asks a proxy for a URL, as it is written. */
export function ask(
  proxyUrl: string,
  target: string,
  options: { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer } = {},
): Promise<Answered> {
  const { hostname, port } = new URL(proxyUrl);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: hostname,
        port,
        path: target,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}

/** Sends bytes to a proxy and collects all it answers until it closes; with `thenEnd` after ending our own side. */
export function sendRaw(proxyUrl: string, bytes: string | Buffer, thenEnd = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(proxyUrl).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    if (thenEnd) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Asks a proxy for a tunnel; the socket is ready for use when `status` is 200. */
export function tunnel(
  proxyUrl: string,
  authority: string,
): Promise<{ status: number; socket: Socket; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(proxyUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', reject);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', onData);
      socket.pause();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      const left = text.slice(end + 4);
      if (left !== '' && status === 200) socket.unshift(Buffer.from(left, 'latin1'));
      resolve({ status, socket, text });
    };
    socket.on('data', onData);
    socket.on('close', () => resolve({ status: 0, socket, text }));
  });
}

/** All bytes a socket receives until the other side ends, as text. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => resolve(text);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.once('end', done);
    socket.once('close', done);
    socket.on('error', () => undefined);
    socket.resume();
  });
}

/** Resolves once `isTrue` holds; a test that waits for ever is ended by the runner. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
