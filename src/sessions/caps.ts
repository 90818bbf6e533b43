import { fail } from '#kernel/errors.ts';
import { type Profile, type ProfileName, profileOf, switchOn } from '#policy/profiles.ts';
import type { Cap, Settings } from './settings.ts';

/** The rules of a session: its profile's, with what the settings have switched on. */
export function profileFor(
  name: ProfileName,
  { caps, unattended }: Pick<Settings, 'caps' | 'unattended'>,
): Profile {
  const profile = profileOf(name, { unattended: unattended === true });
  return caps?.includes('script') ? switchOn(profile, 'script', '--caps script') : profile;
}

/**
 * Refuses what belongs to a group that is off.
 *
 * @throws not_enabled, with the flag that switches it on.
 */
export function requireCap({ caps }: Pick<Settings, 'caps'>, cap: Cap, what: string): void {
  if (caps?.includes(cap)) return;
  throw fail('not_enabled', `${what} belongs to the group ${cap}, which is off here.`, {
    cap,
    dispatch: 'not_sent',
    remedy: `Use another tool, or ask whoever runs this server to start it with --caps ${cap}.`,
  });
}
