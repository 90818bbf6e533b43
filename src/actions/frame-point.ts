import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { PageRefusal, Point } from '#page/wire.ts';

interface BoxModel {
  readonly model: { readonly content: readonly number[] };
}

/**
 * A point of a frame's viewport in the viewport of its tab, and whether each frame around it shows the frame
 * there and nothing over it.
 */
export async function pointInPage(
  frame: Frame,
  point: Point,
  deadline: Deadline,
): Promise<Point | { readonly refusal: PageRefusal; readonly frame: Frame }> {
  let at = point;
  for (let inner = frame; inner.parent !== null; inner = inner.parent) {
    const outer = inner.parent;
    const corner = await cornerOf(inner, outer, deadline);
    at = { x: at.x + corner.x, y: at.y + corner.y };
    const hit = await outer.call<PageRefusal | { readonly ok: true }>('frameHit', [at], { deadline });
    if (!hit.ok) return { refusal: hit, frame: outer };
  }
  return at;
}

/** Where a frame's viewport begins in the viewport of the frame around it. */
async function cornerOf(inner: Frame, outer: Frame, deadline: Deadline): Promise<Point> {
  const owner = await outer.send<{ backendNodeId: number }>(
    'DOM.getFrameOwner',
    { frameId: inner.id },
    { deadline },
  );
  const box = await outer.send<BoxModel>(
    'DOM.getBoxModel',
    { backendNodeId: owner.backendNodeId },
    { deadline },
  );
  const [x = 0, y = 0] = box.model.content;
  const around = await cornerInSession(outer, deadline);
  return { x: x - around.x, y: y - around.y };
}

/** A box model counts from the outermost frame that its session serves. */
async function cornerInSession(frame: Frame, deadline: Deadline): Promise<Point> {
  const outer = frame.parent;
  if (outer === null || outer.session !== frame.session) return { x: 0, y: 0 };
  const owner = await outer.send<{ backendNodeId: number }>(
    'DOM.getFrameOwner',
    { frameId: frame.id },
    { deadline },
  );
  const box = await outer.send<BoxModel>(
    'DOM.getBoxModel',
    { backendNodeId: owner.backendNodeId },
    { deadline },
  );
  const [x = 0, y = 0] = box.model.content;
  return { x, y };
}
