import type { Emitter } from '#kernel/emitter.ts';
import type { Frame } from './frame.ts';

export const DIALOG_TYPES = ['alert', 'confirm', 'prompt', 'beforeunload'] as const;
export type DialogType = (typeof DIALOG_TYPES)[number];

/** A dialog of the page. An alert is closed as soon as it opens; the others wait for an answer. */
export interface PageDialog {
  readonly type: DialogType;
  readonly message: string;
  readonly defaultValue: string;
}

/** A file that the page started to download. */
export interface PageDownload {
  readonly url: string;
  readonly suggestedName: string;
  /** Path of the finished file, or the reason it failed. The file is there until it is discarded. */
  readonly finished: Promise<{ readonly path: string } | { readonly failure: string }>;
  /** Bytes that have come so far, each time that there are more. */
  readonly received: Emitter<number>;
  /** Stops it; what has come is removed. */
  cancel(): Promise<void>;
  /** Removes the finished file. */
  discard(): Promise<void>;
}

/** The page wanted a person to choose files. The window for it was never opened. */
export interface FileChooser {
  readonly frame: Frame;
  /** The file input it was for; absent where the page asked by script. */
  readonly backendNodeId: number | undefined;
  readonly isMultiple: boolean;
}

/** What a page gives to be dragged, as the protocol carries it. */
export type DragData = Readonly<Record<string, unknown>>;

/** What happens to a page and is known on the browser's side, also while the page itself is silent. */
export type PageEvent =
  | {
      readonly kind: 'navigation-requested';
      readonly frame: Frame;
      readonly url: string;
      readonly newWindow: boolean;
    }
  | {
      readonly kind: 'navigation-started';
      readonly frame: Frame;
      readonly url: string;
      readonly loaderId: string;
    }
  | { readonly kind: 'committed'; readonly frame: Frame; readonly url: string; readonly main: boolean }
  | { readonly kind: 'same-document'; readonly frame: Frame; readonly url: string }
  | { readonly kind: 'dom-content-loaded'; readonly frame: Frame; readonly loaderId: string }
  | { readonly kind: 'loaded'; readonly frame: Frame; readonly loaderId: string }
  | { readonly kind: 'loading-started'; readonly frame: Frame }
  | { readonly kind: 'loading-stopped'; readonly frame: Frame }
  | { readonly kind: 'frame-attached'; readonly frame: Frame }
  | { readonly kind: 'frame-detached'; readonly frame: Frame }
  | { readonly kind: 'dialog-address'; readonly url: string; readonly message: string }
  | { readonly kind: 'dialog-opened'; readonly dialog: PageDialog }
  | { readonly kind: 'dialog-closed'; readonly dialog: PageDialog; readonly accepted: boolean }
  | { readonly kind: 'window-open'; readonly url: string }
  /** Tells of a download some moments before `download` does. */
  | { readonly kind: 'download-begun'; readonly url: string }
  | { readonly kind: 'download'; readonly download: PageDownload }
  | { readonly kind: 'file-chooser'; readonly chooser: FileChooser }
  /** Our world in some frame tells something unasked. */
  | { readonly kind: 'world-told'; readonly text: string }
  | { readonly kind: 'drag-intercepted'; readonly data: DragData }
  | { readonly kind: 'crashed' }
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'request';
      readonly requestId: string;
      readonly url: string;
      readonly method: string;
      readonly resourceType: string;
      readonly frameId: string;
      readonly loaderId: string;
    }
  | {
      readonly kind: 'response';
      readonly requestId: string;
      readonly url: string;
      readonly status: number;
      readonly mimeType: string;
      /** The server wants HTTP credentials that were not given, or were wrong. */
      readonly asksForCredentials: boolean;
      readonly resourceType: string;
      readonly frameId: string;
      readonly loaderId: string;
    }
  | { readonly kind: 'request-ended'; readonly requestId: string; readonly failure: string };
