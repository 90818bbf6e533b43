import type { MiddlewareHandler } from 'hono';
import { fail } from '#transports/errors.ts';
import type { Authenticate, Principal } from './authenticate.ts';
import { refusalResponse } from './refusal-response.ts';

export interface Gated {
  Variables: { principal: Principal };
}

/**
 * Lets through only what was sent to this server by its name, and not by a web page of another origin.
 * A request without `Origin` comes from a program and is left to its token.
 */
export function requireOwnOrigin(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase();
    if (host === undefined || !hosts.has(host)) {
      return refusalResponse(fail('foreign_origin', 'The Host header does not name this server.'));
    }
    const origin = context.req.header('origin')?.toLowerCase();
    if (origin !== undefined && !isOwn(origin, hosts)) {
      return refusalResponse(fail('foreign_origin', 'The Origin is not this server.'));
    }
    return next();
  };
}

function isOwn(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
}

/** Lets through only who holds the token, and says who that is. */
export function requirePrincipal(authenticate: Authenticate): MiddlewareHandler<Gated> {
  return async (context, next) => {
    const header = context.req.header('authorization');
    const principal = authenticate(header);
    if (principal === undefined) {
      const sentence =
        header === undefined ? 'The request carries no token.' : 'The token is not valid here.';
      return refusalResponse(fail('unauthorized', sentence), {
        'WWW-Authenticate': 'Bearer realm="portolan"',
      });
    }
    context.set('principal', principal);
    return next();
  };
}
