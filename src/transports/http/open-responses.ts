import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';

/** Knows which replies have not left yet, so that a stopping server does not cut the last ones off. */
export class OpenResponses {
  readonly #open = new Set<ServerResponse>();
  #whenSent: (() => void) | undefined;

  constructor(server: HttpServer) {
    server.on('request', ({ method }: IncomingMessage, response: ServerResponse) => {
      if (method !== 'POST') return;
      this.#open.add(response);
      response.once('close', () => {
        this.#open.delete(response);
        if (this.#open.size === 0) this.#whenSent?.();
      });
    });
  }

  /** Resolves when every reply to a POST has left, at the latest after `atMostMs`: streams may stay open for ever. */
  async sent(atMostMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.#whenSent = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
