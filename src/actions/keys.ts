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
  const key = findKey(name === ' ' ? 'Space' : name);
  if (key === undefined) {
    throw fail(
      'invalid_arguments',
      `There is no key ${name}; keys are characters and ${KEY_NAMES.join(', ')}.`,
    );
  }
  return { key, modifiers };
}

const SHORT: Readonly<Record<string, string>> = {
  ctrl: 'control',
  cmd: 'meta',
  command: 'meta',
  option: 'alt',
};
