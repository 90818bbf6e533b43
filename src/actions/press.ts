import { sendKeys } from '#browser/input.ts';
import type { Page } from '#browser/page.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { shownOf } from './click.ts';
import { clipboardUse, prepareClipboard } from './clipboard.ts';
import { conclude } from './conclude.ts';
import { InputRun, ONE_RELEASE } from './input-run.ts';
import { type KeyPress, parseKeys } from './keys.ts';
import type { Outcome } from './outcome.ts';

/**
 * Presses a key, with modifiers if any, on an element that gets the focus first.
 *
 * @throws invalid_arguments for a key that there is not; intercepted when the focus would not stay.
 */
export async function press(target: ActionTarget, keys: string, options: ActionOptions): Promise<Outcome> {
  const pressed = parseKeys(keys);
  const run = new InputRun(target, options);
  const readBack = { element: target.element };
  run.willReadBack(readBack);
  try {
    await run.prepare('prepare', { element: target.element, action: 'press', ...shownOf(target) });
    const { settled } = await run.send(await pressing(run.page, pressed, options), ONE_RELEASE);
    const held = await run.readBack(readBack);
    return await conclude(run, settled, held, null);
  } finally {
    run.end();
  }
}

/**
 * Presses a key on what has the focus.
 *
 * @param focused - what was last printed as focused; when it has lost the focus since, the key is not sent.
 * @throws changed_ref when the focus has moved; it names the new holder.
 */
export async function pressFocused(
  page: Page,
  focused: ActionTarget | undefined,
  keys: string,
  options: ActionOptions,
): Promise<Outcome> {
  const pressed = parseKeys(keys);
  const frame = focused?.frame ?? (await focusedFrame(page, options));
  const run = new InputRun({ text: focused?.text ?? 'the focused element', page, frame }, options);
  try {
    await run.prepare(
      'prepareFocused',
      focused === undefined ? {} : { element: focused.element, ...shownOf(focused) },
    );
    const { settled } = await run.send(await pressing(page, pressed, options));
    return await conclude(run, settled, undefined, null);
  } finally {
    run.end();
  }
}

/** What presses; before a paste, the session's clipboard is brought to where it may go. */
async function pressing(page: Page, pressed: KeyPress, options: ActionOptions): Promise<() => Promise<void>> {
  const { context, deadline } = options;
  if (clipboardUse(pressed) === 'paste') await prepareClipboard(context, deadline);
  return async () => await sendKeys(page, [pressed.key], pressed.modifiers, { deadline });
}

/** The frame that keys go to. */
export async function focusedFrame(
  page: Page,
  options: Pick<ActionOptions, 'deadline'>,
): Promise<Page['mainFrame']> {
  for (const frame of page.frames()) {
    if (frame === page.mainFrame || !frame.hasWorld) continue;
    const takes = await frame
      .call<boolean>('takesKeys', [], { deadline: options.deadline })
      .catch(() => false);
    if (takes) return frame;
  }
  return page.mainFrame;
}
