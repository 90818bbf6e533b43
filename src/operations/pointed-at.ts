import { refuse } from '#actions/refuse.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { isPortolanError, PortolanError } from '#kernel/error.ts';
import type { PageRefusal, PicturedAt, Point, Shown } from '#page/wire.ts';
import { ownerElement } from '#snapshot/frame-owners.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { NEW_PICTURE, noteOf, placeIn, type ShownPicture } from './pointer-picture.ts';

/** What stands at a pixel of a picture. */
export interface Pointed extends ResolvedRef {
  readonly shown: Shown;
  /** In the viewport of the tab. */
  readonly place: Point;
  /** In the viewport of its own frame. */
  readonly inFrame: Point;
  /** By which its frame's note of the picture goes. */
  readonly picture: number;
}

/**
 * What stands at a pixel of the last picture, in whichever frame, if it is what the picture shows there.
 *
 * @throws outside when it is not, with the remedy.
 */
export async function pointedAt(
  page: Page,
  picture: ShownPicture,
  given: Point,
  deadline: Deadline,
): Promise<Pointed> {
  const place = placeIn(picture, given);
  const text = `(${given.x}, ${given.y})`;
  let frame = page.mainFrame;
  let inFrame = place;
  for (;;) {
    const note = noteOf(picture, frame);
    const reply = await frame.call<PageRefusal | PicturedAt>('picturedAt', [note, inFrame], { deadline });
    if (!reply.ok) return withRemedy(refuse({ text, page, frame }, reply));
    const { element, described, inner } = reply;
    const below = inner === undefined ? undefined : await frameShownBy(page, frame, element, deadline);
    if (below === undefined || inner === undefined)
      return { text, page, frame, element, shown: described, place, inFrame, picture: note };
    frame = below;
    inFrame = inner;
  }
}

async function frameShownBy(
  page: Page,
  outer: Frame,
  element: number,
  deadline: Deadline,
): Promise<Frame | undefined> {
  for (const frame of page.frames())
    if (frame.parent === outer && (await ownerElement(frame, deadline)) === element) return frame;
  return undefined;
}

/** A place that cannot be acted on any more wants a new picture. */
export function withRemedy(error: unknown): never {
  if (!isPortolanError(error, 'outside')) throw error;
  const facts = { ...error.facts, remedy: NEW_PICTURE };
  throw new PortolanError(error.code, error.entry, error.message, facts, error);
}
