import { fail } from '#kernel/errors.ts';
import type { OpenHost } from './host.ts';

/** Starts the broker and the portal face on it: the one place where transports meet the inside. */
export const openHost: OpenHost = async () => {
  throw fail('environment', 'This build has no browser runtime.');
};
