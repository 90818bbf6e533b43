import { sleep } from '#kernel/deadline.ts';
import type { RaceOptions } from './interruptions.ts';
import type { KeyDefinition } from './key-table.ts';
import type { Page } from './page.ts';

export const MOUSE_BUTTONS = ['left', 'right', 'middle'] as const;
export type MouseButton = (typeof MOUSE_BUTTONS)[number];

export const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;
export type Modifier = (typeof MODIFIERS)[number];

const MODIFIER_BIT: Readonly<Record<Modifier, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/** A point of the page's viewport, in CSS pixels from its top left corner. */
export interface ViewportPoint {
  readonly x: number;
  readonly y: number;
}

export interface ClickOptions {
  readonly button?: MouseButton;
  /** 1 for a click, 2 for a double click, 3 for a triple click. */
  readonly count?: number;
  readonly modifiers?: readonly Modifier[];
}

export function modifierBits(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, modifier) => bits | MODIFIER_BIT[modifier], 0);
}

/**
 * Moves there, presses and releases, all sent together: a release that is sent later can land on the page
 * that the press led to.
 *
 * @returns when the browser has acknowledged the release. A dialog, a navigation and a busy page keep that back.
 */
export async function sendClick(
  page: Page,
  point: ViewportPoint,
  options: ClickOptions,
  race: RaceOptions = {},
): Promise<void> {
  const { button = 'left', count = 1, modifiers = [] } = options;
  const at = { ...point, modifiers: modifierBits(modifiers) };
  const buttons = { left: 1, right: 2, middle: 4 }[button];
  const sent = [page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }, race)];
  for (let clickCount = 1; clickCount <= count; clickCount += 1) {
    const press = { ...at, button, buttons, clickCount };
    sent.push(
      page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press }, race),
      page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press, buttons: 0 }, race),
    );
  }
  await Promise.all(sent);
}

/** Moves the pointer without pressing. */
export async function sendMove(page: Page, point: ViewportPoint, race: RaceOptions = {}): Promise<void> {
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point }, race);
}

/** Turns the wheel over a point; `deltaX` and `deltaY` are CSS pixels, positive to the right and down. */
export async function sendWheel(
  page: Page,
  point: ViewportPoint,
  delta: { readonly deltaX: number; readonly deltaY: number },
  race: RaceOptions = {},
): Promise<void> {
  await page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...point, ...delta }, race);
}

/** What a keyboard sends that writes whole words, such as a phone's: a key without a name. */
const COMPOSED_KEY = { key: 'Unidentified', code: '', windowsVirtualKeyCode: 229 };

/**
 * Inserts text at the caret of what has the focus, as one input event between the going down and the coming
 * up of a key: many a page looks at a field when a key comes up.
 */
export async function sendText(page: Page, text: string, race: RaceOptions = {}): Promise<void> {
  await Promise.all([
    page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...COMPOSED_KEY }, race),
    page.send('Input.insertText', { text }, race),
    page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...COMPOSED_KEY }, race),
  ]);
}

/** How often a keyboard repeats a key that is held, and how long it waits before the first time. */
const REPEAT_AFTER_MS = 400;
const REPEAT_EACH_MS = 40;

/** Holds a key down with modifiers, repeated as a keyboard does, and lets it go whatever happens. */
export async function holdKey(
  page: Page,
  key: KeyDefinition,
  { modifiers, heldMs }: { readonly modifiers: readonly Modifier[]; readonly heldMs: number },
  race: RaceOptions = {},
): Promise<void> {
  const { event, down } = keyEvents(key, modifiers);
  const untilMs = Date.now() + heldMs;
  try {
    await page.send('Input.dispatchKeyEvent', { ...event, ...down }, race);
    let waitMs = REPEAT_AFTER_MS;
    for (let leftMs = heldMs; leftMs > 0; leftMs = untilMs - Date.now()) {
      await sleep(Math.min(waitMs, leftMs), race.deadline?.signal);
      if (Date.now() < untilMs)
        await page.send('Input.dispatchKeyEvent', { ...event, ...down, autoRepeat: true }, race);
      waitMs = REPEAT_EACH_MS;
    }
  } finally {
    await page.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }, race);
  }
}

/** Presses and releases keys one after the other with the modifiers held, all sent together. */
export async function sendKeys(
  page: Page,
  keys: readonly KeyDefinition[],
  modifiers: readonly Modifier[] = [],
  race: RaceOptions = {},
): Promise<void> {
  const sent = keys.flatMap((key) => {
    const { event, down } = keyEvents(key, modifiers);
    return [
      page.send('Input.dispatchKeyEvent', { ...event, ...down }, race),
      page.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }, race),
    ];
  });
  await Promise.all(sent);
}

/** What both events of a key carry, and what its going down carries beside it. */
function keyEvents(key: KeyDefinition, modifiers: readonly Modifier[]) {
  const isShortcut = modifiers.some((modifier) => modifier !== 'Shift');
  const event = {
    modifiers: modifierBits(modifiers),
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    location: key.location ?? 0,
  };
  const text = isShortcut ? undefined : key.text;
  const press = text === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text, unmodifiedText: text };
  const commands = isShortcut && key.code === 'KeyA' ? { commands: ['selectAll'] } : {};
  return { event, down: { ...press, ...commands } };
}
