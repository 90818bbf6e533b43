import { z } from 'zod';
import { clipboardUse } from '#actions/clipboard.ts';
import { type KeyPress, parseKeys } from '#actions/keys.ts';
import { pressFocused, press as pressOn } from '#actions/press.ts';
import type { OperationContext } from '#sessions/operation.ts';
import { operation } from '#sessions/operation.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { ACTION_TIMEOUT_MS, actOn, addressOf, inWords, refInput, resolve } from './act-on-ref.ts';
import { afterAction } from './after-action.ts';
import { foresee } from './consequence.ts';

/** Presses a key on an element, or on what was shown as focused. */
export const press = operation({
  name: 'press',
  summary: 'Presses a key or shortcut on an element, or on the one that was last shown as focused.',
  input: z.strictObject({ key: z.string().min(1).max(40), ref: refInput.optional() }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ key }) => (isCharacter(key) ? { typed: key } : { plain: { key } }),
  async plan(context, { key, ref }) {
    const pressed = parseKeys(key);
    if (usesClipboard(pressed)) await context.session.requireUnsealed('The clipboard');
    if (clipboardUse(pressed) !== undefined) await context.session.requireUnsealed('Copying and pasting');
    const resolved = ref === undefined ? await focusedRef(context) : await resolve(context, ref);
    const page = resolved?.page ?? (await context.session.currentPage());
    const activates = pressed.key.key === 'Enter' || pressed.key.key === ' ';
    const foreseen =
      resolved && activates
        ? await foresee(resolved, pressed.key.key === 'Enter' ? 'enter' : 'click', context.deadline)
        : { effects: activates ? (['input', 'activate', 'submit'] as const) : (['input'] as const) };
    const target = resolved ? inWords(resolved) : 'the page';
    return {
      ...foreseen,
      url: resolved ? addressOf(resolved) : page.url,
      target,
      page,
      ...(ref === undefined ? {} : { ref }),
      ...(resolved ? { resolved } : {}),
    };
  },
  async run(context, plan, { key, ref }) {
    const { resolved, page, target } = plan;
    if (resolved && ref !== undefined)
      return await actOn(context, { ...plan, resolved }, `Pressed ${key} on`, (on, options) =>
        pressOn(on, key, options),
      );
    const { session, deadline } = context;
    const tabs = await session.context();
    const { settle, actionTimeoutMs } = session.settings;
    const outcome = await pressFocused(page, resolved, key, {
      context: tabs,
      deadline,
      settle,
      actionTimeoutMs,
    });
    return await afterAction(context, page, `Pressed ${key} on ${target}.`, outcome);
  },
});

/** A key that writes itself: it may be a part of what is typed. */
export function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

/** Keys that take what is selected, or put in what was taken. */
export function usesClipboard({ key, modifiers }: KeyPress): boolean {
  const isCommand = modifiers.includes('Control') || modifiers.includes('Meta');
  if (isCommand && /^Key[CVX]$/.test(key.code)) return true;
  if (key.code === 'Insert') return modifiers.length > 0;
  return key.code === 'Delete' && modifiers.includes('Shift');
}

/** What was printed as focused in the current tab, the last time it was shown. */
async function focusedRef(context: OperationContext): Promise<ResolvedRef | undefined> {
  const { session } = context;
  const page = await session.currentPage();
  const ref = session.views.focusedRef(page);
  return ref === undefined ? undefined : await resolve(context, ref);
}
