import { fail } from '#actions/errors.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Point } from '#page/wire.ts';

/** What one frame noted of itself while a picture was taken. */
interface NotedFrame {
  readonly documentId: string;
  /** Its note goes by this number. */
  readonly picture: number;
}

/** The last picture of a tab that its caller saw, and how its pixels lie on the document. */
export interface ShownPicture {
  readonly frames: ReadonlyMap<Frame, NotedFrame>;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for one CSS pixel. */
  readonly scale: number;
  /** CSS pixels from the corner of the document to the corner of the picture. */
  readonly corner: Point;
  /** How far the document was scrolled. */
  readonly scroll: Point;
}

const pictures = new WeakMap<Page, ShownPicture>();

export function rememberPicture(page: Page, picture: ShownPicture): void {
  pictures.set(page, picture);
}

/** Has every frame of a tab note what stands where, for a picture that is taken now. */
export async function notePicture(
  page: Page,
  deadline: Deadline,
): Promise<Pick<ShownPicture, 'frames' | 'scroll'>> {
  const frames = new Map<Frame, NotedFrame>();
  let scroll: Point = { x: 0, y: 0 };
  await Promise.all(
    page.frames().map(async (frame) => {
      if (frame !== page.mainFrame && !frame.hasWorld) return;
      const { documentId } = frame;
      const asked = frame.call<{ picture: number; scroll: Point }>('notePicture', [], { deadline });
      // A frame that does not answer is pictured, and not pointed into.
      const noted = frame === page.mainFrame ? await asked : await asked.catch(() => undefined);
      if (noted === undefined) return;
      frames.set(frame, { documentId, picture: noted.picture });
      if (frame === page.mainFrame) scroll = noted.scroll;
    }),
  );
  return { frames, scroll };
}

/**
 * The picture that coordinates in this tab are of.
 *
 * @throws outside when there is none, or the tab shows another document now.
 */
export function pictureOf(page: Page): ShownPicture {
  const picture = pictures.get(page);
  if (picture === undefined) throw outside('You have seen no picture of this tab.');
  noteOf(picture, page.mainFrame);
  return picture;
}

/**
 * The number by which a frame's note of the picture goes.
 *
 * @throws outside when the frame came after the picture, or shows another document now.
 */
export function noteOf(picture: ShownPicture, frame: Frame): number {
  const noted = picture.frames.get(frame);
  if (noted?.documentId === frame.documentId) return noted.picture;
  const what = frame.parent === null ? 'The tab' : 'A frame of the tab';
  throw outside(`${what} shows another document than the one in the picture.`);
}

/**
 * The place in the viewport that a pixel of a picture shows.
 *
 * @throws outside when the picture has no such pixel.
 */
export function placeIn(picture: ShownPicture, { x, y }: Point): Point {
  const { width, height, scale, corner, scroll } = picture;
  if (x < 0 || y < 0 || x >= width || y >= height)
    throw fail('outside', `(${x}, ${y}) is not in the picture, which is ${width} × ${height}.`, {
      dispatch: 'not_sent',
    });
  // The middle of what the pixel stands for.
  const middle = (pixel: number) => (pixel + 0.5) / scale - 0.5;
  return { x: corner.x + middle(x) - scroll.x, y: corner.y + middle(y) - scroll.y };
}

export const NEW_PICTURE = 'Take a new picture with browser_screenshot_view and point on that.';

function outside(why: string) {
  return fail('outside', why, { dispatch: 'not_sent', remedy: NEW_PICTURE });
}
