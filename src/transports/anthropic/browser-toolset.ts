import {
  BetaAbstractBrowserToolset20260801,
  type BetaBrowserMemberResult,
  type BetaBrowserState,
  type BetaBrowserToolsetOptions,
  type BetaConfirmCallable,
  type BetaConfirmContext,
  type BetaFilePolicy,
  type BetaToolConfigs,
  type BetaToolsetCallContext,
  type BetaURLPolicy,
  ToolError,
} from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type { AskedPage } from '#faces/toolset/executor.ts';
import { readAddress } from '#faces/toolset/read-address.ts';
import { compact } from '#kernel/compact.ts';
import { MEMBER_NAMES, type MemberName, PICTURE_MEMBERS } from '#messages/members.ts';
import type { TabEntry } from '#messages/wire.ts';
import type { NewsItem } from '#sessions/news.ts';
import { type OpenToolset, openToolset, type ToolsetOptions } from '#transports/library/create-toolset.ts';

/** What the driver is opened with: a session's settings, and the hooks of the SDK's class that are the caller's. */
export type BrowserToolsetOptions = Omit<ToolsetOptions, 'configs' | 'confirm' | 'screenshotAfterTurn'> & {
  readonly configs?: BetaBrowserToolsetOptions['configs'];
  /** Asked before every call, as the SDK asks it; needed for `javascript_exec` and `file_upload`. */
  readonly confirm?: BetaConfirmCallable;
  /** Asked beside our own boundary, which holds whatever this says. */
  readonly urlPolicy?: BetaURLPolicy;
  readonly toolConfigs?: BetaToolConfigs;
};

/**
 * The SDK's browser toolset on a Portolan session: give it to the SDK's tool runner, or to a loop of your own.
 *
 * @example
 * const browser = await PortolanBrowserToolset.open({ hosts: ['portal.example'] });
 * try {
 *   await client.beta.messages.toolRunner({ model, max_tokens: 4096, tools: [browser], messages });
 * } finally {
 *   await browser.close();
 * }
 */
export class PortolanBrowserToolset extends BetaAbstractBrowserToolset20260801 {
  readonly #opened: OpenToolset;
  /** What was asked about and allowed, by the call that is to come. */
  readonly #asked = new Map<string, AskedPage>();
  #news: readonly NewsItem[] = [];
  #tabs: readonly TabEntry[] = [];
  #closing: Promise<void> | undefined;

  /**
   * @throws environment when the data folder cannot be used; what the SDK throws for configs that do not do.
   */
  static async open(options: BrowserToolsetOptions = {}): Promise<PortolanBrowserToolset> {
    const { configs, confirm, urlPolicy, toolConfigs, ...given } = options;
    const members = configs === undefined ? {} : { configs: asRead(configs) };
    // The SDK has asked by the time a call gets here, so whoever is asked has said yes.
    const asked = confirm === undefined ? {} : { confirm: () => true };
    const opened = await openToolset({ ...given, ...members, ...asked });
    try {
      return new PortolanBrowserToolset(opened, options);
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  private constructor(opened: OpenToolset, options: BrowserToolsetOptions) {
    const { configs, confirm, urlPolicy, toolConfigs, documents = {}, exposeDownloadPaths } = options;
    super({
      browserState: async () => await this.#state(),
      urlPolicy: urlPolicyWith(urlPolicy),
      filePolicy: filePolicyFor(documents, exposeDownloadPaths === true),
      ...compact({
        configs,
        confirm: confirm && (async (ctx) => await this.#ask(confirm, ctx)),
        toolConfigs,
      }),
    });
    this.#opened = opened;
  }

  /** Waits for what is queued, then lets the browser go. May be called again. */
  override async close(): Promise<void> {
    this.#closing ??= super.close().then(async () => await this.#opened.close());
    await this.#closing;
  }

  /** Runs a member for the method of its name. @throws ToolError with the text that the model reads. */
  async serve(
    name: MemberName,
    ctx: BetaToolsetCallContext,
    input: object,
  ): Promise<BetaBrowserMemberResult> {
    const id = ctx.toolUse?.id ?? name;
    const call = { type: 'tool_use', id, name, input, toolset_name: 'browser' } as const;
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    const done = await this.#opened.executor.perform(call, ctx.signal ?? undefined, asked);
    this.#news = [...this.#news, ...done.news];
    if ('error' in done) throw new ToolError(done.error);
    const { image, navigated, hasRead, texts } = done;
    if (name === 'navigate' && navigated !== undefined) return navigated;
    if (PICTURE_MEMBERS.has(name) && image !== undefined)
      return { data: image.data, mediaType: image.mimeType };
    if (name === 'new_tab' || name === 'switch_tab') {
      const tabs = await this.#readTabs();
      const active = tabs.find((tab) => tab.active);
      if (active === undefined) throw new ToolError('Error: the browser has no active tab.');
      return active;
    }
    if (name === 'list_tabs') return [...(await this.#readTabs())];
    if (name === 'close_tab') return undefined;
    return hasRead ? texts.join('\n') : afterFirstLine(texts);
  }

  /** A yes is for the page as it was when it was asked for: the call that comes with it is held to that. */
  async #ask(confirm: BetaConfirmCallable, ctx: BetaConfirmContext): Promise<boolean> {
    const asked = await this.#opened.executor.pageAskedAbout(ctx.member, ctx.input);
    const isYes = await confirm(ctx);
    if (isYes === true && asked !== undefined) this.#asked.set(ctx.toolUse?.id ?? ctx.member, asked);
    return isYes;
  }

  async #readTabs(): Promise<readonly TabEntry[]> {
    return await this.#opened.executor.tabs();
  }

  /** Never throws: a run ends at a report that does. What cannot be told now is told next time. */
  async #state(): Promise<BetaBrowserState> {
    const news = this.#news;
    try {
      const { tabs, changes, dialogs } = await this.#opened.executor.wholeState(news);
      this.#news = [];
      this.#tabs = tabs;
      const dismissed = dialogs.map((dialog) => ({ type: 'dialog_dismissed' as const, ...dialog }));
      return { tabs: [...tabs], state_changes: [...changes, ...dismissed] };
    } catch {
      return { tabs: [...this.#tabs] };
    }
  }
}

// The SDK looks for each member as a method of the class; all of ours do the same with another name.
for (const name of MEMBER_NAMES) {
  Object.defineProperty(PortolanBrowserToolset.prototype, name === 'type' ? 'type_' : name, {
    configurable: true,
    writable: true,
    value: function (this: PortolanBrowserToolset, ctx: BetaToolsetCallContext, input: object) {
      return this.serve(name, ctx, input);
    },
  });
}

/** The SDK says itself what was done; what came of it is ours to add. */
function afterFirstLine(texts: readonly string[]): string | undefined {
  const [, ...rest] = texts.join('\n').split('\n');
  return rest.length === 0 ? undefined : rest.join(' ');
}

function asRead(configs: NonNullable<BetaBrowserToolsetOptions['configs']>) {
  return { ...configs } as NonNullable<ToolsetOptions['configs']>;
}

/** Schemes by our own reading; where a session may go is held below the page, whatever is answered here. */
function urlPolicyWith(given: BetaURLPolicy | undefined): BetaURLPolicy {
  return async (context, url) => {
    try {
      readAddress(url);
    } catch (error) {
      // biome-ignore lint/style/useErrorCause: the SDK's error takes its text and nothing else
      throw new ToolError(error instanceof Error ? error.message : 'Error: that is not an address.');
    }
    await given?.(context, url);
  };
}

/** Where uploads may come from is looked at when they are opened, so that nothing can change in between. */
function filePolicyFor(documents: Readonly<Record<string, string>>, isVisible: boolean): BetaFilePolicy {
  return {
    resolveUploadPaths: (_, paths) => paths,
    resolveUploadDocuments: (_, ids) => {
      const unknown = ids.find((id) => !Object.hasOwn(documents, id));
      if (unknown !== undefined) throw new ToolError('document not in the upload allowlist');
      return ids;
    },
    isPathVisible: () => isVisible,
  };
}
