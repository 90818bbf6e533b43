import { z } from 'zod';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { fail } from '#kernel/errors.ts';
import { cutText, quotePageText } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { holdsToken, isSecretName, redactBody } from './network-redaction.ts';
import { newestWithin } from './newest-within.ts';

const ACTIONS = ['list', 'get', 'set', 'delete', 'clear'] as const;

/** Reads and changes what the page in the current tab keeps in its local or session storage. */
export const storageArea = operation({
  name: 'storage-area',
  summary: "Reads or changes the local or session storage of the current page's origin.",
  input: z.strictObject({
    area: z.enum(['local', 'session']),
    action: z.enum(ACTIONS),
    key: z.string().max(1_000).optional(),
    value: z.string().max(100_000).optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => 15_000,
  async plan({ session }, { area, action, key, value }) {
    requireCap(session.settings, 'storage', 'Storage');
    if (key === undefined && action !== 'list' && action !== 'clear')
      throw fail('invalid_arguments', `${action} needs key.`, NOT_SENT);
    if (value === undefined && action === 'set')
      throw fail('invalid_arguments', 'set needs value.', NOT_SENT);
    if (action === 'get' || action === 'list') await session.requireUnsealed('Reading storage');
    const page = await session.currentPage();
    if (!/^https?:/.test(page.url))
      throw fail('invalid_arguments', 'The current tab shows no site: open one first.', NOT_SENT);
    const effects = action === 'list' || action === 'get' ? (['read'] as const) : (['input'] as const);
    return { effects, url: page.url, target: `${area} storage of ${new URL(page.url).host}`, page };
  },
  async run({ session, deadline }, { page, target }, { area, action, key = '', value = '' }) {
    const storage = await openArea(page, area, deadline);
    switch (action) {
      case 'set':
        await storage.send('DOMStorage.setDOMStorageItem', { key, value });
        return { said: `Set ${quotePageText(key)} in the ${target} (${value.length} characters).`, page };
      case 'clear':
        await storage.send('DOMStorage.clear');
        return { said: `Cleared the ${target}.`, page };
      default:
    }
    const entries = await storage.entries();
    const found = entries.find(([name]) => name === key);
    if (action === 'list') {
      const lines = entries.map(([name, held]) => `- ${quotePageText(name, 200)}: ${held.length} characters`);
      const { text } = newestWithin(lines, session.settings.budgetCharacters);
      session.taint.mark(page.mainFrame.origin);
      return { said: `${entries.length} entries in the ${target}.`, page, ...(text === '' ? {} : { text }) };
    }
    if (found === undefined)
      throw fail('invalid_arguments', `There is no ${quotePageText(key)} in the ${target}.`, {
        ...NOT_SENT,
        remedy: `It has: ${
          entries
            .slice(0, 10)
            .map(([name]) => quotePageText(name, 40))
            .join(', ') || 'nothing'
        }.`,
      });
    if (action === 'delete') {
      await storage.send('DOMStorage.removeDOMStorageItem', { key });
      return { said: `Removed ${quotePageText(key)} from the ${target}.`, page };
    }
    session.taint.mark(page.mainFrame.origin);
    const [name, held] = found;
    if (isSecretName(name) || holdsToken(held))
      return { said: `${quotePageText(name)} holds ${held.length} characters, which are not shown.`, page };
    const text = cutText(redactBody(held), session.settings.budgetCharacters);
    return { said: `${quotePageText(name)} in the ${target}:`, page, text };
  },
});

const NOT_SENT = { dispatch: 'not_sent' } as const;

/** The browser keeps the areas by the key of a document's storage. */
async function openArea(page: Page, area: 'local' | 'session', deadline: Deadline) {
  const race = { deadline };
  const { storageKey } = await page.send<{ storageKey: string }>(
    'Storage.getStorageKeyForFrame',
    { frameId: page.mainFrame.id },
    race,
  );
  const storageId = { storageKey, isLocalStorage: area === 'local' };
  const send = async <Result>(method: string, params: object = {}) =>
    await page.send<Result>(method, { storageId, ...params }, race);
  return {
    send,
    entries: async () => {
      const { entries } = await send<{ entries: [string, string][] }>('DOMStorage.getDOMStorageItems');
      return entries;
    },
  };
}
