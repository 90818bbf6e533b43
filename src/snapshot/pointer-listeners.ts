import type { CdpSession } from '#browser/cdp-session.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { askDocument, isWatched, registerFrom } from './closed-roots.ts';
import { askListenersAhead, listeningNodes } from './document-listeners.ts';
import { callWithNodes } from './node-handles.ts';
import { nodesBelow, type ProtocolNode, preorderIds } from './protocol-node.ts';

const YOUNG_MS = 2_000;
/** An answer costs by its length: a long one stays young longer, so that asking is a small part of reading. */
const LONG_ANSWER = 500;
const YOUNG_MOST_MS = 15_000;
/** So many listeners are told of in less time than a question takes. */
const SHORT_ANSWER = 100;
/** Up to here each node is handed over by itself; from here on by its place in the whole document. */
const FEW = 20;
const TRIES = 2;

interface Checked {
  /** Documents and their versions, of all frames that the session serves. */
  readonly stamp: string;
  readonly documents: string;
  readonly ids: ReadonlySet<number>;
  readonly atMs: number;
  readonly youngForMs: number;
  /** Listeners of any kind. */
  readonly total: number;
}

const checked = new WeakMap<CdpSession, Checked>();

/** A frame with the version of its document at which it was read. */
export interface ReadFrame {
  readonly frame: Frame;
  readonly domVersion: number;
}

/**
 * Tells our world in the frames of one session which elements have a pointer listener of their own: the page
 * sets them where no attribute shows it. Adding one leaves no mutation record, so the answer is asked again
 * when a document changed or the last answer is not young.
 *
 * @param frames - all that the session serves, its top one first, as they were just read.
 * @returns frames in which something can be clicked that was not known to.
 */
export async function refreshListeners(
  page: Page,
  frames: readonly ReadFrame[],
  deadline: Deadline,
): Promise<readonly Frame[]> {
  const top = frames[0]?.frame;
  if (!top) return [];
  const documents = frames.map(({ frame }) => frame.documentId).join();
  const stamp = `${documents} ${frames.map(({ domVersion }) => domVersion).join()}`;
  const last = checked.get(top.session);
  if (last?.stamp === stamp && Date.now() - last.atMs < last.youngForMs) return [];
  const { ids, total } = await listeningNodes(top, deadline);
  const youngForMs = Math.min(YOUNG_MOST_MS, YOUNG_MS * Math.max(1, total / LONG_ANSWER));
  checked.set(top.session, { stamp, documents, ids, atMs: Date.now(), youngForMs, total });
  const known = last?.documents === documents ? last.ids : new Set<number>();
  const added = [...ids].filter((id) => !known.has(id));
  const gone = [...known].filter((id) => !ids.has(id));
  if (added.length + gone.length === 0) return [];
  if (frames.length === 1 && added.length + gone.length <= FEW)
    return (await tellFew(top, added, gone, deadline)) ? [top] : [];
  return await tellByPlace(page, top, ids, deadline);
}

/** Asks ahead where an answer is likely to be wanted and short; see `askListenersAhead`. */
export function expectListeners(top: Frame, deadline: Deadline): void {
  const last = checked.get(top.session);
  if (last?.documents === top.documentId && last.total <= SHORT_ANSWER) askListenersAhead(top, deadline);
}

async function tellFew(
  frame: Frame,
  added: readonly number[],
  gone: readonly number[],
  deadline: Deadline,
): Promise<boolean> {
  const [hasMore, hasLess] = await Promise.all([
    callWithNodes<boolean>(frame, 'addListeners', added, deadline),
    callWithNodes<boolean>(frame, 'dropListeners', gone, deadline),
  ]);
  return hasMore === true || hasLess === true;
}

/** The document must be the same when it is described and when places in it are taken; else it is described again. */
async function tellByPlace(
  page: Page,
  top: Frame,
  ids: ReadonlySet<number>,
  deadline: Deadline,
): Promise<readonly Frame[]> {
  const changed = new Set<Frame>();
  let isAgreed = false;
  for (let attempt = 0; attempt < TRIES && !isAgreed; attempt++) {
    const { root } = await askDocument(top, deadline);
    for (const frame of await registerFrom(page, top, root, deadline)) changed.add(frame);
    const answers = await Promise.all(
      documentsIn(page, top, root).map(async ({ frame, document }) => {
        const order = preorderIds(document);
        const places: number[] = [];
        order.forEach((id, place) => {
          if (ids.has(id)) places.push(place);
        });
        const isNews = await frame
          .call<boolean | null>('setListeners', [places, order.length], { deadline })
          .catch(() => false);
        if (isNews) changed.add(frame);
        return isNews !== null;
      }),
    );
    isAgreed = !answers.includes(false);
  }
  if (!isWatched(top)) top.send('DOM.disable').catch(() => {});
  return [...changed];
}

function documentsIn(
  page: Page,
  top: Frame,
  root: ProtocolNode,
): { readonly frame: Frame; readonly document: ProtocolNode }[] {
  const found = [{ frame: top, document: root }];
  for (const { node } of nodesBelow(page, top, root)) {
    const inner = node.contentDocument && node.frameId ? page.frameById(node.frameId) : undefined;
    if (node.contentDocument && inner) found.push({ frame: inner, document: node.contentDocument });
  }
  return found;
}
