import { fail } from '#actions/errors.ts';
import type { Page } from '#browser/page.ts';
import type { Point } from '#page/wire.ts';

/** The last picture of a tab that its caller saw, and how its pixels lie on the document. */
export interface ShownPicture {
  /** The document that was pictured. */
  readonly documentId: string;
  /** What the page noted of it goes by this number. */
  readonly picture: number;
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

/**
 * The picture that coordinates in this tab are of.
 *
 * @throws outside when there is none, or the tab shows another document now.
 */
export function pictureOf(page: Page): ShownPicture {
  const picture = pictures.get(page);
  const why =
    picture === undefined
      ? 'You have seen no picture of this tab.'
      : 'The tab shows another document than the one in the picture.';
  if (picture === undefined || picture.documentId !== page.mainFrame.documentId)
    throw fail('outside', why, { dispatch: 'not_sent', remedy: NEW_PICTURE });
  return picture;
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
