/** The browser's messages that the engine listens to, as far as it reads them. */
export interface FrameDescription {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
  readonly urlFragment?: string;
  readonly securityOrigin: string;
}

export interface FrameTreeDescription {
  readonly frame: FrameDescription;
  readonly childFrames?: readonly FrameTreeDescription[];
}

interface Messages {
  'Page.frameAttached': { frameId: string; parentFrameId: string };
  'Page.frameDetached': { frameId: string; reason: 'remove' | 'swap' };
  'Page.frameNavigated': { frame: FrameDescription };
  'Page.navigatedWithinDocument': { frameId: string; url: string };
  'Page.frameRequestedNavigation': { frameId: string; url: string; disposition: string };
  'Page.frameStartedNavigating': { frameId: string; url: string; loaderId: string; navigationType: string };
  'Page.frameStartedLoading': { frameId: string };
  'Page.frameStoppedLoading': { frameId: string };
  'Page.lifecycleEvent': { frameId: string; loaderId: string; name: string };
  'Page.windowOpen': { url: string };
  'Page.javascriptDialogOpening': { url: string; message: string };
  'Page.fileChooserOpened': {
    frameId: string;
    mode: 'selectSingle' | 'selectMultiple';
    backendNodeId?: number;
  };
  'Input.dragIntercepted': { data: Readonly<Record<string, unknown>> };
  'Page.downloadWillBegin': { guid: string; url: string };
  'Page.downloadProgress': { guid: string; receivedBytes: number; state: string };
  'Runtime.executionContextCreated': {
    context: { id: number; name: string; auxData?: { frameId?: string } };
  };
  'Runtime.bindingCalled': { name: string; payload: string };
  'Runtime.executionContextDestroyed': { executionContextId: number };
  'Runtime.executionContextsCleared': object;
  'Target.attachedToTarget': { sessionId: string; targetInfo: { targetId: string } };
  'Target.receivedMessageFromTarget': { sessionId: string; message: string };
  'Target.detachedFromTarget': { sessionId: string };
  'Network.requestWillBeSent': {
    requestId: string;
    loaderId: string;
    frameId?: string;
    type?: string;
    request: { url: string; method: string };
  };
  'Network.responseReceived': {
    requestId: string;
    loaderId: string;
    frameId?: string;
    type: string;
    response: { url: string; status: number; mimeType: string; headers: Readonly<Record<string, string>> };
  };
  'Network.loadingFinished': { requestId: string };
  'Network.loadingFailed': { requestId: string; errorText: string };
}

export type ProtocolEvent = {
  [M in keyof Messages]: { readonly method: M; readonly params: Messages[M] };
}[keyof Messages];

/** Reads an event as the protocol describes it: its method's name decides the shape of what it carries. */
export function asProtocolEvent(event: { readonly method: string; readonly params: unknown }): ProtocolEvent {
  return event as ProtocolEvent;
}
