import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { NewsItem } from '#sessions/news.ts';

const MESSAGE_LIMIT = 200;
/** As outcomes have it. */
const TOLD_LIMIT = 160;
const NAMED = 3;

/** What else happened during a call, a sentence each: dialogs that were closed, requests that were kept in. */
export function notices(news: readonly NewsItem[], told: string): readonly string[] {
  const dialogs = news
    .filter(isDialog)
    .filter((item) => !isTold(item, told))
    .map(dialogLine);
  const shown = dialogs.slice(0, NAMED);
  const more = dialogs.length - NAMED;
  return [
    ...shown,
    ...(more > 0 ? [`${more} more dialogs were dismissed.`] : []),
    ...refusedLine(news),
    ...news.flatMap((item) => (item.kind === 'crashed' ? [`Tab ${item.page.id} crashed.`] : [])),
  ];
}

export type DialogNews = Extract<NewsItem, { kind: 'alert' | 'dialog-opened' }>;

/** Whether a page showed a dialog, which has been closed by now. */
export function isDialog(item: NewsItem): item is DialogNews {
  return item.kind === 'alert' || item.kind === 'dialog-opened';
}

/** The outcome of an action tells of the dialogs that it opened. */
function isTold({ dialog }: DialogNews, told: string): boolean {
  return dialog.message !== '' && told.includes(quotePageText(dialog.message, TOLD_LIMIT));
}

function dialogLine({ dialog }: DialogNews): string {
  const article = /^[aeiou]/.test(dialog.type) ? 'An' : 'A';
  const words = dialog.message === '' ? '' : ` ${quotePageText(dialog.message, MESSAGE_LIMIT)}`;
  return `${article} ${dialog.type} dialog${words} was dismissed.`;
}

function refusedLine(news: readonly NewsItem[]): readonly string[] {
  const refused = news.flatMap((item) => (item.kind === 'refused' ? [item.refusal] : []));
  if (refused.length === 0) return [];
  const hosts = [...new Set(refused.map(({ host, port }) => showAddress(`${host}:${port}`, 80)))];
  const more = hosts.length > NAMED ? ` and ${hosts.length - NAMED} more` : '';
  return [`Not allowed here and kept back: ${hosts.slice(0, NAMED).join(', ')}${more}.`];
}
