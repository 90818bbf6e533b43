import type { Page as PlaywrightPage } from 'playwright-core';

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
  readonly timeoutMs: number;
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

/** What may hold a secret, whoever typed it. */
const SECRET_FIELDS =
  'input[type=password], [autocomplete~="one-time-code"], [autocomplete~="current-password"], [autocomplete~="new-password"], [autocomplete*="cc-"]';

/**
 * Takes a picture of what a tab shows, as PNG in CSS pixels. Fields that may hold a secret are painted over in
 * every frame; if that cannot be done there is no picture.
 */
export async function takePicture(page: PlaywrightPage, options: PictureOptions): Promise<Picture> {
  const size = await documentSize(page, options);
  const wanted = options.area ?? { x: 0, y: 0, ...size };
  const width = Math.min(Math.ceil(wanted.width), LONGEST_SIDE);
  const height = Math.min(Math.ceil(wanted.height), LONGEST_SIDE);
  const isPart = options.area !== undefined || options.fullPage === true;
  const png = await page.screenshot({
    fullPage: isPart,
    ...(isPart ? { clip: { x: wanted.x, y: wanted.y, width, height } } : {}),
    mask: page.frames().map((frame) => frame.locator(SECRET_FIELDS)),
    maskColor: '#3a3a3a',
    scale: 'css',
    timeout: options.timeoutMs,
  });
  return { png, width, height, isCut: wanted.width > LONGEST_SIDE || wanted.height > LONGEST_SIDE };
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
