import type { Page } from '#browser/page.ts';
import type { PageEvent } from '#browser/page-event.ts';

const ASKING = new Set(['Document', 'XHR', 'Fetch']);
const SAYS_WRONG =
  /wrong|incorrect|invalid|denied|failed|errad|incorret|sbagliat|errat|falsch|ung[uü]ltig|incorrect/i;

/** Follows what servers and dialogs say of a login, from before anything is sent. */
export class LoginWatch implements Disposable {
  /** A server said that it was asked too often. */
  isLimited = false;
  /** An alert said that what was given is wrong. */
  isAlertedWrong = false;
  /** HTTP status of the last document of the main frame. */
  status: number | undefined;
  #isMoving = false;
  readonly #open = new Set<string>();
  readonly #page: Page;
  readonly #origins: ReadonlySet<string>;
  readonly #stop: () => void;

  /** @param origins - whose answers count. */
  constructor(page: Page, origins: readonly string[]) {
    this.#page = page;
    this.#origins = new Set(origins);
    this.#stop = page.events.on((event) => this.#take(event));
  }

  /** A document is on its way, or a request of the page is not answered yet. */
  get isWaiting(): boolean {
    return this.#isMoving || this.#open.size > 0;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #take(event: PageEvent): void {
    switch (event.kind) {
      case 'request':
        if (ASKING.has(event.resourceType)) this.#open.add(event.requestId);
        return;
      case 'request-ended':
        this.#open.delete(event.requestId);
        return;
      case 'response':
        if (!ASKING.has(event.resourceType)) return;
        // A page that does not read the rest of an answer leaves it open for good.
        if (event.resourceType !== 'Document') this.#open.delete(event.requestId);
        if (event.resourceType === 'Document' && event.frameId === this.#page.mainFrame.id)
          this.status = event.status;
        if (event.status === 429 && URL.canParse(event.url) && this.#origins.has(new URL(event.url).origin))
          this.isLimited = true;
        return;
      case 'dialog-opened':
        if (SAYS_WRONG.test(event.dialog.message)) this.isAlertedWrong = true;
        return;
      default:
        if ('frame' in event && event.frame === this.#page.mainFrame) this.#moved(event);
    }
  }

  #moved({ kind }: PageEvent): void {
    if (kind === 'navigation-started') this.#isMoving = true;
    if (kind === 'dom-content-loaded' || kind === 'loading-stopped') this.#isMoving = false;
  }
}
