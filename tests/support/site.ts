import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const FOLDERS = ['../pages', '../hostile'].map((folder) => join(import.meta.dirname, folder));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

export interface SeenRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A site on loopback for one test: the fixture pages by their folder name, and answers of its own. */
export interface Site extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** The same server under another name, for another origin. */
  originFor(host: string): string;
  close(): Promise<void>;
}

/**
 * Starts a site. `/<case>/…` serves `tests/pages/<case>/…`, then `tests/hostile/<case>/…`;
 * a folder stands for its `index.html`.
 *
 * @param answers - by path without query; an HTML string, or a function that writes the response. They come before files.
 */
export async function openSite(answers: Readonly<Record<string, string | Answer>> = {}): Promise<Site> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    reply(incoming, response).catch(() => response.destroy());
  });

  async function reply(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const seen: SeenRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    requests.push(seen);
    const path = decodeURIComponent(seen.path.split('?')[0] ?? '/');
    const answer = answers[path];
    if (typeof answer === 'function') return answer(seen, response);
    if (answer !== undefined) return send(response, '.html', answer);
    await sendFile(response, path);
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    originFor: (host) => `http://${host}:${port}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(response: ServerResponse, extension: string, body: string | Buffer): void {
  response.setHeader('content-type', TYPES[extension] ?? 'application/octet-stream');
  response.end(body);
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const relative = normalize(path).replace(/^(\.\.[/\\])+/, '');
  const name = extname(relative) === '' ? join(relative, 'index.html') : relative;
  for (const folder of FOLDERS) {
    const content = await readFile(join(folder, name)).catch(() => undefined);
    if (content !== undefined) return send(response, extname(name), content);
  }
  response.statusCode = 404;
  send(response, '.html', '<!doctype html><title>Not found</title><h1>Not found</h1>');
}
