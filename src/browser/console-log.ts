import type { ConsoleMessage, Page, BrowserContext as PlaywrightContext, WebError } from 'playwright-core';
import { cutText } from '#kernel/untrusted-text.ts';

/** From the least to the most serious. */
export const CONSOLE_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

export interface ConsoleEntry {
  readonly level: ConsoleLevel;
  /** As the page wrote it: untrusted. */
  readonly text: string;
  /** Address of the script, with its line from 1 where that is known. */
  readonly url: string;
  readonly line?: number;
}

/** So many of the newest messages of a tab are kept. */
export const CONSOLE_KEPT = 200;
const TEXT_LIMIT = 2_000;

/** What the tabs of a context write to their consoles, uncaught errors among it. */
export class ConsoleLog {
  readonly #entries = new WeakMap<Page, ConsoleEntry[]>();

  constructor(context: PlaywrightContext) {
    context.on('console', (message) => this.#add(message.page(), entryOf(message)));
    context.on('weberror', (error) => this.#add(error.page(), uncaught(error)));
  }

  /** Of one tab, the newest last. */
  entries(page: Page): readonly ConsoleEntry[] {
    return this.#entries.get(page) ?? [];
  }

  clear(page: Page): void {
    this.#entries.delete(page);
  }

  #add(page: Page | null, entry: ConsoleEntry): void {
    if (page === null) return;
    const kept = this.#entries.get(page) ?? [];
    kept.push(entry);
    if (kept.length > CONSOLE_KEPT) kept.shift();
    this.#entries.set(page, kept);
  }
}

function entryOf(message: ConsoleMessage): ConsoleEntry {
  const { url, lineNumber } = message.location();
  return {
    level: levelOf(message.type()),
    text: cutText(message.text(), TEXT_LIMIT),
    url,
    ...(url === '' ? {} : { line: lineNumber + 1 }),
  };
}

function levelOf(type: string): ConsoleLevel {
  if (type === 'error' || type === 'assert') return 'error';
  if (type === 'warning') return 'warning';
  return type === 'debug' ? 'debug' : 'info';
}

/** Where it was thrown stands in the first line of its stack that has an address. */
function uncaught(webError: WebError): ConsoleEntry {
  const error = webError.error();
  const place = /(https?:\/\/\S+?):(\d+)(?::\d+)?\)?$/m.exec(error.stack ?? '');
  const line = Number(place?.[2]);
  return {
    level: 'error',
    text: cutText(`Uncaught ${error.name}: ${error.message}`, TEXT_LIMIT),
    url: place?.[1] ?? '',
    ...(Number.isNaN(line) ? {} : { line }),
  };
}
