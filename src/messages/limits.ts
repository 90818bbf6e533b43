/** Most characters (code points) of an id, a title, an address, a path or an error in a state block. */
export const FIELD_LIMIT = 4_096;
export const MOST_TABS = 100;
export const MOST_CHANGES = 200;

/** Most characters of what a page is read as. */
export const READ_LIMIT = 50_000;

/** Most seconds of a wait or of a held key. */
export const MOST_SECONDS = 30;
export const MOST_REPEATS = 100;
export const MOST_NOTCHES = 10;
export const USUAL_NOTCHES = 3;
export const USUAL_DEPTH = 15;
export const MOST_MATCHES = 20;

/** Longest edge of any image, in pixels. */
export const IMAGE_EDGE = 8_000;

/** More images than these in one request, and each has to keep to the smaller edge. */
export const MANY_IMAGES = 20;
export const MANY_IMAGES_EDGE = 2_000;
export const IMAGE_BASE64_LIMIT = 10 * 2 ** 20;
export const IMAGES_LIMIT = 600;
