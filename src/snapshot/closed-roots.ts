import type { CdpEvent, CdpSession } from '#browser/cdp-session.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { callWithNodes, handlesFrom } from './node-handles.ts';
import { nodesBelow, type ProtocolNode } from './protocol-node.ts';

/**
 * Follows the closed shadow roots of the documents that one session serves. Page code cannot see them, so the
 * browser is asked once; from then on it tells of new ones, and nothing is asked again.
 */
class ClosedRootWatch {
  readonly #page: Page;
  readonly #top: Frame;
  readonly #frames = new Map<number, Frame>();
  readonly #told = new Set<number>();
  #found = new Map<number, Frame>();
  #unexpanded = new Set<number>();
  #isStale = false;
  readonly #off: () => void;

  constructor(page: Page, top: Frame) {
    this.#page = page;
    this.#top = top;
    this.#off = top.session.events.on((event) => this.#take(event));
  }

  /** Takes the whole of what the session serves, as the browser just described it. */
  begin(root: ProtocolNode): void {
    this.#frames.clear();
    this.#unexpanded.clear();
    this.#isStale = false;
    this.#note(this.#top, root);
  }

  /** Whether something came that was not registered yet. */
  get hasNews(): boolean {
    return this.#isStale || this.#found.size > 0 || this.#unexpanded.size > 0;
  }

  /** Registers what was found in our world. Returns the frames that show more now. */
  async register(deadline: Deadline): Promise<readonly Frame[]> {
    if (this.#isStale) this.begin((await askDocument(this.#top, deadline)).root);
    // What the browser describes of a part it was asked for comes as events before its answer.
    while (this.#unexpanded.size > 0) {
      const parts = [...this.#unexpanded];
      this.#unexpanded = new Set();
      await Promise.all(
        parts.map((nodeId) =>
          this.#top
            .send('DOM.requestChildNodes', { nodeId, depth: -1, pierce: true }, { deadline })
            .catch(() => {}),
        ),
      );
    }
    const byFrame = new Map<Frame, number[]>();
    for (const [backendNodeId, frame] of this.#found) {
      if (this.#told.has(backendNodeId)) continue;
      this.#told.add(backendNodeId);
      byFrame.set(frame, [...(byFrame.get(frame) ?? []), backendNodeId]);
    }
    this.#found = new Map();
    await Promise.all(
      [...byFrame].map(([frame, ids]) => callWithNodes(frame, 'rememberClosedRoots', ids, deadline)),
    );
    return [...byFrame.keys()];
  }

  end(): void {
    this.#off();
  }

  #note(frame: Frame, root: ProtocolNode): void {
    for (const { frame: owner, node } of nodesBelow(this.#page, frame, root)) {
      this.#frames.set(node.nodeId, owner);
      if (node.shadowRootType === 'closed') this.#found.set(node.backendNodeId, owner);
    }
  }

  #take({ method, params }: CdpEvent): void {
    if (!method.startsWith('DOM.')) return;
    const event = params as DomEvent;
    if (method === 'DOM.documentUpdated') this.#isStale = true;
    else if (method === 'DOM.childNodeCountUpdated') this.#expand(event.nodeId);
    else if (method === 'DOM.setChildNodes')
      for (const node of event.nodes ?? []) this.#noteBelow(event.parentId, node);
    else if (method === 'DOM.childNodeInserted') this.#arrived(event.parentNodeId, event.node);
    else if (method === 'DOM.shadowRootPushed') this.#arrived(event.hostId, event.root);
  }

  #arrived(parentId: number | undefined, node: ProtocolNode | undefined): void {
    if (!node) return;
    this.#noteBelow(parentId, node);
    if (node.contentDocument) this.#isStale = true;
    if (node.nodeType === 1 || node.shadowRootType) this.#expandBelow(node);
  }

  /** Only what the browser was asked for is told of later, so each new part is asked for once. */
  #expandBelow(node: ProtocolNode): void {
    if (node.childNodeCount && !node.children) this.#expand(node.nodeId);
    for (const shadow of node.shadowRoots ?? [])
      if (shadow.shadowRootType !== 'user-agent') this.#expand(shadow.nodeId);
    if (node.shadowRootType) this.#expand(node.nodeId);
  }

  #expand(nodeId: number | undefined): void {
    if (nodeId !== undefined) this.#unexpanded.add(nodeId);
  }

  #noteBelow(parentId: number | undefined, node: ProtocolNode): void {
    const frame = this.#frames.get(parentId ?? 0);
    if (frame) this.#note(frame, node);
    else this.#isStale = true;
  }
}

/** The parts of the browser's messages on a document that are read here. */
interface DomEvent {
  readonly nodeId?: number;
  readonly parentId?: number;
  readonly parentNodeId?: number;
  readonly hostId?: number;
  readonly node?: ProtocolNode;
  readonly nodes?: readonly ProtocolNode[];
  readonly root?: ProtocolNode;
}

interface Watched {
  readonly documentId: string;
  readonly watch: ClosedRootWatch;
}

const watched = new WeakMap<CdpSession, Watched>();

/** The whole of what a session serves. It makes the browser tell of changes until `DOM.disable`. */
export async function askDocument(top: Frame, deadline: Deadline): Promise<{ readonly root: ProtocolNode }> {
  return await top.send('DOM.getDocument', { depth: -1, pierce: true }, { deadline });
}

/** Whether the session's document is followed, so that its messages must stay on. */
export function isWatched(top: Frame): boolean {
  return watchOf(top) !== undefined;
}

function watchOf(top: Frame): ClosedRootWatch | undefined {
  const known = watched.get(top.session);
  if (!known || known.documentId === top.documentId) return known?.watch;
  known.watch.end();
  watched.delete(top.session);
  top.send('DOM.disable').catch(() => {});
  return undefined;
}

/**
 * Registers in our world the closed shadow roots in a description of the whole document.
 *
 * @returns the frames that show more now.
 */
export async function registerFrom(
  page: Page,
  top: Frame,
  root: ProtocolNode,
  deadline: Deadline,
): Promise<readonly Frame[]> {
  let watch = watchOf(top);
  if (!watch) {
    let isNeeded = false;
    for (const { node } of nodesBelow(page, top, root)) if (node.shadowRootType === 'closed') isNeeded = true;
    if (!isNeeded) return [];
    watch = new ClosedRootWatch(page, top);
    watched.set(top.session, { documentId: top.documentId, watch });
  }
  watch.begin(root);
  return await watch.register(deadline);
}

/**
 * Registers closed shadow roots that came to be since the last look, and looks at kinds of elements that may
 * have one and were not looked at. The document is described as a whole only when one of them has.
 *
 * @param askers - frames in which such kinds were met.
 * @returns the frames that show more now.
 */
export async function refreshClosedRoots(
  page: Page,
  top: Frame,
  askers: readonly Frame[],
  deadline: Deadline,
): Promise<readonly Frame[]> {
  const watch = watchOf(top);
  if (watch) return watch.hasNews ? await watch.register(deadline) : [];
  const answers = await Promise.all(askers.map((frame) => hasClosedRoot(frame, deadline)));
  if (!answers.includes(true)) return [];
  return await registerFrom(page, top, (await askDocument(top, deadline)).root, deadline);
}

async function hasClosedRoot(frame: Frame, deadline: Deadline): Promise<boolean> {
  const { objectIds, release } = await handlesFrom(frame, 'takeRootless', deadline);
  const answers = await Promise.all(
    objectIds.map((objectId) =>
      frame
        .send<{ node: ProtocolNode }>('DOM.describeNode', { objectId }, { deadline })
        .then(({ node }) => node.shadowRoots?.some((shadow) => shadow.shadowRootType === 'closed') ?? false)
        .catch(() => false),
    ),
  );
  release();
  return answers.includes(true);
}
