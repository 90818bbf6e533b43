import { type PageText, type ReplyText, readReply } from './reply-text.ts';
import { type CallEnd, type LoggedCall, Stuck } from './task.ts';

/** Calls a tool; the text of its reply and nothing else. */
export type CallTool = (tool: string, args: Record<string, unknown>) => Promise<string>;

/** The most calls one task may take. */
const MOST_CALLS = 160;
const SHOWS_ALL = new Set(['browser_snapshot', 'browser_find', 'browser_read']);

/** The agent's only way to the browser: keeps the page it was shown last, and a log of what it did. */
export class Hands {
  readonly log: LoggedCall[] = [];
  step = -1;
  readonly #call: CallTool;
  #page: PageText = { url: '', lines: [], nodes: [] };

  constructor(call: CallTool) {
    this.#call = call;
  }

  /** The page as the last reply that had one shows it. */
  get page(): PageText {
    return this.#page;
  }

  /**
   * Calls a tool. What has just failed or had no effect is never sent again as it was: that the agent would
   * do so means that it is out of ideas.
   */
  async act(tool: string, given: Record<string, unknown>, why: string): Promise<ReplyText> {
    const args = SHOWS_ALL.has(tool) ? given : { ...given, observe: 'full' };
    const last = this.log.at(-1);
    if (
      last &&
      last.end !== 'done' &&
      last.tool === tool &&
      JSON.stringify(last.args) === JSON.stringify(args)
    )
      throw new Stuck(`${tool} was just answered ${last.code ?? 'without an effect'}.`);
    if (this.log.length >= MOST_CALLS) throw new Stuck('That took too many calls.');
    const text = await this.#call(tool, args);
    const reply = readReply(text);
    const end: CallEnd = reply.code !== undefined ? 'failed' : reply.isSilent ? 'silent' : 'done';
    this.log.push({ tool, args, end, code: reply.code, why, step: this.step, reply: text });
    if (reply.page && tool !== 'browser_find' && tool !== 'browser_read') this.#page = reply.page;
    return reply;
  }
}
