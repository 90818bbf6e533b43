import type { Page } from '#browser/page.ts';
import type { PageDialog, PageEvent } from '#browser/page-event.ts';

interface OpenRequest {
  readonly words: string;
  readonly resourceType: string;
  readonly isMainDocument: boolean;
  readonly sentAtMs: number;
}

/** How long after the end of loading a download may be told of. */
const DOWNLOAD_BEGINS_MS = 400;
const DOWNLOAD_NAMED_MS = 2_000;

export type NavigationState = 'none' | 'pending' | 'committed' | 'ready' | 'ended-without';

/** Follows on the browser's side what an input sets going in a tab, from before it is sent. */
export class PageWatch {
  readonly page: Page;
  readonly dialogs: PageDialog[] = [];
  /** Names of files that are coming. */
  readonly downloads: string[] = [];
  #begunDownloads = 0;
  navigation: NavigationState = 'none';
  /** The new document of the main frame has loaded all that it named. */
  isLoaded = false;
  /** HTTP status of the last document response of the main frame. */
  status: number | undefined;
  requests = 0;
  openedWindows = 0;
  /** Some of them with an address to open. */
  openedAddresses = 0;
  /** The page asked a person for files. */
  fileChoosers = 0;
  attachedFrames = 0;
  sameDocumentMoves = 0;
  isCrashed = false;
  isClosed = false;
  readonly #open = new Map<string, OpenRequest>();
  readonly #stop: () => void;
  #wake: (() => void)[] = [];

  constructor(page: Page) {
    this.page = page;
    this.#stop = page.events.on((event) => this.#take(event));
  }

  stop(): void {
    this.#stop();
    this.#signal();
  }

  get isNavigating(): boolean {
    return this.navigation === 'pending' || this.navigation === 'committed';
  }

  /** A confirm, prompt or beforeunload that still waits. */
  get openDialog(): PageDialog | undefined {
    return this.page.dialog === null ? undefined : this.dialogs.find((dialog) => dialog.type !== 'alert');
  }

  /** Something that no call into the page need be waited for after. */
  get isInterrupted(): boolean {
    return this.isNavigating || this.openDialog !== undefined || this.isCrashed || this.isClosed;
  }

  /** Requests that are open, in words; with `youngerThanMs`, only those that have not been open for so long. */
  openRequests(types: readonly string[], youngerThanMs = Number.POSITIVE_INFINITY): readonly string[] {
    const sentAfterMs = Date.now() - youngerThanMs;
    return [...this.#open.values()]
      .filter(
        (request) =>
          types.includes(request.resourceType) && !request.isMainDocument && request.sentAtMs > sentAfterMs,
      )
      .map((request) => request.words);
  }

  /** Takes what is open of these types for something that does not end. */
  giveUpOn(types: readonly string[]): void {
    for (const [id, request] of this.#open) if (types.includes(request.resourceType)) this.#open.delete(id);
  }

  /** Waits for the names of files that are coming; whether one comes is known a moment after the answer came. */
  async downloadsNamed(endedWithout = this.navigation === 'ended-without'): Promise<void> {
    const hasBegun = () => this.#begunDownloads > 0 || this.downloads.length > 0;
    if (endedWithout && this.status !== 204 && this.status !== 205)
      await this.#until(hasBegun, DOWNLOAD_BEGINS_MS);
    await this.#until(() => this.downloads.length >= this.#begunDownloads, DOWNLOAD_NAMED_MS);
  }

  async #until(holds: () => boolean, limitMs: number): Promise<void> {
    const untilMs = Date.now() + limitMs;
    while (!holds() && Date.now() < untilMs) await this.next(untilMs - Date.now());
  }

  /** Waits until anything is news, at most so long. */
  async next(limitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, limitMs));
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #signal(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  #take(event: PageEvent): void {
    this.#note(event);
    this.#signal();
  }

  #note(event: PageEvent): void {
    switch (event.kind) {
      case 'dialog-opened':
        this.dialogs.push(event.dialog);
        return;
      case 'download-begun':
        this.#begunDownloads += 1;
        return;
      case 'download':
        this.downloads.push(event.download.suggestedName);
        return;
      case 'file-chooser':
        this.fileChoosers += 1;
        return;
      case 'window-open':
        this.openedWindows += 1;
        if (event.url !== '' && event.url !== 'about:blank') this.openedAddresses += 1;
        return;
      case 'frame-attached':
        this.attachedFrames += 1;
        return;
      case 'crashed':
        this.isCrashed = true;
        return;
      case 'closed':
        this.isClosed = true;
        return;
      case 'request':
        this.#requested(event);
        return;
      case 'request-ended':
        this.#open.delete(event.requestId);
        return;
      case 'response':
        if (event.resourceType === 'Document' && event.frameId === this.page.mainFrame.id)
          this.status = event.status;
        return;
      default:
        if ('frame' in event && event.frame === this.page.mainFrame) this.#moved(event);
    }
  }

  #requested(event: Extract<PageEvent, { kind: 'request' }>): void {
    const path = URL.canParse(event.url) ? new URL(event.url).pathname : '';
    // The browser asks for these by itself, and does not tell the page's session how a worker's script ends.
    if (event.resourceType === 'Other' && path === '/favicon.ico') return;
    this.requests += 1;
    if (event.resourceType === 'Script' && event.loaderId === '') return;
    this.#open.set(event.requestId, {
      words: `${event.method} ${path.slice(0, 120)}`,
      resourceType: event.resourceType,
      sentAtMs: Date.now(),
      isMainDocument: event.resourceType === 'Document' && event.frameId === this.page.mainFrame.id,
    });
  }

  #moved(event: PageEvent): void {
    switch (event.kind) {
      case 'navigation-requested':
        if (!event.newWindow) this.navigation = 'pending';
        return;
      case 'navigation-started':
        this.navigation = 'pending';
        return;
      case 'committed':
        this.navigation = 'committed';
        this.isCrashed = false;
        this.isLoaded = false;
        return;
      case 'loaded':
        this.isLoaded = true;
        return;
      case 'dom-content-loaded':
        if (this.navigation === 'committed') this.navigation = 'ready';
        return;
      case 'loading-stopped':
        if (this.navigation === 'committed') this.navigation = 'ready';
        else if (this.navigation === 'pending') this.navigation = 'ended-without';
        return;
      case 'same-document':
        this.sameDocumentMoves += 1;
        if (this.navigation === 'pending') this.navigation = 'none';
        return;
      default:
    }
  }
}
