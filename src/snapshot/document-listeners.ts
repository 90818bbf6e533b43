import type { CdpSession } from '#browser/cdp-session.ts';
import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';

/** Events whose listener makes an element clickable. */
const POINTER_EVENTS = new Set(['click', 'mousedown', 'pointerdown', 'dblclick']);
const AHEAD_GOOD_FOR_MS = 25;
let lastGroup = 0;

/** The nodes with a pointer listener of their own, and how many listeners of any kind there are. */
export interface ListeningNodes {
  readonly ids: ReadonlySet<number>;
  readonly total: number;
}

/** The main world's `document` in the browser's keeping, under a name that lets it be forgotten. */
interface Handle {
  readonly documentId: string;
  readonly group: string;
  readonly objectId: Promise<string | undefined>;
}

interface Ahead {
  readonly documentId: string;
  readonly answer: Promise<ListeningNodes | undefined>;
  readonly untilMs: number;
}

const handles = new WeakMap<CdpSession, Handle>();
const ahead = new WeakMap<CdpSession, Ahead>();

/**
 * Asks the browser for the listeners of all that the frame's session serves.
 *
 * Only the main world's document may be asked: with an object of ours the renderer ends after some navigations.
 */
export async function listeningNodes(top: Frame, deadline: Deadline): Promise<ListeningNodes> {
  const early = takeAhead(top);
  const known = early === undefined ? await ask(top, deadline, handleOf(top)) : await early;
  return known ?? (await ask(top, deadline, undefined)) ?? { ids: new Set(), total: 0 };
}

/**
 * Asks for them behind a question that the document answers in the task in which it gets it: both answers come
 * in the time of one. Good for the look that follows at once.
 */
export function askListenersAhead(top: Frame, deadline: Deadline): void {
  const handle = handleOf(top);
  if (handle === undefined) return;
  const answer = ask(top, deadline, handle);
  ahead.set(top.session, {
    documentId: top.documentId,
    answer,
    untilMs: performance.now() + AHEAD_GOOD_FOR_MS,
  });
}

/** What was asked ahead may be older than what was read. */
export function forgetListenersAhead(top: Frame): void {
  ahead.delete(top.session);
}

function takeAhead(top: Frame): Ahead['answer'] | undefined {
  const early = ahead.get(top.session);
  ahead.delete(top.session);
  if (early === undefined || early.documentId !== top.documentId) return undefined;
  return performance.now() > early.untilMs ? undefined : early.answer;
}

function handleOf(top: Frame): Handle | undefined {
  const handle = handles.get(top.session);
  return handle?.documentId === top.documentId ? handle : undefined;
}

/** Nothing when there is no document, or the handle is of one that is gone. */
async function ask(
  top: Frame,
  deadline: Deadline,
  known: Handle | undefined,
): Promise<ListeningNodes | undefined> {
  const handle = known ?? takeHandle(top, deadline);
  handles.delete(top.session);
  const objectId = await handle.objectId;
  if (objectId === undefined) return undefined;
  try {
    const { listeners } = await top.send<{ listeners: { type: string; backendNodeId?: number }[] }>(
      'DOMDebugger.getEventListeners',
      { objectId, depth: -1, pierce: true },
      { deadline },
    );
    const ids = new Set<number>();
    for (const { type, backendNodeId } of listeners)
      if (backendNodeId !== undefined && POINTER_EVENTS.has(type)) ids.add(backendNodeId);
    return { ids, total: listeners.length };
  } catch (error) {
    if (known === undefined) throw error;
    return undefined;
  } finally {
    top.send('Runtime.releaseObjectGroup', { objectGroup: handle.group }, { deadline }).catch(() => {});
    // The next question has its handle then, and costs one message.
    handles.set(top.session, takeHandle(top, deadline));
  }
}

function takeHandle(top: Frame, deadline: Deadline): Handle {
  lastGroup += 1;
  const group = `portolan-listeners-${lastGroup}`;
  const { documentId } = top;
  const objectId = top
    .send<{ result: { objectId?: string } }>(
      'Runtime.evaluate',
      { expression: 'document', objectGroup: group },
      { deadline },
    )
    .then(({ result }) => result.objectId)
    // A page that does not answer now may at the next question, which then begins anew.
    .catch(() => undefined);
  return { documentId, group, objectId };
}
