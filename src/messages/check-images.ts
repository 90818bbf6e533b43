import { type Bag, isBag, type Report } from './broken-rule.ts';
import { fits, type ImageTier, type PictureSize } from './image-fit.ts';
import { IMAGE_BASE64_LIMIT, IMAGE_EDGE, IMAGES_LIMIT, MANY_IMAGES, MANY_IMAGES_EDGE } from './limits.ts';
import { readImageSize } from './read-image-size.ts';

/** An image somewhere in a request. */
export interface FoundImage {
  readonly block: Bag;
  readonly path: string;
  /** The API makes images smaller that are too large, but never those of the toolset's results. */
  readonly isOfMember: boolean;
}

/** The pictures of a request, which count together. */
export function checkImages(images: readonly FoundImage[], tier: ImageTier, report: Report): void {
  if (images.length > IMAGES_LIMIT)
    report(
      'R16',
      'messages',
      `There are ${images.length} images.`,
      `Keep to ${IMAGES_LIMIT}: leave old ones out.`,
    );
  for (const { block, path, isOfMember } of images) {
    const { source } = block;
    if (!isBag(source) || typeof source['data'] !== 'string') continue;
    if (source['data'].length > IMAGE_BASE64_LIMIT)
      report('R16', path, 'The image has more than 10 MB in base64.', 'Take a smaller picture.');
    const size = readImageSize(source['data']);
    if (size !== undefined) checkSize(size, path, { tier, isOfMember, count: images.length }, report);
    else if (isOfMember)
      report(
        'R16',
        path,
        'The data is no PNG, JPEG, GIF or WebP.',
        'Send the bytes in base64, without "data:" before them.',
      );
  }
}

function checkSize(
  size: PictureSize,
  path: string,
  about: { readonly tier: ImageTier; readonly isOfMember: boolean; readonly count: number },
  report: Report,
): void {
  const words = `${size.width} × ${size.height}`;
  const isWithin = (edge: number) => size.width <= edge && size.height <= edge;
  if (about.isOfMember && !fits(size, about.tier))
    report(
      'R16',
      path,
      `${words} is over the ${about.tier} tier.`,
      'Make it smaller before you send it: the API does not.',
    );
  else if (!isWithin(IMAGE_EDGE))
    report('R16', path, `${words} is over ${IMAGE_EDGE} pixels.`, 'Make it smaller before you send it.');
  else if (about.count > MANY_IMAGES && !isWithin(MANY_IMAGES_EDGE))
    report(
      'R16',
      path,
      `${words} is over ${MANY_IMAGES_EDGE} pixels in a request of ${about.count} images.`,
      `Keep every edge within ${MANY_IMAGES_EDGE} pixels, or leave old pictures out.`,
    );
}
