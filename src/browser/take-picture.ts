import type { Locator, Page as PlaywrightPage } from 'playwright-core';
import { deadlineIn } from '#kernel/deadline.ts';
import { COVERS, type Cover, coverSecrets, type SecretCovers, type SecretFinder } from './cover-secrets.ts';
import { fail } from './errors.ts';
import type { Frame } from './frame.ts';

/** A part of the page, in CSS pixels from the top left corner of the document. */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PictureOptions {
  /** The whole page and not only what is in view. */
  readonly fullPage?: boolean;
  readonly area?: PictureArea;
  /** Pixels of the picture for one CSS pixel of `area`, drawn as sharp as that; 1 when absent, and beside a secret. */
  readonly zoom?: number;
  readonly timeoutMs: number;
  /** Finds live secrets by their value, wherever the page draws them. */
  readonly secrets?: SecretFinder;
  /** How they are covered: both ways when absent. */
  readonly covers?: readonly Cover[];
}

export interface Picture {
  readonly png: Buffer;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the page is larger than a picture may be, so that only its beginning is on it. */
  readonly isCut: boolean;
}

/** No side of a picture is longer: beyond that, readers of pictures refuse them. */
export const LONGEST_SIDE = 8_000;

/** The page may change while it is pictured; then it is looked at once more. */
const TRIES = 2;

/**
 * Takes a picture of what a tab shows, as PNG in CSS pixels. What holds a secret, by its value or by what it is,
 * is covered twice in every frame: by boxes of ours and by the browser library's mask. When either cannot be done,
 * or does not hold until the picture is there, there is none.
 *
 * @throws page_unresponsive when something cannot be covered.
 */
export async function takePicture(
  page: PlaywrightPage,
  frames: () => readonly Frame[],
  options: PictureOptions,
): Promise<Picture> {
  const deadline = deadlineIn(options.timeoutMs);
  const { secrets, covers } = options;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const covered = await coverSecrets(frames(), { secrets, covers, deadline });
    try {
      const picture = await shoot(page, covered, options);
      if (await covered.hold()) return picture;
    } finally {
      await covered.remove();
    }
  }
  throw fail(
    'page_unresponsive',
    'The page moves what holds a secret while it is pictured, so there is no picture.',
    { what: 'covers' },
  );
}

async function shoot(page: PlaywrightPage, covered: SecretCovers, options: PictureOptions): Promise<Picture> {
  const size = await documentSize(page, options);
  const wanted = options.area ?? { x: 0, y: 0, ...size };
  const width = Math.min(Math.ceil(wanted.width), LONGEST_SIDE);
  const height = Math.min(Math.ceil(wanted.height), LONGEST_SIDE);
  // The library's mask is drawn by its own pictures only, so a page with a secret on it is not enlarged.
  if (options.area !== undefined && options.zoom !== undefined && covered.marked === 0)
    return await shootEnlarged(page, options.area, options.zoom);
  const isPart = options.area !== undefined || options.fullPage === true;
  const png = await page.screenshot({
    fullPage: isPart,
    ...(isPart ? { clip: { x: wanted.x, y: wanted.y, width, height } } : {}),
    mask: await masksOf(page, covered, options),
    maskColor: '#3a3a3a',
    scale: 'css',
    // To hide the caret the library would put a style into the page: a change that the page sees, and a look later.
    caret: 'initial',
    timeout: options.timeoutMs,
  });
  return { png, width, height, isCut: wanted.width > LONGEST_SIDE || wanted.height > LONGEST_SIDE };
}

/** The browser draws the part anew at that size: enlarged pixels would show no more than small ones. */
async function shootEnlarged(page: PlaywrightPage, area: PictureArea, zoom: number): Promise<Picture> {
  const session = await page.context().newCDPSession(page);
  try {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      clip: { ...area, scale: zoom },
      captureBeyondViewport: false,
    });
    const png = Buffer.from(data, 'base64');
    return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20), isCut: false };
  } finally {
    await session.detach().catch(() => {});
  }
}

async function masksOf(
  page: PlaywrightPage,
  { attribute, marked }: SecretCovers,
  { covers = COVERS }: PictureOptions,
): Promise<Locator[]> {
  if (!covers.includes('mask') || marked === 0) return [];
  const masks = page.frames().map((frame) => frame.locator(`[${attribute}]`));
  const counts = await Promise.all(masks.map((mask) => mask.count()));
  if (counts.reduce((sum, count) => sum + count, 0) === marked) return masks;
  throw fail('page_unresponsive', 'What holds a secret cannot be masked here, so there is no picture.', {
    what: 'masks',
  });
}

async function documentSize(
  page: PlaywrightPage,
  options: PictureOptions,
): Promise<{ readonly width: number; readonly height: number }> {
  const inView = page.viewportSize() ?? { width: 1280, height: 800 };
  if (options.fullPage !== true) return inView;
  const session = await page.context().newCDPSession(page);
  try {
    const { cssContentSize } = await session.send('Page.getLayoutMetrics');
    return {
      width: Math.max(inView.width, cssContentSize.width),
      height: Math.max(inView.height, cssContentSize.height),
    };
  } finally {
    await session.detach().catch(() => {});
  }
}
