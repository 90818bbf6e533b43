import { foldLine, foldUrl } from '#messages/fold-text.ts';
import { MOST_CHANGES } from '#messages/limits.ts';
import type { BrowserStateBlock, StateChange, TabEntry } from '#messages/wire.ts';
import { redactAddress } from '#operations/network-redaction.ts';
import type { NewsItem } from '#sessions/news.ts';
import type { Session } from '#sessions/session.ts';
import { listedTabs } from './listed-tabs.ts';
import type { Tab } from './member.ts';
import { type DialogNews, isDialog } from './notices.ts';

/** A title is page text: this is enough to know a tab by. */
const TITLE_LIMIT = 300;

type Download = Extract<StateChange, { readonly download_id: string }>;

export interface ReportOptions {
  /** Whether another tool can read the files that come: only then is it said where they lie. */
  readonly exposesPaths: boolean;
}

/** What there is to tell of a call's effect on the browser. */
export interface CallNews {
  readonly news: readonly NewsItem[];
  /** Tabs that were there before the call. */
  readonly before: ReadonlySet<string>;
  /** Tells the state even when it is as it was. */
  readonly isAboutTabs: boolean;
  /** The one tab that the call is for opening. */
  readonly opened?: string | undefined;
}

/** The whole of what there is to tell. */
export interface WholeState {
  readonly tabs: readonly TabEntry[];
  readonly changes: readonly StateChange[];
  readonly dialogs: readonly { readonly kind: DialogNews['dialog']['type']; readonly message: string }[];
}

/** Keeps what was told of a session's tabs and files, so that each change is told once. */
export class BrowserReport {
  readonly #session: Session;
  readonly #options: ReportOptions;
  #told = '';
  /** Tabs that were told of by `whole`. */
  readonly #known = new Set<string>();
  /** Of failed calls, to be told with the next that succeeds. */
  #waiting: readonly Download[] = [];

  constructor(session: Session, options: ReportOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** The block of a call that succeeded; nothing when nothing about the tabs is new. */
  async ofSuccess(call: CallNews): Promise<BrowserStateBlock | undefined> {
    const tabs = await this.tabs();
    const downloads = coalesced([...this.#waiting, ...this.#downloads(call.news)]);
    this.#waiting = [];
    const fresh = tabs.map((tab) => tab.tab_id).filter((id) => !call.before.has(id));
    const opened = call.opened === undefined ? fresh : [call.opened];
    const changes: readonly StateChange[] = [
      ...opened.map((id) => ({ type: 'tab_opened' as const, tab_id: id })),
      ...downloads,
    ].slice(0, MOST_CHANGES);
    const now = JSON.stringify(tabs);
    if (!call.isAboutTabs && now === this.#told && changes.length === 0) return undefined;
    this.#told = now;
    return { type: 'browser_state', tabs, ...(changes.length === 0 ? {} : { state_changes: changes }) };
  }

  /** All tabs as they are. */
  async tabs(): Promise<readonly TabEntry[]> {
    const context = await this.#session.context();
    const { current } = context;
    return await Promise.all(
      listedTabs(context.pages(), current).map((page) => this.#entry(page, page === current)),
    );
  }

  /** All tabs, and every change since this was last asked, whether the calls between succeeded or not. */
  async whole(news: readonly NewsItem[]): Promise<WholeState> {
    const tabs = await this.tabs();
    const ids = tabs.map((tab) => tab.tab_id);
    const opened = ids.filter((id) => !this.#known.has(id));
    const isFirst = this.#known.size === 0;
    for (const id of ids) this.#known.add(id);
    const changes = [
      ...(isFirst ? [] : opened.map((id) => ({ type: 'tab_opened' as const, tab_id: id }))),
      ...coalesced(this.#downloads(news)),
    ];
    const dialogs = news.filter(isDialog).map(({ dialog }) => ({
      kind: dialog.type,
      message: foldLine(this.#session.secrets.redact(dialog.message)),
    }));
    return { tabs, changes: changes.slice(0, MOST_CHANGES), dialogs };
  }

  /** An error carries no state: files that came meanwhile are told later, tabs by being there. */
  noteFailure(news: readonly NewsItem[]): void {
    this.#waiting = coalesced([...this.#waiting, ...this.#downloads(news)]);
  }

  async #entry(page: Tab, isActive: boolean): Promise<TabEntry> {
    const clean = (text: string) => this.#session.secrets.redact(text);
    return {
      tab_id: page.id,
      title: foldLine(clean(await page.readTitle()), TITLE_LIMIT),
      url: this.#address(page.url),
      ...(isActive ? { active: true } : {}),
    };
  }

  #address(url: string): string {
    return foldUrl(this.#session.secrets.redact(redactAddress(withoutUser(url))));
  }

  #downloads(news: readonly NewsItem[]): readonly Download[] {
    return news.flatMap((item): Download[] => {
      if (item.kind === 'download-begun')
        return [{ type: 'download_started', download_id: item.begun.id, url: this.#address(item.begun.url) }];
      if (item.kind !== 'download') return [];
      const { ended } = item;
      const about = { download_id: ended.id, url: this.#address(ended.url) };
      if (ended.kind === 'saved') {
        const path = this.#options.exposesPaths ? { path: foldLine(ended.file.path) } : {};
        return [{ type: 'download_completed', ...about, ...path, size_bytes: ended.file.sizeBytes }];
      }
      // In words of ours: what the browser says may name paths and addresses.
      const error =
        ended.kind === 'refused' ? 'refused: larger than a file may be here' : 'the file did not arrive';
      return [{ type: 'download_failed', ...about, error }];
    });
  }
}

/** The latest of each file: one that began and ended in one call has only ended. */
function coalesced(changes: readonly Download[]): readonly Download[] {
  return [...new Map(changes.map((change) => [change.download_id, change])).values()];
}

function withoutUser(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (parsed.username === '' && parsed.password === '') return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
