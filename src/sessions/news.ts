import type { BrowserContext } from '#browser/browser-context.ts';
import type { Page } from '#browser/page.ts';
import type { PageDialog } from '#browser/page-event.ts';
import { ASKED_PERMISSIONS, type AskedPermission, PERMISSION_ENDS, type PermissionEnd } from '#page/wire.ts';
import type { EgressPort } from '#policy/egress-proxy/egress-port.ts';
import type { Refusal } from '#policy/egress-proxy/egress-rules.ts';
import type { BegunDownload, Downloads, EndedDownload } from './downloads.ts';

/** What happened in a session that its caller has not been told yet. */
export type NewsItem =
  | { readonly kind: 'page-opened'; readonly page: Page; readonly opener: Page | undefined }
  | { readonly kind: 'page-closed'; readonly page: Page }
  | { readonly kind: 'alert'; readonly page: Page; readonly dialog: PageDialog }
  | { readonly kind: 'dialog-opened'; readonly page: Page; readonly dialog: PageDialog }
  | {
      readonly kind: 'dialog-answered';
      readonly page: Page;
      readonly dialog: PageDialog;
      readonly accepted: boolean;
    }
  | { readonly kind: 'crashed'; readonly page: Page }
  | { readonly kind: 'download-begun'; readonly begun: BegunDownload }
  | { readonly kind: 'download'; readonly ended: EndedDownload }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'permission';
      readonly page: Page;
      readonly asked: AskedPermission;
      readonly end: PermissionEnd;
    }
  | { readonly kind: 'attached'; readonly notes: readonly string[] };

/** Listens to the tabs and the way out of a session, and keeps what there is to tell until it is told. */
export class News {
  readonly #items: NewsItem[] = [];
  readonly #stops: (() => void)[] = [];
  readonly #onItem: (item: NewsItem) => void;
  readonly #downloads: Downloads;
  /** By tab, what was told of its document: each thing once a document, however many frames ask for it. */
  readonly #asked = new WeakMap<Page, { readonly generation: number; readonly told: Set<string> }>();

  constructor(
    from: { readonly context: BrowserContext; readonly port: EgressPort; readonly downloads: Downloads },
    onItem: (item: NewsItem) => void,
  ) {
    const { context, port } = from;
    this.#onItem = onItem;
    this.#downloads = from.downloads;
    for (const page of context.pages()) this.#listen(page);
    this.#stops.push(
      context.events.on((event) => {
        if (event.kind === 'page-opened') this.#listen(event.page);
        this.#add(event);
      }),
      port.refusals.on((refusal) => {
        if (!refusal.background) this.#add({ kind: 'refused', refusal });
      }),
    );
  }

  /** Everything since the last time, oldest first; it counts as told. */
  take(): readonly NewsItem[] {
    return this.#items.splice(0);
  }

  downloadBegun(begun: BegunDownload): void {
    this.#add({ kind: 'download-begun', begun });
  }

  /** A download has ended: its file is in its place, or there is a reason why not. */
  downloadEnded(ended: EndedDownload): void {
    this.#add({ kind: 'download', ended });
  }

  /** The browser is one that was running: what does not hold there is told. */
  attached(notes: readonly string[]): void {
    this.#add({ kind: 'attached', notes });
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #listen(page: Page): void {
    this.#stops.push(
      page.events.on((event) => {
        if (event.kind === 'dialog-opened')
          this.#add({
            kind: event.dialog.type === 'alert' ? 'alert' : 'dialog-opened',
            page,
            dialog: event.dialog,
          });
        else if (event.kind === 'dialog-closed' && event.dialog.type !== 'alert')
          this.#add({ kind: 'dialog-answered', page, dialog: event.dialog, accepted: event.accepted });
        else if (event.kind === 'crashed') this.#add({ kind: 'crashed', page });
        else if (event.kind === 'download') this.#downloads.take(event.download);
        else if (event.kind === 'world-told') this.#permissionAsked(page, event.text);
      }),
    );
  }

  #permissionAsked(page: Page, text: string): void {
    const [first, second] = text.split(' ');
    const asked = ASKED_PERMISSIONS.find((each) => each === first);
    const end = PERMISSION_ENDS.find((each) => each === second);
    if (asked === undefined || end === undefined) return;
    let of = this.#asked.get(page);
    if (of?.generation !== page.generation) {
      of = { generation: page.generation, told: new Set() };
      this.#asked.set(page, of);
    }
    if (of.told.has(text)) return;
    of.told.add(text);
    this.#add({ kind: 'permission', page, asked, end });
  }

  #add(item: NewsItem): void {
    this.#items.push(item);
    this.#onItem(item);
  }
}
