import type { Emitter } from '#kernel/emitter.ts';
import { type CdpSession, NestedCdpSession } from './cdp-session.ts';
import { Frame } from './frame.ts';
import type { Interruptions } from './interruptions.ts';
import { toNetworkEvent } from './network-event.ts';
import type { PageEvent } from './page-event.ts';
import {
  asProtocolEvent,
  type FrameDescription,
  type FrameTreeDescription,
  type ProtocolEvent,
} from './protocol-events.ts';

export const WORLD_NAME = 'portolan';

/** Our world is given a function of this name, and no other world is. */
const TELL_BINDING = 'portolanTell';
const TOLD_LIMIT = 80;

const ONLY_FRAMES = [{ type: 'iframe' }, { exclude: true }];

/**
 * The frames of one page and the sessions that serve them. A frame in a process of its own is held at its
 * start until our world is registered there, so that no script of it runs before us.
 */
export class FrameTree {
  readonly main: Frame;
  readonly #frames = new Map<string, Frame>();
  readonly #nested = new Map<string, NestedCdpSession>();
  /** Worlds of frames not heard of yet: the browser may tell of the world first. */
  readonly #earlyWorlds = new Map<string, { readonly contextId: number; readonly session: CdpSession }>();
  readonly #events: Emitter<PageEvent>;
  readonly #interruptions: Interruptions;
  readonly #worldSource: string;
  readonly #isUnattended: boolean;

  constructor(options: {
    readonly session: CdpSession;
    readonly mainFrameId: string;
    readonly worldSource: string;
    readonly isUnattended: boolean;
    readonly events: Emitter<PageEvent>;
    readonly interruptions: Interruptions;
  }) {
    this.#events = options.events;
    this.#interruptions = options.interruptions;
    this.#worldSource = options.worldSource;
    this.#isUnattended = options.isUnattended;
    this.main = new Frame(options.mainFrameId, null, options.session, options.interruptions);
    this.#frames.set(this.main.id, this.main);
  }

  /** Every attached frame, the main one first, then in order of attachment. */
  all(): readonly Frame[] {
    return [...this.#frames.values()];
  }

  get(id: string): Frame | undefined {
    return this.#frames.get(id);
  }

  /** Follows a session and puts our world into every document it serves, now and later. */
  async serve(session: CdpSession): Promise<void> {
    session.events.on((event) => this.#take(asProtocolEvent(event), session));
    const [tree] = await Promise.all([
      session.send<{ frameTree: FrameTreeDescription }>('Page.getFrameTree'),
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      // A window of the system that asks for files would wait for a person who is not there.
      session.send('Page.setInterceptFileChooserDialog', { enabled: true }),
      session.send('Runtime.addBinding', { name: TELL_BINDING, executionContextName: WORLD_NAME }),
      // The browser's own question for a passkey would take every click meant for the page.
      ...(this.#isUnattended ? [session.send('WebAuthn.enable', { enableUI: false }).catch(() => {})] : []),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: this.#worldSource,
        worldName: WORLD_NAME,
        runImmediately: true,
      }),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: false,
        filter: ONLY_FRAMES,
      }),
    ]);
    this.#describe(tree.frameTree, session);
  }

  #take(event: ProtocolEvent, session: CdpSession): void {
    const network = toNetworkEvent(event);
    if (network) {
      this.#events.emit(network);
      return;
    }
    const { method, params } = event;
    switch (method) {
      case 'Page.frameAttached':
        this.#attach(params.frameId, params.parentFrameId, session);
        return;
      case 'Page.frameDetached':
        if (params.reason !== 'swap') this.#detach(params.frameId);
        return;
      case 'Page.frameNavigated':
        this.#navigated(params.frame, session);
        return;
      case 'Runtime.executionContextCreated':
        if (params.context.name === WORLD_NAME)
          this.#worldCreated(params.context.auxData?.frameId ?? '', params.context.id, session);
        return;
      case 'Runtime.bindingCalled':
        if (params.name === TELL_BINDING && params.payload.length <= TOLD_LIMIT)
          this.#events.emit({ kind: 'world-told', text: params.payload });
        return;
      case 'Runtime.executionContextDestroyed':
        for (const frame of this.all()) frame.worldGone(params.executionContextId, session);
        return;
      case 'Runtime.executionContextsCleared':
        for (const frame of this.all()) if (frame.session === session) frame.worldGone();
        return;
      case 'Target.attachedToTarget':
        // A frame that leaves again while it is being attached is no fault: it is told as detached.
        this.#attachTarget(session, params.sessionId, params.targetInfo.targetId).catch(() => {});
        return;
      case 'Target.receivedMessageFromTarget':
        this.#nested.get(params.sessionId)?.receive(params.message);
        return;
      case 'Target.detachedFromTarget':
        this.#targetGone(params.sessionId);
        return;
      case 'Page.downloadWillBegin':
        this.#events.emit({ kind: 'download-begun', url: params.url });
        return;
      case 'Input.dragIntercepted':
        this.#events.emit({ kind: 'drag-intercepted', data: params.data });
        return;
      case 'Page.javascriptDialogOpening':
        this.#events.emit({ kind: 'dialog-address', url: params.url, message: params.message });
        return;
      case 'Page.windowOpen':
        this.#events.emit({ kind: 'window-open', url: params.url });
        return;
      default:
        this.#tellProgress(event);
    }
  }

  /** Passes on what a known frame is doing. */
  #tellProgress({ method, params }: ProtocolEvent): void {
    if (!('frameId' in params)) return;
    const frame = this.#frames.get(params.frameId ?? '');
    if (!frame) return;
    switch (method) {
      case 'Page.navigatedWithinDocument':
        frame.movedWithinDocument(params.url);
        this.#events.emit({ kind: 'same-document', frame, url: params.url });
        return;
      case 'Page.fileChooserOpened': {
        const { backendNodeId, mode } = params;
        const chooser = { frame, backendNodeId, isMultiple: mode === 'selectMultiple' };
        this.#events.emit({ kind: 'file-chooser', chooser });
        return;
      }
      case 'Page.frameRequestedNavigation': {
        const newWindow = params.disposition !== 'currentTab';
        this.#events.emit({ kind: 'navigation-requested', frame, url: params.url, newWindow });
        return;
      }
      case 'Page.frameStartedNavigating':
        if (!/sameDocument/i.test(params.navigationType))
          this.#events.emit({
            kind: 'navigation-started',
            frame,
            url: params.url,
            loaderId: params.loaderId,
          });
        return;
      case 'Page.frameStartedLoading':
        this.#events.emit({ kind: 'loading-started', frame });
        return;
      case 'Page.frameStoppedLoading':
        this.#events.emit({ kind: 'loading-stopped', frame });
        return;
      case 'Page.lifecycleEvent':
        if (params.name === 'DOMContentLoaded')
          this.#events.emit({ kind: 'dom-content-loaded', frame, loaderId: params.loaderId });
        else if (params.name === 'load')
          this.#events.emit({ kind: 'loaded', frame, loaderId: params.loaderId });
        return;
      default:
        return;
    }
  }

  #worldCreated(frameId: string, contextId: number, session: CdpSession): void {
    const frame = this.#frames.get(frameId);
    if (frame) frame.worldReady(contextId, session);
    else this.#earlyWorlds.set(frameId, { contextId, session });
  }

  #describe(tree: FrameTreeDescription, session: CdpSession): void {
    const frame = this.#attach(tree.frame.id, tree.frame.parentId, session);
    if (frame.documentId === '') frame.committed(documentOf(tree.frame));
    for (const child of tree.childFrames ?? []) this.#describe(child, session);
  }

  #attach(id: string, parentId: string | undefined, session: CdpSession): Frame {
    const known = this.#frames.get(id);
    if (known) return known;
    const frame = new Frame(id, this.#frames.get(parentId ?? '') ?? this.main, session, this.#interruptions);
    this.#frames.set(id, frame);
    const early = this.#earlyWorlds.get(id);
    this.#earlyWorlds.delete(id);
    if (early) frame.servedBy(early.session);
    if (early) frame.worldReady(early.contextId, early.session);
    this.#events.emit({ kind: 'frame-attached', frame });
    return frame;
  }

  #navigated(description: FrameDescription, session: CdpSession): void {
    const frame = this.#attach(description.id, description.parentId, session);
    frame.servedBy(session);
    this.#detachBelow(frame);
    frame.committed(documentOf(description));
    this.#events.emit({ kind: 'committed', frame, url: frame.url, main: frame === this.main });
  }

  #detach(id: string): void {
    const frame = this.#frames.get(id);
    if (!frame || frame === this.main) return;
    this.#detachBelow(frame);
    this.#frames.delete(id);
    frame.detached();
    this.#events.emit({ kind: 'frame-detached', frame });
  }

  #detachBelow(frame: Frame): void {
    for (const child of this.all()) if (child.parent === frame) this.#detach(child.id);
  }

  async #attachTarget(parent: CdpSession, sessionId: string, frameId: string): Promise<void> {
    const session = new NestedCdpSession(parent, sessionId);
    this.#nested.set(sessionId, session);
    this.#frames.get(frameId)?.servedBy(session);
    // The target takes commands while it is held and starts only when told to: our world is there first.
    await Promise.all([this.serve(session), session.send('Runtime.runIfWaitingForDebugger')]);
  }

  #targetGone(sessionId: string): void {
    const nested = this.#nested.get(sessionId);
    this.#nested.delete(sessionId);
    nested?.end();
    for (const frame of this.all()) if (frame.session === nested) frame.worldGone();
  }
}

function documentOf(description: FrameDescription): { id: string; url: string; origin: string } {
  const { loaderId, url, urlFragment = '', securityOrigin } = description;
  const isOpaque = securityOrigin === '://' || securityOrigin === '';
  return {
    id: loaderId,
    url: url + urlFragment,
    origin: isOpaque ? 'null' : securityOrigin.replace(/\/$/, ''),
  };
}
