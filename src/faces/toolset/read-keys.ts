import { Refused } from './member.ts';

/** Names of keys as models write them, X11's among them, by the names that we have for them. */
const NAMES: Readonly<Record<string, string>> = {
  return: 'Enter',
  enter: 'Enter',
  kp_enter: 'Enter',
  backspace: 'Backspace',
  tab: 'Tab',
  escape: 'Escape',
  esc: 'Escape',
  delete: 'Delete',
  del: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  page_up: 'PageUp',
  pageup: 'PageUp',
  prior: 'PageUp',
  page_down: 'PageDown',
  pagedown: 'PageDown',
  next: 'PageDown',
  up: 'ArrowUp',
  arrowup: 'ArrowUp',
  down: 'ArrowDown',
  arrowdown: 'ArrowDown',
  left: 'ArrowLeft',
  arrowleft: 'ArrowLeft',
  right: 'ArrowRight',
  arrowright: 'ArrowRight',
  space: 'Space',
  menu: 'ContextMenu',
  contextmenu: 'ContextMenu',
  plus: '+',
  minus: '-',
  comma: ',',
  period: '.',
  slash: '/',
  ctrl: 'Control',
  control: 'Control',
  control_l: 'Control',
  alt: 'Alt',
  alt_l: 'Alt',
  option: 'Alt',
  shift: 'Shift',
  shift_l: 'Shift',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  super: 'Meta',
  super_l: 'Meta',
  win: 'Meta',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`f${place + 1}`, `F${place + 1}`])),
};

const MODIFIER_KEYS = ['Control', 'Alt', 'Shift', 'Meta'] as const;
export type ModifierKey = (typeof MODIFIER_KEYS)[number];

function isModifier(name: string | undefined): name is ModifierKey {
  return MODIFIER_KEYS.some((key) => key === name);
}

/**
 * Reads `ctrl+a`, or several of them one after the other with spaces between.
 *
 * @returns each as an action takes it: `Control+a`.
 * @throws naming the key that there is not.
 */
export function readKeys(text: string): readonly string[] {
  const chords = text.split(' ').filter((part) => part !== '');
  if (chords.length === 0) return ['Space'];
  return chords.map((chord) => {
    const isPlus = chord === '+' || chord.endsWith('++');
    const parts = (isPlus ? chord.slice(0, -1) : chord).split('+').filter((part) => part !== '');
    const names = [...parts, ...(isPlus ? ['+'] : [])].map(readKey);
    const held = names.slice(0, -1).filter((name) => !isModifier(name));
    if (held.length > 0) throw new Refused(`Error: ${chord}: only modifiers can be held with a key.`);
    return names.join('+');
  });
}

/** Reads `ctrl+shift`: what is held while something is clicked. @throws naming what is no modifier. */
export function readModifiers(text: string): readonly ModifierKey[] {
  const parts = text
    .split('+')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  return parts.map((part) => {
    const name = knownKey(part);
    if (isModifier(name)) return name;
    throw new Refused(
      `Error: modifiers: ${JSON.stringify(part)} is no modifier; there are alt, ctrl, shift, cmd.`,
    );
  });
}

function knownKey(part: string): string | undefined {
  const name = part.toLowerCase();
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}

function readKey(part: string): string {
  const known = knownKey(part);
  if (known !== undefined) return known;
  if ([...part].length === 1) return part;
  throw new Refused(
    `Error: unknown key ${JSON.stringify(part.slice(0, 40))}. Use names such as Return, BackSpace, Tab, Escape, Up, F5, or one character.`,
  );
}
