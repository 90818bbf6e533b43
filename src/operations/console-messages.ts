import { z } from 'zod';
import { CONSOLE_KEPT, CONSOLE_LEVELS, type ConsoleEntry } from '#browser/console-log.ts';
import { redactStructure } from '#kernel/redact.ts';
import { cleanText, showAddress } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { newestWithin } from './newest-within.ts';
import { isReadableAddress } from './readable-address.ts';

/** Reads what the current tab wrote to its console. */
export const consoleMessages = operation({
  name: 'console-messages',
  summary: 'Reads what the current tab wrote to its console, uncaught errors among it.',
  input: z.strictObject({ level: z.enum(CONSOLE_LEVELS).optional(), clear: z.boolean().optional() }),
  turn: 'in-turn',
  timeoutMs: () => 10_000,
  async plan({ session }) {
    requireCap(session.settings, 'console', 'Reading the console');
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `the console of tab ${page.id}`, page };
  },
  async run({ session }, { page, target }, { level = 'debug', clear }) {
    const followed = (await session.context()).consoleOf(page);
    const all = followed?.log.entries(followed.tab) ?? [];
    const least = CONSOLE_LEVELS.indexOf(level);
    const wanted = all.filter((entry) => CONSOLE_LEVELS.indexOf(entry.level) >= least);
    const readable = wanted.filter((entry) => isReadableAddress(session, entry.url));
    const { text, shown } = newestWithin(readable.map(inLine), session.settings.budgetCharacters);
    if (clear === true) followed?.log.clear(followed.tab);
    session.taint.mark(page.mainFrame.origin);
    const counted = `${shown} of ${wanted.length} messages in ${target}, the newest last`;
    const notes = [
      ...(all.length === CONSOLE_KEPT ? [`Only the newest ${CONSOLE_KEPT} are kept.`] : []),
      ...(readable.length < wanted.length ? [`Withheld: ${wanted.length - readable.length}.`] : []),
      ...(clear === true ? ['They are cleared.'] : []),
    ];
    const said = wanted.length === 0 ? `No messages in ${target}.` : `${counted}.`;
    return { said: [said, ...notes].join(' '), page, ...(text === '' ? {} : { text }) };
  },
});

function inLine({ level, text, url, line }: ConsoleEntry): string {
  const place =
    url === '' ? '' : ` (${redactStructure(showAddress(url))}${line === undefined ? '' : `:${line}`})`;
  return `- ${level}: ${redactStructure(cleanText(text).text)}${place}`;
}
