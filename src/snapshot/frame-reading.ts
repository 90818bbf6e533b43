import type { Frame } from '#browser/frame.ts';
import type { WalkReply } from '#page/wire.ts';

/** A frame that was read, or why it was not. */
export type FrameReading =
  | { readonly frame: Frame; readonly state: 'read'; readonly reply: WalkReply; readonly documentId: string }
  | { readonly frame: Frame; readonly state: 'loading' | 'withheld' };
