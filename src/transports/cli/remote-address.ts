import { fail } from '#kernel/errors.ts';
import type { Settings } from '#sessions/settings.ts';
import { isLoopback } from '#transports/http/own-addresses.ts';

/**
 * Lets a server listen where other machines reach it only when that was asked for twice: by its own flag,
 * and by a token given by hand.
 *
 * @throws invalid_arguments otherwise.
 */
export function requireAllowedAddress({ host, allowRemote, token }: Settings): void {
  if (isLoopback(host) || (allowRemote && token !== undefined)) return;
  const missing = [
    ...(allowRemote ? [] : ['--allow-remote']),
    ...(token === undefined ? ['--token <long random text>'] : []),
  ];
  throw fail('invalid_arguments', `${host} is an address that other machines may reach.`, {
    remedy: `Listen on 127.0.0.1, or add ${missing.join(' and ')}. Put TLS in front: tokens travel in the clear otherwise.`,
  });
}
