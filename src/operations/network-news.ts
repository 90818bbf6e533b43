import { z } from 'zod';
import type { NetworkEntry } from '#browser/network-log.ts';
import type { Page } from '#browser/page.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { redactAddress } from './network-redaction.ts';
import { newestWithin } from './newest-within.ts';

const ADDRESS_LIMIT = 300;
const told = new WeakMap<Page, WeakSet<NetworkEntry>>();

/** Lists what the current tab asked of servers since it was last listed. */
export const networkNews = operation({
  name: 'network-news',
  summary: 'Lists the requests of the tab since the last listing: method, address, status, type and time.',
  input: z.strictObject({ budgetCharacters: z.int().min(1_000).max(1_000_000) }),
  turn: 'in-turn',
  timeoutMs: () => 10_000,
  async plan({ session }) {
    requireCap(session.settings, 'network', 'Listing requests');
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `the requests of tab ${page.id}`, page };
  },
  async run({ session }, { page }, { budgetCharacters }) {
    const followed = (await session.context()).networkOf(page);
    const known = told.get(page) ?? new WeakSet<NetworkEntry>();
    told.set(page, known);
    const all = followed?.log.entries(followed.tab) ?? [];
    const fresh = all.filter((entry) => !known.has(entry));
    // One that is still open is told again with its end.
    for (const entry of fresh)
      if (entry.status !== undefined || entry.failure !== undefined) known.add(entry);
    session.taint.mark(page.mainFrame.origin);
    if (fresh.length === 0) return { said: 'No requests since the last reading of this tab.', page };
    const { text } = newestWithin(fresh.map(inLine), budgetCharacters);
    return { said: `${fresh.length} requests:`, page, text };
  },
});

function inLine({ method, url, status, failure, mediaType, durationMs }: NetworkEntry): string {
  const end = failure === undefined ? `${status ?? 'open'}` : `failed (${failure})`;
  const time = durationMs === undefined ? '' : ` ${durationMs} ms`;
  return `${method} ${showAddress(redactAddress(url), ADDRESS_LIMIT)} ${end} ${mediaType ?? '-'}${time}`;
}
