import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { NewsItem } from '#sessions/news.ts';
import type { OperationResult } from '#sessions/plan.ts';

const MESSAGE_LIMIT = 160;
/** From here on several alerts share the room of a line. */
const SHORT_MESSAGE_LIMIT = 40;
const NAMED = 3;
/** What an outcome says of several alerts, all of them. */
const SEVERAL_ALERTS = /The page showed \d+ alerts, which were closed/;

type PermissionNews = Extract<NewsItem, { kind: 'permission' }>;
type DialogNews = Extract<NewsItem, { kind: 'alert' | 'dialog-opened' }>;

/**
 * What else happened since the last reply: a line each, one line for all alerts, and one for all that the
 * boundary kept in.
 *
 * @param told - sentences that the reply says anyway: what they quote is not said again.
 */
export function newsLines(
  news: readonly NewsItem[],
  actedOn: OperationResult['page'],
  told: readonly string[] = [],
): readonly string[] {
  const isTold = ({ kind, dialog }: DialogNews) =>
    told.some(
      (line) =>
        line.includes(quotePageText(dialog.message, MESSAGE_LIMIT)) ||
        (kind === 'alert' && SEVERAL_ALERTS.test(line)),
    );
  const alerts = news.filter((item) => item.kind === 'alert').filter((item) => !isTold(item));
  return [
    ...news.flatMap((item) => lineOf(item, actedOn, isTold, told)),
    ...alertLine(alerts.map((item) => item.dialog.message)),
    ...refusedLine(news),
  ];
}

function lineOf(
  item: NewsItem,
  actedOn: OperationResult['page'],
  isTold: (item: DialogNews) => boolean,
  told: readonly string[],
): readonly string[] {
  switch (item.kind) {
    case 'page-opened':
      // A tab that was opened because we asked for it is already in the first line.
      return item.opener ? [`New tab ${item.page.id}: ${showAddress(item.page.url)}.`] : [];
    case 'page-closed':
      return item.page === actedOn || told.some((line) => line.includes(`Closed tab ${item.page.id}.`))
        ? []
        : [`Tab ${item.page.id} was closed.`];
    case 'dialog-opened': {
      const { type, message } = item.dialog;
      const answer = 'Answer it with browser_dialog.';
      return isTold(item)
        ? [`A ${type} dialog is open. ${answer}`]
        : [`A ${type} dialog is open: ${quotePageText(message, MESSAGE_LIMIT)}. ${answer}`];
    }
    case 'download':
      return [downloadLine(item.ended)];
    case 'attached':
      return item.notes;
    case 'permission':
      return [permissionLine(item)];
    case 'crashed':
      return [`Tab ${item.page.id} crashed.`];
    default:
      return [];
  }
}

const ASKED: Readonly<Record<PermissionNews['asked'], { readonly what: string; readonly grant?: string }>> = {
  geolocation: { what: 'your location', grant: 'geolocation' },
  notifications: { what: 'leave to show notifications', grant: 'notifications' },
  media: { what: 'the camera or microphone', grant: 'camera,microphone' },
  midi: { what: 'MIDI devices', grant: 'midi' },
  'storage-access': { what: 'its storage inside another site', grant: 'storage-access' },
  'clipboard-read': { what: 'what the clipboard holds', grant: 'clipboard-read' },
  'clipboard-write': { what: 'leave to write to the clipboard', grant: 'clipboard-write' },
  screen: { what: 'a picture of the screen' },
  device: { what: 'a device' },
  passkey: { what: 'a passkey' },
};

function permissionLine({ asked, end }: PermissionNews): string {
  const { what, grant } = ASKED[asked];
  const said = `The page asked for ${what}`;
  if (end === 'missing') return `${said}; there is none here.`;
  if (end === 'choice') return `${said}, which only a person at the browser's window can give.`;
  const hint = grant === undefined ? '' : ` (--grant-permissions ${grant} allows it)`;
  return `${said}; it was denied${hint}.`;
}

function downloadLine(ended: Extract<NewsItem, { kind: 'download' }>['ended']): string {
  if (ended.kind !== 'saved') {
    const word = ended.kind === 'refused' ? 'was stopped (browser.download_denied)' : 'failed';
    return `The download ${quotePageText(ended.name)} ${word}: ${ended.why}.`;
  }
  const { path, sizeBytes, mediaType, sha256 } = ended.file;
  return `Downloaded to ${quotePageText(path, 400)} (${sizeBytes} bytes, ${mediaType}), sha256 ${sha256}.`;
}

function alertLine(messages: readonly string[]): readonly string[] {
  if (messages.length === 0) return [];
  if (messages.length === 1)
    return [
      `The page showed an alert, which was closed: ${quotePageText(messages[0] ?? '', MESSAGE_LIMIT)}.`,
    ];
  const shown = messages.slice(0, NAMED).map((message) => quotePageText(message, SHORT_MESSAGE_LIMIT));
  const more = messages.length > NAMED ? ` and ${messages.length - NAMED} more` : '';
  return [`The page showed ${messages.length} alerts, which were closed: ${shown.join(', ')}${more}.`];
}

function refusedLine(news: readonly NewsItem[]): readonly string[] {
  const refused = news.flatMap((item) => (item.kind === 'refused' ? [item.refusal] : []));
  if (refused.length === 0) return [];
  const hosts = [...new Set(refused.map(({ host, port }) => showAddress(`${host}:${port}`, 80)))];
  const more = hosts.length > NAMED ? ` and ${hosts.length - NAMED} more` : '';
  const requests = refused.length === 1 ? '1 request' : `${refused.length} requests`;
  return [`Blocked by the boundary: ${hosts.slice(0, NAMED).join(', ')}${more} (${requests}).`];
}
