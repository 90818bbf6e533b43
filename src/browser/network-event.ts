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
