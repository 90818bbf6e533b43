import * as z from 'zod';
import { fail } from '#kernel/errors.ts';
import { EFFECTS, type Effect } from './effects.ts';
import { type HostRules, parseHosts } from './hosts.ts';

/** A caller's own limits. Absent means "as the profile says"; an empty list means nothing at all. */
export interface Narrowing {
  readonly effects?: readonly Effect[];
  readonly hosts?: HostRules;
}

const NARROWING = z.strictObject({
  effects: z.array(z.enum(EFFECTS)).optional(),
  hosts: z.array(z.string()).optional(),
});

/**
 * Reads a caller's limits: `{ effects?: [...], hosts?: [...] }`. There is no value that widens anything.
 *
 * @throws invalid_arguments for an unknown key, an unknown effect, or a host entry that is not one.
 */
export function parseNarrowing(input: unknown): Narrowing {
  const parsed = NARROWING.safeParse(input);
  if (!parsed.success) {
    throw fail('invalid_arguments', `The limits are not valid: ${z.prettifyError(parsed.error)}.`);
  }
  const { effects, hosts } = parsed.data;
  return {
    ...(effects === undefined ? {} : { effects }),
    ...(hosts === undefined ? {} : { hosts: parseHosts(hosts) }),
  };
}
