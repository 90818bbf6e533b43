import { cleanText } from '#kernel/untrusted-text.ts';
import type { NewsItem } from '#sessions/news.ts';
import type { OperationResult } from '#sessions/plan.ts';

const MESSAGE_LIMIT = 160;
const ADDRESS_LIMIT = 120;

/** What else happened since the last reply, a line each; what the boundary kept in is one line for all. */
export function newsLines(news: readonly NewsItem[], actedOn: OperationResult['page']): readonly string[] {
  const lines = news.flatMap((item) => lineOf(item, actedOn));
  const refused = news.flatMap((item) => (item.kind === 'refused' ? [item.refusal] : []));
  if (refused.length === 0) return lines;
  const hosts = [...new Set(refused.map(({ host, port }) => `${host}:${port}`))];
  const shown = hosts.slice(0, 3).join(', ');
  const more = hosts.length > 3 ? ` and ${hosts.length - 3} more` : '';
  return [...lines, `Blocked by the boundary: ${shown}${more} (${refused.length} requests).`];
}

function lineOf(item: NewsItem, actedOn: OperationResult['page']): readonly string[] {
  switch (item.kind) {
    case 'page-opened':
      // A tab that was opened because we asked for it is already in the first line.
      return item.opener ? [`New tab ${item.page.id}: ${short(item.page.url)}.`] : [];
    case 'page-closed':
      return item.page === actedOn ? [] : [`Tab ${item.page.id} was closed.`];
    case 'alert':
      return [`The page showed an alert, which was closed: ${quoted(item.dialog.message)}.`];
    case 'dialog-opened':
      return [
        `A ${item.dialog.type} dialog is open: ${quoted(item.dialog.message)}. Answer it with browser_dialog.`,
      ];
    case 'crashed':
      return [`Tab ${item.page.id} crashed.`];
    default:
      return [];
  }
}

function short(url: string): string {
  return url.length > ADDRESS_LIMIT ? `${url.slice(0, ADDRESS_LIMIT)}…` : url;
}

function quoted(message: string): string {
  const { text } = cleanText(message);
  return JSON.stringify(text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT)}…` : text);
}
