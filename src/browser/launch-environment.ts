import { readEnvironment } from '#kernel/environment.ts';

/** What a browser needs of our environment: where it lives, which display, which language and time. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_DATA_DIRS',
  'XDG_CONFIG_DIRS',
  'XDG_SESSION_TYPE',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'LD_LIBRARY_PATH',
  'LIBGL_ALWAYS_SOFTWARE',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'WINDIR',
] as const;

/**
 * The browser's environment: named variables only, so that no key or token of ours is in it.
 *
 * @param crashDir - where crash handlers write, instead of the person's own folder.
 */
export function browserEnvironment(crashDir: string): Record<string, string> {
  const environment: Record<string, string> = { BREAKPAD_DUMP_LOCATION: crashDir };
  for (const name of PASSED_ON) {
    const value = readEnvironment(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
