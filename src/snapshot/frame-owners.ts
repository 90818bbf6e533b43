import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';

interface Owner {
  readonly parentDocument: string;
  readonly element: number;
}

const owners = new WeakMap<Frame, Owner>();

/**
 * Number, in the parent's document, of the element a frame is shown in.
 *
 * @returns `undefined` when it cannot be said now: the parent moved on, or the element has just been removed.
 */
export async function ownerElement(frame: Frame, deadline: Deadline): Promise<number | undefined> {
  const { parent } = frame;
  if (!parent) return undefined;
  const known = owners.get(frame);
  if (known?.parentDocument === parent.documentId) return known.element;
  const parentDocument = parent.documentId;
  try {
    const element = await askOwner(parent, frame.id, deadline);
    if (parent.documentId === parentDocument) owners.set(frame, { parentDocument, element });
    return element;
  } catch {
    return undefined;
  }
}

async function askOwner(parent: Frame, frameId: string, deadline: Deadline): Promise<number> {
  const options = { deadline };
  const { backendNodeId } = await parent.send<{ backendNodeId: number }>(
    'DOM.getFrameOwner',
    { frameId },
    options,
  );
  const executionContextId = await parent.worldContextId(options);
  const { object } = await parent.send<{ object: { objectId: string } }>(
    'DOM.resolveNode',
    { backendNodeId, executionContextId },
    options,
  );
  const { result } = await parent.send<{ result: { value: number } }>(
    'Runtime.callFunctionOn',
    {
      objectId: object.objectId,
      functionDeclaration: 'function () { return globalThis.portolan.numberOf(this); }',
      returnByValue: true,
    },
    options,
  );
  parent.send('Runtime.releaseObject', { objectId: object.objectId }, options).catch(() => {});
  return result.value;
}
