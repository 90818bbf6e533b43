/** What the keyboard sends for one key of the US layout. */
export interface KeyDefinition {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly text?: string;
  readonly location?: number;
}

const NAMED: readonly KeyDefinition[] = [
  { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' },
  { key: 'Tab', code: 'Tab', keyCode: 9 },
  { key: 'Backspace', code: 'Backspace', keyCode: 8 },
  { key: 'Delete', code: 'Delete', keyCode: 46 },
  { key: 'Insert', code: 'Insert', keyCode: 45 },
  { key: 'Escape', code: 'Escape', keyCode: 27 },
  { key: 'Home', code: 'Home', keyCode: 36 },
  { key: 'End', code: 'End', keyCode: 35 },
  { key: 'PageUp', code: 'PageUp', keyCode: 33 },
  { key: 'PageDown', code: 'PageDown', keyCode: 34 },
  { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37 },
  { key: 'ArrowUp', code: 'ArrowUp', keyCode: 38 },
  { key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 },
  { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40 },
  { key: 'ContextMenu', code: 'ContextMenu', keyCode: 93 },
  { key: ' ', code: 'Space', keyCode: 32, text: ' ' },
  { key: 'Shift', code: 'ShiftLeft', keyCode: 16, location: 1 },
  { key: 'Control', code: 'ControlLeft', keyCode: 17, location: 1 },
  { key: 'Alt', code: 'AltLeft', keyCode: 18, location: 1 },
  { key: 'Meta', code: 'MetaLeft', keyCode: 91, location: 1 },
  ...Array.from({ length: 12 }, (_, index) => ({
    key: `F${index + 1}`,
    code: `F${index + 1}`,
    keyCode: 112 + index,
  })),
];

/** Plain and shifted character, code, key code. */
const PRINTED: readonly (readonly [string, string, string, number])[] = [
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
  ...[...'1234567890'].map((digit, index): readonly [string, string, string, number] => [
    digit,
    '!@#$%^&*()'.charAt(index),
    `Digit${digit}`,
    digit.charCodeAt(0),
  ]),
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter): readonly [string, string, string, number] => [
    letter,
    letter.toUpperCase(),
    `Key${letter.toUpperCase()}`,
    letter.toUpperCase().charCodeAt(0),
  ]),
];

const ALIASES: Readonly<Record<string, string>> = {
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  space: ' ',
  spacebar: ' ',
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  option: 'Alt',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  pgup: 'PageUp',
  pgdn: 'PageDown',
};

const BY_NAME = new Map<string, KeyDefinition>(NAMED.map((entry) => [entry.key.toLowerCase(), entry]));
const BY_CHARACTER = new Map<string, KeyDefinition>(
  PRINTED.flatMap(([plain, shifted, code, keyCode]) => [
    [plain, { key: plain, code, keyCode, text: plain }],
    [shifted, { key: shifted, code, keyCode, text: shifted }],
  ]),
);

/**
 * Finds a key by its standard name (`Enter`, `ArrowDown`), a common short name (`Esc`, `Ctrl`) or the
 * character it prints. Any other single character is a key without a place on the keyboard.
 */
export function findKey(name: string): KeyDefinition | undefined {
  const printed = BY_CHARACTER.get(name);
  if (printed) return printed;
  const lower = name.toLowerCase();
  const named = BY_NAME.get(ALIASES[lower] ?? lower) ?? BY_NAME.get((ALIASES[lower] ?? lower).toLowerCase());
  if (named) return named;
  return [...name].length === 1 ? { key: name, code: '', keyCode: 0, text: name } : undefined;
}

/** The names that `findKey` knows, for telling a caller. */
export const KEY_NAMES: readonly string[] = NAMED.map((entry) => (entry.key === ' ' ? 'Space' : entry.key));
