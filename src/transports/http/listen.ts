import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { fail } from '#kernel/errors.ts';
import { inUrl, isLoopback } from './own-addresses.ts';
import { holderOfPort } from './port-holder.ts';

export type Fetch = (request: Request) => Response | Promise<Response>;

export interface Listening {
  readonly server: HttpServer;
  readonly port: number;
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
}

/**
 * Takes the port, then asks `fetchFor` for what answers on it (the port is known only then).
 *
 * @throws environment when the port is taken (says by whom, when the system tells) or not allowed.
 */
export async function listen(
  host: string,
  port: number,
  fetchFor: (taken: { port: number; origin: string }) => Fetch,
): Promise<Listening> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portError(host, port, error);
  }
  const address = server.address() as AddressInfo;
  if (isLoopback(host) && !isLoopback(address.address)) {
    server.close();
    throw fail('environment', `${host} leads to ${address.address}, which other machines can reach.`, {
      remedy: 'Listen on 127.0.0.1.',
    });
  }
  const origin = `http://${inUrl(host)}:${address.port}`;
  const answer = fetchFor({ port: address.port, origin });
  server.on('request', getRequestListener(answer, { overrideGlobalObjects: false }));
  return { server, port: address.port, origin };
}

function portError(host: string, port: number, cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    const holder = holderOfPort(port);
    const byWhom = holder === undefined ? 'another program' : `${holder.command} (process ${holder.pid})`;
    const remedy = `Stop that program, or choose another port: --port ${port + 1}, or --port 0 for any free one.`;
    const facts = { remedy, port, ...(holder ?? {}) };
    return fail('environment', `Port ${port} on ${host} is taken by ${byWhom}.`, facts, cause);
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return fail(
    'environment',
    `The server cannot listen on ${host}, port ${port}: ${reason}`,
    { remedy: 'Choose another address with --host, or a port from 1024 up with --port.' },
    cause,
  );
}
