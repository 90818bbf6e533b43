import { z } from 'zod';
import { NETWORK_KEPT, type NetworkEntry } from '#browser/network-log.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { redactAddress } from './network-redaction.ts';
import { newestWithin } from './newest-within.ts';

const STATUS = /^([1-5]xx|[1-5]\d\d|failed|open)$/;

/** Lists what the current tab asked of servers. */
export const networkRequests = operation({
  name: 'network-requests',
  summary: 'Lists the requests of the current tab: method, address, status, type and time.',
  input: z.strictObject({
    filter: z.string().min(1).max(200).optional(),
    status: z.string().regex(STATUS, 'such as 404, 4xx, failed or open').optional(),
    limit: z.int().min(1).max(NETWORK_KEPT).optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => 10_000,
  async plan({ session }) {
    requireCap(session.settings, 'network', 'Listing requests');
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `the requests of tab ${page.id}`, page };
  },
  async run({ session }, { page }, { filter, status, limit = 50 }) {
    const followed = (await session.context()).networkOf(page);
    const all = followed?.log.entries(followed.tab) ?? [];
    const wanted = all.filter((entry) => fits(entry, filter, status));
    const { text, shown } = newestWithin(wanted.slice(-limit).map(inLine), session.settings.budgetCharacters);
    session.taint.mark(page.mainFrame.origin);
    const kept = all.length === NETWORK_KEPT ? ` Only the newest ${NETWORK_KEPT} are kept.` : '';
    const said =
      wanted.length === 0
        ? `No such requests among ${all.length} of tab ${page.id}.`
        : `${shown} of ${wanted.length} requests of tab ${page.id}, the newest last. Look into one by its id.`;
    return { said: `${said}${kept}`, page, ...(text === '' ? {} : { text }) };
  },
});

function fits(entry: NetworkEntry, filter: string | undefined, status: string | undefined): boolean {
  if (status !== undefined && !hasStatus(entry, status)) return false;
  if (filter === undefined) return true;
  const wanted = filter.toLowerCase();
  // What is not shown cannot be found either.
  return `${entry.method} ${entry.type} ${redactAddress(entry.url)}`.toLowerCase().includes(wanted);
}

function hasStatus({ status, failure }: NetworkEntry, wanted: string): boolean {
  if (wanted === 'failed') return failure !== undefined;
  if (wanted === 'open') return status === undefined && failure === undefined;
  return String(status ?? '').startsWith(wanted.replace('xx', ''));
}

function inLine(entry: NetworkEntry): string {
  const { id, method, url, type, status, failure, durationMs } = entry;
  const end = failure === undefined ? `${status ?? 'open'}` : `failed (${failure})`;
  const time = durationMs === undefined ? '' : ` ${durationMs} ms`;
  return `- ${id} ${method} ${showAddress(redactAddress(url), 200)} ${end} ${type}${time}`;
}
