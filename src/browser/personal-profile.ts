import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { readEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';

/**
 * Refuses the folders in which browsers keep the profile of the person at this machine: an agent gets a
 * profile of its own.
 *
 * @throws environment naming the folder.
 */
export function refusePersonalProfile(profileDir: string): void {
  for (const own of personalProfiles()) {
    const fromOwn = relative(own, resolve(profileDir));
    if (!fromOwn.startsWith('..') && !isAbsolute(fromOwn)) {
      throw fail('environment', `${profileDir} is a person's own browser profile.`, {
        profileDir,
        remedy: 'Name a profile of its own for the agent, and sign in there.',
      });
    }
  }
}

const NAMES = {
  linux: [
    'chromium',
    'google-chrome',
    'google-chrome-beta',
    'google-chrome-unstable',
    'microsoft-edge',
    'BraveSoftware',
  ],
  darwin: ['Chromium', 'Google/Chrome', 'Google/Chrome Beta', 'Microsoft Edge', 'BraveSoftware'],
  win32: [
    'Chromium/User Data',
    'Google/Chrome/User Data',
    'Google/Chrome Beta/User Data',
    'Microsoft/Edge/User Data',
  ],
} as const;

function personalProfiles(): string[] {
  const windows = readEnvironment('LOCALAPPDATA');
  return [
    ...NAMES.linux.map((name) =>
      join(readEnvironment('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), name),
    ),
    ...NAMES.darwin.map((name) => join(homedir(), 'Library', 'Application Support', name)),
    ...(windows === undefined ? [] : NAMES.win32.map((name) => join(windows, name))),
  ];
}
