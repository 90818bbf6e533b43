import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

/** Refusals of the HTTP server itself, before any tool is reached. */
export const TRANSPORT_ERRORS = {
  unauthorized: {
    means: 'The request carries no token, or not the one of this server.',
    remedy: 'Send `Authorization: Bearer <token>`; `portolan token show` prints the token.',
    retry: 'no',
    status: 401,
    exit: 3,
  },
  foreign_origin: {
    means: 'The request comes from a web page of another origin, or names another host.',
    remedy: 'Call the server by the address it printed, from a program and not from a web page.',
    retry: 'no',
    status: 403,
    exit: 3,
  },
  shutting_down: {
    means: 'The server is stopping and takes no new calls.',
    remedy: 'Call again when the server is back.',
    retry: 'yes',
    status: 503,
    exit: 6,
  },
  unknown_path: {
    means: 'Nothing is served at this address.',
    remedy: 'Use /mcp/portal, /livez or /readyz.',
    retry: 'no',
    status: 404,
    exit: 2,
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(TRANSPORT_ERRORS);
