import type { PageDownload } from '#browser/page-event.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import { safeDownloadName } from './download-name.ts';
import { makeFolder, type SavedFile, saveFile } from './save-file.ts';

/** How long a call waits for the files that it set coming; they go on coming after that. */
const WAITED_FOR_MS = 10_000;
/** All files of a session together may have so many times what one may have. */
const FILES_IN_QUOTA = 4;

/** What became of a download. */
export type EndedDownload = BegunDownload &
  (
    | { readonly kind: 'saved'; readonly file: SavedFile }
    | { readonly kind: 'failed'; readonly name: string; readonly why: string }
    | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  );

/** A file that is coming. */
export interface BegunDownload {
  /** `d3`, unique in the session. */
  readonly id: string;
  readonly url: string;
}

export interface DownloadsOptions {
  /** Where the files go; made at the first. */
  readonly folder: string;
  /** Takes secrets out of the names that sites give. */
  readonly redact?: (name: string) => string;
  /** Most bytes of one file. */
  readonly limitBytes: number;
  readonly onBegin?: (begun: BegunDownload) => void;
  /** Hears of each end, when the file is in its place. */
  readonly onEnd: (ended: EndedDownload) => Promise<void>;
}

/** The files that the pages of one session send. Nothing of ours ever opens one. */
export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #coming = new Map<PageDownload, Promise<void>>();
  #savedBytes = 0;
  #lastNumber = 0;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** Takes a download that has begun; it ends by `onEnd`. */
  take(download: PageDownload): void {
    this.#lastNumber += 1;
    const begun = { id: `d${this.#lastNumber}`, url: download.url };
    this.#options.onBegin?.(begun);
    const work = this.#keep(download, begun)
      .then((ended) => this.#options.onEnd(ended))
      // A record that cannot be written stops the next operation; it must not stop the browser's events.
      .catch(() => {})
      .finally(() => this.#coming.delete(download));
    this.#coming.set(download, work);
  }

  /** Names of what is still coming, as their sites call them. */
  get coming(): readonly string[] {
    return [...this.#coming.keys()].map((download) => this.#nameOf(download));
  }

  #nameOf({ suggestedName }: PageDownload): string {
    return safeDownloadName(this.#options.redact?.(suggestedName) ?? suggestedName);
  }

  /** Waits until nothing is coming any more, at most 10 s. */
  async settled(deadline: Deadline): Promise<void> {
    const limit = deadlineIn(WAITED_FOR_MS, { atMs: deadline.atMs - 300 });
    const over = new AbortController();
    const late = sleep(leftMs(limit), over.signal).catch(() => {});
    try {
      while (this.#coming.size > 0 && leftMs(limit) > 0)
        await Promise.race([Promise.all(this.#coming.values()), late]);
    } finally {
      // A timer that nobody waits for any more would keep the process from its end.
      over.abort();
    }
  }

  /** Stops whatever is coming. */
  async stop(): Promise<void> {
    await Promise.allSettled([...this.#coming.keys()].map(async (download) => await download.cancel()));
  }

  async #keep(download: PageDownload, begun: BegunDownload): Promise<EndedDownload> {
    const name = this.#nameOf(download);
    const { folder, limitBytes } = this.#options;
    const leftBytes = limitBytes * FILES_IN_QUOTA - this.#savedBytes;
    const mostBytes = Math.min(limitBytes, leftBytes);
    const why =
      leftBytes < limitBytes
        ? `the files of this session may have ${limitBytes * FILES_IN_QUOTA} bytes together`
        : `a file may have at most ${limitBytes} bytes`;
    let isOver = false;
    const stop = download.received.on((bytes) => {
      if (bytes <= mostBytes || isOver) return;
      isOver = true;
      void download.cancel();
    });
    try {
      const finished = await download.finished;
      if (isOver) return { kind: 'refused', ...begun, name, why };
      if ('failure' in finished) return { kind: 'failed', ...begun, name, why: finished.failure };
      const real = await makeFolder(folder);
      const file = await saveFile(finished.path, { folder: real, name }, mostBytes);
      this.#savedBytes += file.sizeBytes;
      return { kind: 'saved', ...begun, file };
    } catch (error) {
      if (isPortolanError(error, 'limit_exceeded')) return { kind: 'refused', ...begun, name, why };
      return { kind: 'failed', ...begun, name, why: error instanceof Error ? error.message : String(error) };
    } finally {
      stop();
      await download.discard();
    }
  }
}
