import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';

/** Events whose listener makes an element clickable. */
const POINTER_EVENTS = new Set(['click', 'mousedown', 'pointerdown', 'dblclick']);
const YOUNG_MS = 2_000;
const OBJECTS = 'portolan-listeners';

interface ProtocolNode {
  readonly nodeType: number;
  readonly backendNodeId: number;
  readonly frameId?: string;
  readonly shadowRootType?: string;
  readonly children?: readonly ProtocolNode[];
  readonly shadowRoots?: readonly ProtocolNode[];
  readonly contentDocument?: ProtocolNode;
}

interface Checked {
  readonly documentId: string;
  readonly ids: ReadonlySet<number>;
  readonly domVersion: number;
  readonly atMs: number;
}

const checked = new WeakMap<Page, Checked>();

/**
 * Tells our world in each frame of the page's process which elements have a pointer listener of their own:
 * the page sets them where no attribute shows it. Adding one leaves no mutation record, so the answer is
 * asked again when the document changed or the last answer is not young.
 *
 * @param domVersion - of the main frame, just read.
 * @returns frames in which an element is clickable that was not known to be.
 */
export async function refreshListeners(
  page: Page,
  domVersion: number,
  deadline: Deadline,
): Promise<readonly Frame[]> {
  const { documentId } = page.mainFrame;
  const last = checked.get(page);
  const isYoung = last && last.domVersion === domVersion && Date.now() - last.atMs < YOUNG_MS;
  if (last && last.documentId === documentId && isYoung) return [];
  const ids = await listeningNodes(page, deadline);
  checked.set(page, { documentId, ids, domVersion, atMs: Date.now() });
  const known = last?.documentId === documentId ? last.ids : new Set<number>();
  if ([...ids].every((id) => known.has(id))) return [];
  return await tellFrames(page, ids, deadline);
}

/** Only the main world's document may be asked: with an object of ours the renderer ends after some navigations. */
async function listeningNodes(page: Page, deadline: Deadline): Promise<ReadonlySet<number>> {
  const options = { deadline };
  const { result } = await page.send<{ result: { objectId?: string } }>(
    'Runtime.evaluate',
    { expression: 'document', objectGroup: OBJECTS },
    options,
  );
  if (!result.objectId) return new Set();
  const { listeners } = await page.send<{ listeners: { type: string; backendNodeId?: number }[] }>(
    'DOMDebugger.getEventListeners',
    { objectId: result.objectId, depth: -1, pierce: true },
    options,
  );
  page.send('Runtime.releaseObjectGroup', { objectGroup: OBJECTS }, options).catch(() => {});
  const ids = new Set<number>();
  for (const { type, backendNodeId } of listeners)
    if (backendNodeId !== undefined && POINTER_EVENTS.has(type)) ids.add(backendNodeId);
  return ids;
}

async function tellFrames(
  page: Page,
  ids: ReadonlySet<number>,
  deadline: Deadline,
): Promise<readonly Frame[]> {
  const { root } = await page.send<{ root: ProtocolNode }>(
    'DOM.getDocument',
    { depth: -1, pierce: true },
    { deadline },
  );
  const places = new Map<Frame, number[]>();
  for (const { frame, document } of documentsIn(page, root)) {
    const found = placesOf(document, ids);
    if (found.length > 0) places.set(frame, found);
  }
  const changed: Frame[] = [];
  await Promise.all(
    [...places].map(async ([frame, found]) => {
      const isNews = await frame.call<boolean>('setListeners', [found], { deadline }).catch(() => false);
      if (isNews) changed.push(frame);
    }),
  );
  return changed;
}

function documentsIn(page: Page, root: ProtocolNode): { frame: Frame; document: ProtocolNode }[] {
  const found = [{ frame: page.mainFrame, document: root }];
  const look = (node: ProtocolNode) => {
    if (node.contentDocument && node.frameId) {
      const frame = page.frameById(node.frameId);
      if (frame) found.push({ frame, document: node.contentDocument });
      look(node.contentDocument);
    }
    for (const shadow of node.shadowRoots ?? []) look(shadow);
    for (const child of node.children ?? []) look(child);
  };
  look(root);
  return found;
}

/** Places in the preorder that our world walks too: an open shadow tree before the children of its host. */
function placesOf(document: ProtocolNode, ids: ReadonlySet<number>): number[] {
  const places: number[] = [];
  let place = -1;
  const add = (node: ProtocolNode) => {
    if (node.nodeType !== 1) return;
    place++;
    if (ids.has(node.backendNodeId)) places.push(place);
    for (const shadow of node.shadowRoots ?? [])
      if (shadow.shadowRootType === 'open') for (const child of shadow.children ?? []) add(child);
    for (const child of node.children ?? []) add(child);
  };
  for (const child of document.children ?? []) add(child);
  return places;
}
