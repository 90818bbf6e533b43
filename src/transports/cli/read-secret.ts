import { readFileSync } from 'node:fs';
import { fail } from '#kernel/errors.ts';
import { askHidden, askHiddenTwice, canAsk } from './ask-hidden.ts';

const MOST_BYTES = 64 * 1024;

/** The lines that stand on a file descriptor, to its end. */
export function linesFrom(descriptor: number): readonly string[] {
  let text: string;
  try {
    text = readFileSync(descriptor, 'utf8');
  } catch (cause) {
    throw fail('environment', `File descriptor ${descriptor} cannot be read.`, {}, cause);
  }
  if (text.length > MOST_BYTES)
    throw fail('limit_exceeded', `More than ${MOST_BYTES} characters were given.`);
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/**
 * Asks for the vault's passphrase: a descriptor that was named, else whoever sits at the terminal. On a
 * descriptor the first line is the passphrase there is; a new one, where one is asked for, the second.
 */
export function passphraseFrom(descriptor: number | undefined): (what: 'open' | 'new') => Promise<string> {
  let lines: readonly string[] | undefined;
  return async (what) => {
    if (descriptor !== undefined) {
      lines ??= linesFrom(descriptor);
      return (what === 'new' ? lines[1] : undefined) ?? lines[0] ?? '';
    }
    if (canAsk()) {
      return what === 'new'
        ? askHiddenTwice('New passphrase of the vault')
        : askHidden('Passphrase of the vault');
    }
    throw fail('environment', 'The vault has a passphrase, and nobody is there to be asked for it.', {
      remedy: 'Give it with --vault-passphrase-fd <number>.',
    });
  };
}
