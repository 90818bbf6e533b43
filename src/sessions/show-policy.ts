import { type Explanation, explainUrl } from '#policy/explain.ts';
import { parseHosts } from '#policy/hosts.ts';
import type { Profile, ProfileName } from '#policy/profiles.ts';
import { profileFor } from './caps.ts';
import type { Settings } from './settings.ts';

/** What a URL would get at the boundary of sessions with these settings, and by which rule. */
export function explainAddress(settings: Settings, url: string): Explanation {
  return explainUrl(url, parseHosts(settings.hosts));
}

/** The rules that sessions with these settings go by. */
export function showProfile(settings: Settings, name: ProfileName = 'portal'): Profile {
  return profileFor(name, settings);
}
