import { compact } from '#kernel/compact.ts';
import { cutText } from '#kernel/untrusted-text.ts';
import { isBag } from '#messages/broken-rule.ts';
import { wellFormed } from '#messages/fold-text.ts';
import { type ImageTier, lastingSize } from '#messages/image-fit.ts';
import { isMember, type MemberName, TAB_MEMBERS } from '#messages/members.ts';
import {
  type AssistantMessage,
  type MemberConfigs,
  memberCalls,
  type ResultBlock,
  type TabEntry,
  type ToolResult,
  type ToolsetEntry,
  type ToolUse,
} from '#messages/wire.ts';
import { effectLine } from '#operations/effect-line.ts';
import type { NewsItem } from '#sessions/news.ts';
import { callDeadline, inTurn, runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { parseRef } from '#snapshot/ref.ts';
import { BrowserReport, type WholeState } from './browser-report.ts';
import { openEntry } from './entry.ts';
import { errorText } from './error-text.ts';
import { type Member, type MemberAnswer, type MemberContext, Refused, type Tab } from './member.ts';
import { faultsOf, MEMBER_INPUTS, withoutNulls } from './member-inputs.ts';
import { MEMBER_TABLE } from './members.ts';
import { isDialog, notices } from './notices.ts';
import { RefNames } from './ref-names.ts';
import {
  confirmFailed,
  movedWhileAsked,
  notConfirmed,
  notEnabled,
  SKIPPED,
  staleRef,
  unknownTab,
} from './texts.ts';

const CALL_MS = 50_000;

/** What somebody is asked before a call that acts. */
export interface ConfirmCall {
  readonly member: MemberName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly tabId: string | undefined;
  /** Address of the tab as it is now. */
  readonly tabUrl: string;
  /** The call in one line, with everything but plain ASCII escaped. */
  readonly description: string;
}

export interface ExecutorOptions {
  readonly configs?: MemberConfigs | undefined;
  /** Asked before each call that acts; only `true` lets it through. */
  readonly confirm?: ((call: ConfirmCall) => boolean | Promise<boolean>) | undefined;
  /** What the model takes of a picture; `standard` when absent, which every model takes. */
  readonly imageTier?: ImageTier | undefined;
  /** Attaches a picture of the page to the last result of a turn that may carry one. */
  readonly screenshotAfterTurn?: boolean | undefined;
  /** Files that `document_ids` may name, by id. Paths are absolute and lie in an upload root. */
  readonly documents?: ReadonlyMap<string, string> | undefined;
  readonly exposeDownloadPaths?: boolean | undefined;
}

/** A page as it was when somebody was asked about it. */
export interface AskedPage {
  readonly page: Tab;
  readonly url: string;
  readonly generation: number;
}

/** How a member call ended, before it is put on the wire. */
export interface Answered {
  readonly call: ToolUse;
  readonly error?: string;
  readonly answer?: MemberAnswer;
  readonly texts: readonly string[];
  readonly state?: Extract<ResultBlock, { type: 'browser_state' }>;
}

/** How a call went, for an interface with its own way to tell of the browser. All of it is without secrets. */
export type Performed = { readonly news: readonly NewsItem[] } & (
  | { readonly error: string }
  | ({
      /** Something of the page is among the texts. */
      readonly hasRead: boolean;
      readonly texts: readonly string[];
    } & Pick<MemberAnswer, 'image' | 'navigated'>)
);

/**
 * Runs the toolset's calls of assistant messages in one session, one after the other, and answers each in the
 * words of the contract.
 */
export class ToolsetExecutor {
  readonly entry: ToolsetEntry;
  readonly enabled: ReadonlySet<MemberName>;
  readonly #session: Session;
  readonly #options: ExecutorOptions;
  readonly #refs = new RefNames();
  readonly #report: BrowserReport;
  readonly #pictureSize: { readonly width: number; readonly height: number };

  /** @throws invalid_arguments for configs that the API would refuse, or that want somebody to be asked. */
  constructor(session: Session, options: ExecutorOptions = {}) {
    const { entry, enabled } = openEntry(options.configs, options.confirm !== undefined);
    this.entry = entry;
    this.enabled = enabled;
    this.#session = session;
    this.#options = options;
    this.#report = new BrowserReport(session, { exposesPaths: options.exposeDownloadPaths === true });
    this.#pictureSize = lastingSize(session.settings.viewport, options.imageTier ?? 'standard');
  }

  /**
   * Runs the message's calls in order; after the first that fails the rest is answered without being run. Calls of
   * other tools are the caller's.
   *
   * @returns one result for each of the toolset's calls, in order, for the next user message.
   */
  async run(message: AssistantMessage, signal?: AbortSignal): Promise<readonly ToolResult[]> {
    const calls = memberCalls(message);
    const results: ToolResult[] = [];
    let hasFailed = false;
    for (const [place, call] of calls.entries()) {
      const isLast = calls.slice(place + 1).every(({ name }) => TAB_MEMBERS.has(name));
      const result: ToolResult = hasFailed ? failed(call, SKIPPED) : await this.result(call, signal, isLast);
      hasFailed ||= result.is_error === true;
      results.push(result);
    }
    return results;
  }

  /** Runs one call. Never throws for what the model or a page did. */
  async result(call: ToolUse, signal?: AbortSignal, mayShow = false): Promise<ToolResult> {
    const answered = await this.answer(call, signal);
    if (answered.error !== undefined) return failed(call, answered.error);
    const { answer = {}, texts, state } = answered;
    const shown =
      answer.image ?? (mayShow && !TAB_MEMBERS.has(call.name) ? await this.#picture(signal) : undefined);
    const blocks: ResultBlock[] = [];
    if (shown !== undefined)
      blocks.push({
        type: 'image',
        source: { type: 'base64', media_type: shown.mimeType, data: shown.data },
      });
    for (const text of texts) blocks.push({ type: 'text', text });
    if (state !== undefined) blocks.push(state);
    return {
      type: 'tool_result',
      tool_use_id: call.id,
      toolset_name: 'browser',
      content: TAB_MEMBERS.has(call.name) && state !== undefined ? [state] : blocks,
    };
  }

  /** Runs one call and says how it ended, in parts. */
  async answer(call: ToolUse, signal?: AbortSignal): Promise<Answered> {
    return await inTurn(this.#session, 'in-turn', async () => {
      await this.#session.currentPage();
      const before = new Set((await this.#session.context()).pages().map((page) => page.id));
      const performed = await this.#perform(call, signal);
      const news = this.#session.takeNews();
      if ('refusal' in performed) {
        this.#report.noteFailure(news);
        const error = [performed.refusal, ...notices(news, performed.refusal)].join('\n');
        return { call, error: this.#clean(error), texts: [] };
      }
      const { answer } = performed;
      const state = await this.#report.ofSuccess({
        news,
        before,
        isAboutTabs: TAB_MEMBERS.has(call.name),
        opened: answer.openedTab,
      });
      const said = this.#said(answer);
      const texts = this.#texts(answer, [said, ...notices(news, said)]);
      return { call, answer, texts, ...(state === undefined ? {} : { state }) };
    });
  }

  /**
   * Runs one call for an interface that tells of tabs and dialogs by ways of its own.
   *
   * @param asked - the page that somebody has said yes to, where that was before the call came.
   * @returns `error`, or what was done: `texts` has first what was read, then what was said.
   */
  async perform(call: ToolUse, signal?: AbortSignal, asked?: AskedPage): Promise<Performed> {
    return await inTurn(this.#session, 'in-turn', async () => {
      const performed = await this.#perform(call, signal, asked);
      const news = this.#session.takeNews();
      if ('refusal' in performed) return { error: this.#clean(performed.refusal), news };
      const { answer } = performed;
      const own = [
        this.#said(answer),
        ...notices(
          news.filter((item) => !isDialog(item)),
          '',
        ),
      ];
      const { image, navigated } = answer;
      return {
        texts: this.#texts(answer, own),
        hasRead: answer.tree !== undefined,
        news,
        ...compact({ image, navigated: navigated && { ...navigated, url: this.#clean(navigated.url) } }),
      };
    });
  }

  /** The page that a call would be about, for whoever asks somebody before the call comes; none when there is none. */
  async pageAskedAbout(name: string, input: unknown): Promise<AskedPage | undefined> {
    const given = withoutNulls(input);
    if (!isMember(name) || !isBag(given)) return undefined;
    return await this.#pageFor(name, given).catch(() => undefined);
  }

  async #perform(
    call: ToolUse,
    signal: AbortSignal | undefined,
    asked?: AskedPage,
  ): Promise<{ readonly answer: MemberAnswer } | { readonly refusal: string }> {
    if (!isMember(call.name))
      return { refusal: `Error: unknown browser toolset member ${quoted(call.name)}.` };
    if (!this.enabled.has(call.name)) return { refusal: notEnabled(call.name) };
    const parsed = MEMBER_INPUTS[call.name].safeParse(withoutNulls(call.input));
    if (!parsed.success)
      return { refusal: `Error: invalid input for ${call.name}: ${faultsOf(parsed.error)}.` };
    // The table has each member under its own name, so this input is the one that it takes.
    const member = MEMBER_TABLE[call.name] as Member;
    const input = parsed.data as Readonly<Record<string, unknown>>;
    try {
      return { answer: await this.#runMember(member, input, signal, asked) };
    } catch (error) {
      const refusal = errorText(error, {
        member: member.name,
        input,
        refs: this.#refs,
        navigationTimeoutMs: this.#session.settings.navigationTimeoutMs,
      });
      if (refusal === undefined) throw error;
      return { refusal };
    }
  }

  async #runMember(
    member: Member,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
    askedBefore: AskedPage | undefined,
  ): Promise<MemberAnswer> {
    const session = this.#session;
    const tabs = await session.context();
    const isAboutTabs = TAB_MEMBERS.has(member.name);
    const about = await this.#pageFor(member.name, input);
    const asked = askedBefore ?? about;
    const confirmedBy = await this.#confirm(member, input, about);
    // A yes is for the page that it was asked on; what is about tabs does nothing to a page.
    if (confirmedBy !== undefined && !isAboutTabs && !isStill(asked, about.page))
      throw new Refused(movedWhileAsked(member.name));
    const found = isAboutTabs ? await session.currentPage() : about.page;
    const active = tabs.current;
    if (tabs.current !== found) {
      tabs.makeCurrent(found);
      if (member.wantsFront) await found.bringToFront();
    }
    const deadline = callDeadline(session, CALL_MS, signal);
    const context: MemberContext = {
      session,
      refs: this.#refs,
      deadline,
      page: found,
      pictureSize: this.#pictureSize,
      documents: this.#options.documents ?? new Map(),
      run: async (operation, given) =>
        await runOperation(session, operation, given, { within: deadline, confirmedBy }),
      ref: (name) => {
        const ref = this.#refs.refOf(name);
        if (ref === undefined || found.generation !== parseRef(ref).generation)
          throw new Refused(staleRef(name));
        return ref;
      },
    };
    try {
      // Parsed by the schema of this very member.
      return await member.run(context, input as never);
    } finally {
      if (!member.wantsFront && !isAboutTabs && active?.state === 'open') tabs.makeCurrent(active);
    }
  }

  /** The tab that a call names, or the current one. @throws in the fixed words when there is no such tab. */
  async #pageFor(name: MemberName, input: Readonly<Record<string, unknown>>): Promise<AskedPage> {
    const given = input['tab_id'];
    const isNamed = typeof given === 'string' && (given !== '' || TAB_MEMBERS.has(name));
    const page = isNamed ? (await this.#session.context()).page(given) : await this.#session.currentPage();
    if (page === undefined) throw new Refused(unknownTab(String(given)));
    return { page, url: page.url, generation: page.generation };
  }

  /** @throws in the fixed words, unless somebody says yes, or nobody is to be asked. */
  async #confirm(
    { name, acts }: Member,
    input: Readonly<Record<string, unknown>>,
    { page: { id: tabId }, url: tabUrl }: AskedPage,
  ): Promise<string | undefined> {
    const { confirm } = this.#options;
    if (confirm === undefined || !acts) return undefined;
    const description = `${name} ${escaped(JSON.stringify(input))} on ${escaped(tabUrl)}`;
    let isYes: boolean;
    try {
      isYes = (await confirm({ member: name, input, tabId, tabUrl, description })) === true;
    } catch (error) {
      throw new Refused(confirmFailed(name), { cause: error });
    }
    if (!isYes) throw new Refused(notConfirmed(name));
    return 'whoever is asked by this program';
  }

  #said({ text, outcome }: MemberAnswer): string {
    const effects =
      outcome === undefined ? [] : effectLine(outcome).map((line) => this.#refs.inSentence(line));
    return [...(text === undefined ? [] : [text]), ...effects].join('\n');
  }

  /** What was read, then what there is to say. */
  #texts({ tree }: MemberAnswer, said: readonly string[]): readonly string[] {
    const own = said.filter((line) => line !== '').join('\n');
    const read = tree === undefined ? [] : [this.#refs.inTree(tree)];
    return [...read, ...(own === '' ? [] : [own])].map((line) => this.#clean(line));
  }

  #clean(text: string): string {
    return wellFormed(this.#session.secrets.redact(text));
  }

  /** All tabs as they are. */
  async tabs(): Promise<readonly TabEntry[]> {
    return await this.#report.tabs();
  }

  /** All tabs as they are, and what has happened to tabs and files since this was last asked. */
  async wholeState(news: readonly NewsItem[]): Promise<WholeState> {
    return await this.#report.whole(news);
  }

  async #picture(signal: AbortSignal | undefined): Promise<MemberAnswer['image']> {
    if (this.#options.screenshotAfterTurn !== true) return undefined;
    const call = { type: 'tool_use', id: 'after-turn', name: 'screenshot', input: {} } as const;
    // What happens meanwhile stays for the next call to tell.
    return await inTurn(this.#session, 'in-turn', async () => {
      const performed = await this.#perform(call, signal);
      return 'answer' in performed ? performed.answer.image : undefined;
    });
  }
}

function failed(call: ToolUse, text: string): ToolResult {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    toolset_name: 'browser',
    content: [{ type: 'text', text }],
    is_error: true,
  };
}

function quoted(name: string): string {
  return `'${cutText(name.replace(/['"\s]+/g, ' '), 200)}'`;
}

function isStill(asked: AskedPage, page: Tab): boolean {
  return asked.page === page && asked.url === page.url && asked.generation === page.generation;
}

/** Letters that look like others are told apart by their numbers. */
function escaped(text: string): string {
  return text.replace(/[^\u0020-\u007e]/g, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
