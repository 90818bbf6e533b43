import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import type { Settings } from '#sessions/settings.ts';
import { rowOf, SETTING_NAMES, type SettingName } from '#transports/cli/settings.ts';
import { nearest } from '#transports/nearest.ts';

/**
 * Checks the settings a program gives, and fills in the defaults.
 *
 * @throws invalid_arguments for a setting that is not known or whose value does not do.
 */
export function completeSettings(given: Partial<Settings>): Settings {
  const names: readonly string[] = SETTING_NAMES;
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    throw fail('invalid_arguments', `There is no setting ${JSON.stringify(name)}.`, {
      remedy: `The nearest is ${JSON.stringify(nearest(name, names))}.`,
    });
  }
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const value = given[name] === undefined ? rowOf(name).fallback?.() : checked(name, given[name]);
    if (value !== undefined) settings[name] = value;
  }
  // Each value passed the schema of its own field, and rows without a fallback are the optional ones.
  return settings as unknown as Settings;
}

function checked(name: SettingName, value: unknown): unknown {
  const parsed = rowOf(name).schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(
    'invalid_arguments',
    `${name} is not valid: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
    {
      remedy: `It is ${rowOf(name).help}.`,
    },
  );
}
