import { z } from 'zod';
import { clipboardUse } from '#actions/clipboard.ts';
import { fail as actionFail } from '#actions/errors.ts';
import { joinOutcomes } from '#actions/join-outcomes.ts';
import { type KeyPress, parseKeys } from '#actions/keys.ts';
import { leadsElsewhere, type Outcome } from '#actions/outcome.ts';
import { focusedFrame, pressFocused } from '#actions/press.ts';
import { holdKeyOnFocused, typeFocused } from '#actions/type-focused.ts';
import type { Page } from '#browser/page.ts';
import { leftMs } from '#kernel/deadline.ts';
import { fail } from '#kernel/errors.ts';
import type { FocusHolder } from '#page/wire.ts';
import type { Effect } from '#policy/effects.ts';
import { type OperationContext, operation } from '#sessions/operation.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { ACTION_TIMEOUT_MS, addressOf, inWords } from './act-on-ref.ts';
import { afterAction } from './after-action.ts';
import { foresee } from './consequence.ts';
import { pointerOptions } from './pointer-input.ts';
import { isCharacter, usesClipboard } from './press.ts';

const MOST_KEYS = 1_000;

/** Types or presses keys on whatever has the focus in the current tab, as a keyboard does. */
export const keyboard = operation({
  name: 'keyboard',
  summary: 'Types text, presses keys one after the other, or holds one, on what has the focus.',
  input: z.strictObject({
    text: z.string().max(100_000).optional(),
    /** Each as `press` takes it. */
    keys: z.array(z.string().min(1).max(60)).min(1).max(MOST_KEYS).optional(),
    /** Holds the only key for so long. */
    heldMs: z.int().min(0).max(30_000).optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ text, keys = [] }) =>
    text === undefined ? { plain: keys.some(isCharacter) ? {} : { keys } } : { typed: text },
  async plan(context, { text, keys = [], heldMs }) {
    if ((text === undefined) === (keys.length === 0) || (heldMs !== undefined && keys.length !== 1))
      throw fail('invalid_arguments', 'Give text, keys, or one key to hold.', NOT_SENT);
    const pressed = keys.map(parseKeys);
    if (pressed.some((key) => usesClipboard(key) || clipboardUse(key) !== undefined))
      await context.session.requireUnsealed('The clipboard');
    const page = await context.session.currentPage();
    const resolved = await focusedNow(context, page);
    const foreseen = await foreseeKeys(context, resolved, pressed);
    const composed = text !== undefined && /^https?:\/\/\S+$/i.test(text.trim()) ? text.trim() : undefined;
    return {
      ...foreseen,
      url: resolved ? addressOf(resolved) : page.url,
      target: resolved ? inWords(resolved) : 'the page',
      page,
      composed,
      ...(resolved ? { resolved } : {}),
    };
  },
  async run(context, { page, target, resolved }, { text, keys = [], heldMs }) {
    const { session, deadline } = context;
    const options = await pointerOptions(session, deadline);
    const outcomes: Outcome[] = [];
    if (text !== undefined) {
      if (resolved === undefined)
        throw fail('invalid_arguments', 'Nothing has the focus: click a field first.', NOT_SENT);
      outcomes.push(await typeFocused(page, text, options, resolved.element));
    }
    for (const key of keys) {
      const pressed = `${outcomes.length} of ${keys.length} keys`;
      if (outcomes.length > 0 && leftMs(deadline) < KEY_TAKES_MS)
        throw fail('timeout', `The time was over after ${pressed}.`, { dispatch: 'sent' });
      const last = outcomes.at(-1);
      // What has the focus on another page was never looked at.
      if (last !== undefined && (page.state !== 'open' || leadsElsewhere(last)))
        throw actionFail('intercepted', `${pressed} were pressed: the last of them led elsewhere.`, {
          dispatch: 'sent',
          remedy: 'Look at the page as it is now before you press the others.',
        });
      outcomes.push(
        heldMs === undefined
          ? await pressFocused(page, undefined, key, options)
          : await holdKeyOnFocused(page, key, heldMs, options),
      );
    }
    const what = text === undefined ? keys.slice(0, SHOWN_KEYS).join(' ') : 'text';
    return await afterAction(context, page, `Pressed ${what} on ${target}.`, joinOutcomes(outcomes));
  },
});

const NOT_SENT = { dispatch: 'not_sent' } as const;
const KEY_TAKES_MS = 1_000;
const SHOWN_KEYS = 10;

/** What has the focus in the current tab, whatever was shown of it. */
async function focusedNow({ deadline }: OperationContext, page: Page): Promise<ResolvedRef | undefined> {
  const frame = await focusedFrame(page, { deadline });
  const holder = await frame.call<FocusHolder | null>('focusHolder', [], { deadline });
  if (holder === null) return undefined;
  return { text: 'the focused element', page, frame, element: holder.element, shown: holder.described };
}

async function foreseeKeys(
  { deadline }: OperationContext,
  resolved: ResolvedRef | undefined,
  pressed: readonly KeyPress[],
): Promise<{ readonly effects: readonly Effect[]; readonly destination?: string }> {
  const activating = pressed.filter(({ key }) => key.key === 'Enter' || key.key === ' ');
  if (activating.length === 0) return { effects: ['input'] };
  // What has the focus after the first key is not known before it is pressed.
  if (resolved === undefined || pressed.length > 1) return { effects: ['input', 'activate', 'submit'] };
  return await foresee(resolved, activating[0]?.key.key === 'Enter' ? 'enter' : 'click', deadline);
}
