import type { PageEvent } from './page-event.ts';
import type { ProtocolEvent } from './protocol-events.ts';

/** A request's life as a page event; `undefined` for messages of other kinds. */
export function toNetworkEvent({ method, params }: ProtocolEvent): PageEvent | undefined {
  switch (method) {
    case 'Network.requestWillBeSent':
      return {
        kind: 'request',
        requestId: params.requestId,
        url: params.request.url,
        method: params.request.method,
        resourceType: params.type ?? 'Other',
        frameId: params.frameId ?? '',
        loaderId: params.loaderId,
      };
    case 'Network.responseReceived':
      return {
        kind: 'response',
        requestId: params.requestId,
        url: params.response.url,
        status: params.response.status,
        mimeType: params.response.mimeType,
        asksForCredentials: isChallenge(params.response),
        resourceType: params.type,
        frameId: params.frameId ?? '',
        loaderId: params.loaderId,
      };
    case 'Network.loadingFinished':
      return { kind: 'request-ended', requestId: params.requestId, failure: '' };
    case 'Network.loadingFailed':
      return { kind: 'request-ended', requestId: params.requestId, failure: params.errorText };
    default:
      return undefined;
  }
}

/** A 401 or 407 that names a way to sign in over HTTP itself; without one it is a page like any other. */
function isChallenge({
  status,
  headers,
}: {
  status: number;
  headers: Readonly<Record<string, string>>;
}): boolean {
  const wanted = status === 401 ? 'www-authenticate' : status === 407 ? 'proxy-authenticate' : undefined;
  return wanted !== undefined && Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}
