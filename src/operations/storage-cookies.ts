import { z } from 'zod';
import type { Cookie } from '#browser/cookie-jar.ts';
import { fail } from '#kernel/errors.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { holdsToken, isSecretName } from './network-redaction.ts';
import { newestWithin } from './newest-within.ts';

const ACTIONS = ['list', 'set', 'delete', 'clear'] as const;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Names by which servers know a visitor, as frameworks call them. */
const SESSION_COOKIE = /sess|sid$|^sid|auth|login|logged|remember|user|identity|jwt|token|xsrf|csrf|connect/i;

/** Lists, sets and removes cookies of the site that the current tab shows. */
export const storageCookies = operation({
  name: 'storage-cookies',
  summary: "Lists, sets or removes cookies of the current page's site.",
  input: z.strictObject({
    action: z.enum(ACTIONS),
    name: z.string().regex(NAME, 'a cookie name').optional(),
    value: z
      .string()
      .max(4_000)
      .regex(/^[^;\r\n]*$/, 'a value without ; or line breaks')
      .optional(),
    maxAgeSeconds: z.int().min(1).max(34_560_000).optional(),
    reveal: z.boolean().optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => 15_000,
  async plan({ session }, { action, name, value }) {
    requireCap(session.settings, 'storage', 'Cookies');
    if ((action === 'set' || action === 'delete') && name === undefined) throw missing('name', action);
    if (action === 'set' && value === undefined) throw missing('value', action);
    if (action === 'list') await session.requireUnsealed('Reading cookies');
    const page = await session.currentPage();
    if (!/^https?:/.test(page.url))
      throw fail('invalid_arguments', 'The current tab shows no site: open one first.', NOT_SENT);
    const effects = action === 'list' ? (['read'] as const) : (['input'] as const);
    return { effects, url: page.url, target: `cookies of ${new URL(page.url).host}`, page };
  },
  async run({ session }, { page, target, url }, { action, name = '', value = '', maxAgeSeconds, reveal }) {
    const { cookies } = await session.context();
    const there = await cookies.for(url);
    if (action === 'set') {
      const life =
        maxAgeSeconds === undefined ? {} : { expires: Math.floor(Date.now() / 1000) + maxAgeSeconds };
      await cookies.set({ name, value, url, ...life });
      return { said: `Set the cookie ${name} (${value.length} characters).`, page };
    }
    if (action === 'list') {
      const lines = there.map((cookie) => inLine(cookie, reveal === true));
      const { text } = newestWithin(lines, session.settings.budgetCharacters);
      session.taint.mark(page.mainFrame.origin);
      return { said: `${there.length} ${target}.`, page, ...(text === '' ? {} : { text }) };
    }
    const gone = action === 'clear' ? there : there.filter((cookie) => cookie.name === name);
    for (const cookie of gone) await cookies.remove(cookie);
    if (gone.length === 0 && action === 'delete')
      throw fail('invalid_arguments', `There is no cookie ${name} here.`, {
        ...NOT_SENT,
        remedy: `Cookies here: ${there.map((cookie) => showAddress(cookie.name, 40)).join(', ') || 'none'}.`,
      });
    return { said: `Removed ${gone.length} ${target}.`, page };
  },
});

const NOT_SENT = { dispatch: 'not_sent' } as const;

function missing(what: string, action: string): Error {
  return fail('invalid_arguments', `${action} needs ${what}.`, NOT_SENT);
}

function inLine(cookie: Cookie, reveal: boolean): string {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite } = cookie;
  const isSecret = httpOnly || SESSION_COOKIE.test(name) || isSecretName(name) || holdsToken(value);
  const shown = reveal && !isSecret ? quotePageText(value, 400) : `${value.length} characters`;
  const end = expires < 0 ? 'session' : new Date(expires * 1000).toISOString().slice(0, 10);
  const marks = [...(httpOnly ? ['httpOnly'] : []), ...(secure ? ['secure'] : []), sameSite];
  return `- ${quotePageText(name, 120)}: ${shown} ${showAddress(`${domain}${path}`)} until ${end} ${marks.join(' ')}`;
}
