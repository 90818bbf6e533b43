import { holdKey, sendText } from '#browser/input.ts';
import type { Page } from '#browser/page.ts';
import type { ReadBackRequest } from '#page/wire.ts';
import type { ActionOptions } from './action-target.ts';
import { conclude } from './conclude.ts';
import { InputRun, ONE_RELEASE, type SendOptions } from './input-run.ts';
import { parseKeys } from './keys.ts';
import type { Outcome } from './outcome.ts';
import { focusedFrame } from './press.ts';

/**
 * Inserts text at the caret of what has the focus. It goes to that and to nothing else: when the focus moves
 * under way, the rest is stopped.
 *
 * @param element - number of what has the focus, in its frame: what it holds then is read back.
 * @throws intercepted.
 */
export async function typeFocused(
  page: Page,
  text: string,
  options: ActionOptions,
  element: number,
): Promise<Outcome> {
  const { deadline } = options;
  return await sendToFocused(page, options, async () => await sendText(page, text, { deadline }), {
    ...ONE_RELEASE,
    readBack: { element },
  });
}

/**
 * Holds a key down on what has the focus, repeated as a keyboard does.
 *
 * @throws invalid_arguments for a key that there is not.
 */
export async function holdKeyOnFocused(
  page: Page,
  keys: string,
  heldMs: number,
  options: ActionOptions,
): Promise<Outcome> {
  const { key, modifiers } = parseKeys(keys);
  const { deadline } = options;
  return await sendToFocused(
    page,
    options,
    async () => await holdKey(page, key, { modifiers, heldMs }, { deadline }),
  );
}

async function sendToFocused(
  page: Page,
  options: ActionOptions,
  send: () => Promise<void>,
  { readBack, ...how }: SendOptions & { readonly readBack?: ReadBackRequest } = {},
): Promise<Outcome> {
  const frame = await focusedFrame(page, options);
  const run = new InputRun({ text: 'the focused element', page, frame }, options);
  try {
    if (readBack !== undefined) run.willReadBack(readBack);
    await run.prepare('prepareFocused', {});
    const { settled, verdict } = await run.send(send, how);
    const held = readBack === undefined ? undefined : await run.readBack(readBack);
    return await conclude(run, settled, held, verdict && { ...verdict, clicked: true });
  } finally {
    run.end();
  }
}
