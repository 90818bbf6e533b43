import { z } from 'zod';
import type { HeaderList, NetworkBodies, NetworkEntry } from '#browser/network-log.ts';
import { fail } from '#kernel/errors.ts';
import { cleanText, cutText, showAddress } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { headerLines, redactAddress, redactBody } from './network-redaction.ts';
import { isReadableAddress } from './readable-address.ts';

const PARTS = ['headers', 'body'] as const;

/** Looks into one request of the current tab. */
export const networkRequest = operation({
  name: 'network-request',
  summary: 'Shows the headers or the bodies of one request, without what signs in.',
  input: z.strictObject({ id: z.string().min(1).max(20), part: z.enum(PARTS).optional() }),
  turn: 'in-turn',
  timeoutMs: () => 15_000,
  async plan({ session }, { id }) {
    requireCap(session.settings, 'network', 'Looking into a request');
    await session.requireUnsealed('Looking into a request');
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `request ${id} of tab ${page.id}`, page };
  },
  async run({ session, deadline }, { page }, { id, part = 'headers' }) {
    const followed = (await session.context()).networkOf(page);
    if (followed === undefined) throw fail('environment', 'Requests are not followed in this tab.');
    const { log, tab } = followed;
    const read = async () =>
      part === 'headers'
        ? headersInWords(await log.headers(tab, id))
        : bodiesInWords(await log.bodies(tab, id));
    const text = await page.race(read, `request ${id}`, { deadline, duringDialog: true });
    const entry = log.entries(tab).find((candidate) => candidate.id === id);
    if (entry === undefined) throw fail('invalid_arguments', `Request ${id} is kept no more.`);
    if (!isReadableAddress(session, entry.askedBy))
      return { said: `Request ${id} is of a frame that may not be read here: withheld.`, page };
    session.taint.mark(page.mainFrame.origin);
    return { said: inWords(entry, part), page, text: within(text, session.settings.budgetCharacters) };
  },
});

function inWords({ id, method, url, status, failure }: NetworkEntry, part: string): string {
  const end = failure === undefined ? `HTTP ${status ?? 'still open'}` : 'failed';
  const what = part === 'headers' ? 'Headers' : 'Bodies';
  return `${what} of ${id}: ${method} ${showAddress(redactAddress(url))}, ${end}.`;
}

function headersInWords({ sent, came }: { readonly sent: HeaderList; readonly came: HeaderList }): string {
  const list = (title: string, headers: HeaderList) => [
    title,
    ...headerLines(headers).map((line) => `- ${line}`),
  ];
  return [...list('Sent:', sent), ...(came.length === 0 ? ['No answer.'] : list('Came:', came))].join('\n');
}

function bodiesInWords({ sent, came, why }: NetworkBodies): string {
  return [
    ...(sent === undefined ? [] : [`Sent:\n${lines(redactBody(sent))}`]),
    came === undefined
      ? `Nothing to show of what came: ${why ?? 'it is empty'}.`
      : `Came:\n${lines(redactBody(came))}`,
  ].join('\n');
}

/** Line breaks stay: a body is read by its lines. */
function lines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => cleanText(line).text)
    .join('\n');
}

function within(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const marker = `\n… (${text.length - limit} characters omitted)`;
  return `${cutText(text, limit - marker.length)}${marker}`;
}
