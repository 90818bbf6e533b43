import { MODIFIERS, type Modifier } from '#browser/input.ts';
import { findKey, KEY_NAMES, type KeyDefinition } from '#browser/key-table.ts';
import { fail } from '#kernel/errors.ts';

export interface KeyPress {
  readonly key: KeyDefinition;
  readonly modifiers: readonly Modifier[];
}

/**
 * Reads a key as people write it: `Enter`, `a`, `Control+A`, `Control+Shift++`.
 *
 * @throws invalid_arguments for a key or modifier that there is not.
 */
export function parseKeys(text: string): KeyPress {
  const isPlus = text.endsWith('+');
  const parts = (isPlus ? text.slice(0, -1) : text).split('+').filter((part) => part !== '');
  const name = isPlus ? '+' : (parts.pop() ?? '');
  const modifiers = parts.map((part) => {
    const modifier = MODIFIERS.find(
      (each) => each.toLowerCase() === (SHORT[part.toLowerCase()] ?? part.toLowerCase()),
    );
    if (modifier === undefined)
      throw fail('invalid_arguments', `${part} is no modifier; there are ${MODIFIERS.join(', ')}.`);
    return modifier;
  });
  const key = findKey(name === ' ' ? 'Space' : asPressed(name, modifiers));
  if (key === undefined) {
    throw fail(
      'invalid_arguments',
      `There is no key ${name}; keys are characters and ${KEY_NAMES.join(', ')}.`,
    );
  }
  return { key, modifiers };
}

/** In a combination a letter is a key, written large or small: what it gives is small unless Shift is held. */
function asPressed(name: string, modifiers: readonly Modifier[]): string {
  if (modifiers.length === 0 || !/^[a-z]$/i.test(name)) return name;
  return modifiers.includes('Shift') ? name.toUpperCase() : name.toLowerCase();
}

const SHORT: Readonly<Record<string, string>> = {
  ctrl: 'control',
  cmd: 'meta',
  command: 'meta',
  option: 'alt',
};
