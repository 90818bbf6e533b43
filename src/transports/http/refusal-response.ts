import type { PortolanError } from '#kernel/error.ts';

/**
 * A refusal as an HTTP response. The body is a JSON-RPC error without id, which every protocol client
 * shows to its user; `data` has the code and what to do.
 */
export function refusalResponse(error: PortolanError, headers: Record<string, string> = {}): Response {
  const { retryAfterSeconds } = error.facts;
  const isTooMany = typeof retryAfterSeconds === 'number';
  const body = {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32_000,
      message: `${error.code}: ${error.message} ${error.remedy}`,
      data: { code: error.code, remedy: error.remedy },
    },
  };
  return Response.json(body, {
    status: isTooMany ? 429 : (error.entry.status ?? 500),
    headers: isTooMany ? { 'Retry-After': String(retryAfterSeconds), ...headers } : headers,
  });
}
