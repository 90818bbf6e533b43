import { Admission } from '#transports/admission.ts';
import type { Host } from '#transports/host.ts';
import type { Log } from '#transports/log.ts';
import { createApp } from './app.ts';
import type { Authenticate } from './authenticate.ts';
import { listen } from './listen.ts';
import { createMcpEndpoint } from './mcp-endpoint.ts';
import { OpenResponses } from './open-responses.ts';
import { ownHosts } from './own-addresses.ts';

const REPLIES_LEAVE_WITHIN_MS = 500;

export interface HttpServiceOptions {
  /** Starts the inside, once the port that it must keep pages away from is known. */
  readonly openHost: (port: number) => Promise<Host>;
  readonly authenticate: Authenticate;
  readonly host: string;
  readonly port: number;
  readonly idleTimeoutMs: number;
  /** Most calls of one owner at once; `CALLS_AT_ONCE` when absent. */
  readonly callsAtOnce?: number;
  readonly log: Log;
}

export interface HttpService {
  readonly origin: string;
  readonly port: number;
  readonly host: Host;
  /** Refuses new calls, lets running ones finish for at most `atMostMs`, then closes everything. */
  stop(atMostMs: number): Promise<'finished' | 'cut-short'>;
}

/**
 * Serves the faces of a host over HTTP. The port is taken before the inside is started, so that a taken
 * port costs no browser.
 *
 * @throws environment when the port cannot be taken or the inside does not start.
 */
export async function serveHttp(options: HttpServiceOptions): Promise<HttpService> {
  const { log } = options;
  const admission = new Admission();
  let answer: (request: Request) => Response | Promise<Response> = () =>
    new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
  const listening = await listen(options.host, options.port, () => (request) => answer(request));

  const responses = new OpenResponses(listening.server);

  let host: Host;
  try {
    host = await options.openHost(listening.port);
  } catch (error) {
    listening.server.close();
    throw error;
  }
  const endpointOf = (face: Host['face']) =>
    createMcpEndpoint({
      host: { broker: host.broker, face },
      admission,
      log,
      idleTimeoutMs: options.idleTimeoutMs,
      address: () => `${listening.origin}/mcp/${face.name}`,
    });
  const faces = [host.face, ...(host.workflows === undefined ? [] : [host.workflows.face])];
  const endpoints = new Map(faces.map((face) => [face.name, endpointOf(face)]));
  const app = createApp({
    host,
    endpoints,
    admission,
    authenticate: options.authenticate,
    callsAtOnce: options.callsAtOnce,
    ownHosts: ownHosts(options.host, listening.port),
    log,
  });
  answer = (request) => app.fetch(request);

  return {
    origin: listening.origin,
    port: listening.port,
    host,
    async stop(atMostMs) {
      listening.server.close();
      const outcome = await admission.stop(atMostMs);
      await responses.sent(REPLIES_LEAVE_WITHIN_MS);
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
      listening.server.closeIdleConnections();
      await host.broker.close();
      listening.server.closeAllConnections();
      return outcome;
    },
  };
}
