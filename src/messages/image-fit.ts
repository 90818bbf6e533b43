import { MANY_IMAGES_EDGE } from './limits.ts';

/** What a model generation takes of a picture without making it smaller. */
export const IMAGE_TIERS = {
  high: { edge: 2_576, tokens: 4_784 },
  standard: { edge: 1_568, tokens: 1_568 },
} as const;
export type ImageTier = keyof typeof IMAGE_TIERS;

const PATCH = 28;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What a picture of this size, in pixels, costs a model. */
export function visualTokens({ width, height }: PictureSize): number {
  return Math.ceil(width / PATCH) * Math.ceil(height / PATCH);
}

/** Whether it is taken as it is: its edges, filled up to whole patches, and its tokens are within the tier. */
export function fits(size: PictureSize, tier: ImageTier): boolean {
  const { edge, tokens } = IMAGE_TIERS[tier];
  const filled = (pixels: number) => Math.ceil(pixels / PATCH) * PATCH;
  return filled(size.width) <= edge && filled(size.height) <= edge && visualTokens(size) <= tokens;
}

/** The largest size of the same shape that fits; the size itself when it does. */
export function fitSize(size: PictureSize, tier: ImageTier): PictureSize {
  if (fits(size, tier)) return size;
  const isWide = size.width >= size.height;
  const [long, short] = isWide ? [size.width, size.height] : [size.height, size.width];
  for (let edge = Math.min(long, IMAGE_TIERS[tier].edge); edge > 1; edge -= 1) {
    const other = Math.max(1, roundHalfEven((edge * short) / long));
    const smaller = isWide ? { width: edge, height: other } : { width: other, height: edge };
    if (fits(smaller, tier)) return smaller;
  }
  return { width: 1, height: 1 };
}

/** The largest size of the same shape that a session can use all along, also once a request holds many pictures. */
export function lastingSize(size: PictureSize, tier: ImageTier): PictureSize {
  const long = Math.max(size.width, size.height);
  if (long <= MANY_IMAGES_EDGE) return fitSize(size, tier);
  const within = (pixels: number) => Math.max(1, Math.round((pixels * MANY_IMAGES_EDGE) / long));
  return fitSize({ width: within(size.width), height: within(size.height) }, tier);
}

/** Whether a session can use this size all along, also once a request holds many pictures. */
export function isLasting(size: PictureSize, tier: ImageTier): boolean {
  return fits(size, tier) && size.width <= MANY_IMAGES_EDGE && size.height <= MANY_IMAGES_EDGE;
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
