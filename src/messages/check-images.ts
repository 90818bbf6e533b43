import { type Bag, isBag, type Report } from './broken-rule.ts';
import { fits, type ImageTier, type PictureSize } from './image-fit.ts';
import { IMAGE_BASE64_LIMIT, MANY_IMAGES, MANY_IMAGES_EDGE } from './limits.ts';
import { readImageSize } from './read-image-size.ts';

/** An image somewhere in a request. */
export interface FoundImage {
  readonly block: Bag;
  readonly path: string;
}

/** The pictures of all results, which count together. */
export function checkImages(images: readonly FoundImage[], tier: ImageTier, report: Report): void {
  const sizes = new Map<string, number>();
  for (const { block, path } of images) {
    const { source } = block;
    if (!isBag(source) || typeof source['data'] !== 'string') continue;
    if (source['data'].length > IMAGE_BASE64_LIMIT)
      report('R16', path, 'The image has more than 10 MB in base64.', 'Take a smaller picture.');
    const size = readImageSize(source['data']);
    if (size === undefined) continue;
    const words = `${size.width} × ${size.height}`;
    sizes.set(words, (sizes.get(words) ?? 0) + 1);
    if (!fits(size, tier))
      report(
        'R16',
        path,
        `${words} is over the ${tier} tier.`,
        'Make it smaller before you send it: the API does not.',
      );
    else if (images.length > MANY_IMAGES && isOverMany(size))
      report(
        'R16',
        path,
        `${words} is over ${MANY_IMAGES_EDGE} pixels in a request of ${images.length} images.`,
        `Keep every edge within ${MANY_IMAGES_EDGE} pixels, or leave old pictures out.`,
      );
  }
}

function isOverMany({ width, height }: PictureSize): boolean {
  return width > MANY_IMAGES_EDGE || height > MANY_IMAGES_EDGE;
}
