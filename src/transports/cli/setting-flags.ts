import { type Command, Option } from 'commander';
import { type FlagValues, type LoadedSettings, loadSettings, SETTINGS_FILE } from './load-settings.ts';
import { rowOf, SETTING_NAMES, type SettingName } from './settings.ts';

/** Gives a command the flags of settings (all when `names` is absent) and `--config`. */
export function addSettings(command: Command, names: readonly SettingName[] = SETTING_NAMES): Command {
  for (const name of names) {
    command.addOption(optionOf(name));
    const { off } = rowOf(name);
    if (off !== undefined) command.addOption(new Option(off.flag, off.help));
  }
  return command.option('--config <file>', `settings file; ./${SETTINGS_FILE} when it is there`);
}

function optionOf(name: SettingName): Option {
  const row = rowOf(name);
  const fallback = row.fallback?.();
  const option = new Option(row.flag, row.help + (row.isPath ? '' : wordsOf(fallback)));
  if (option.required)
    option.argParser((text, previous: unknown) => [...(Array.isArray(previous) ? previous : []), text]);
  return option;
}

function wordsOf(fallback: unknown): string {
  if (fallback === undefined || typeof fallback === 'boolean') return '';
  const words = typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback);
  return words === '{}' || words === '[]' ? '' : ` (default ${words})`;
}

/** What the command line said of settings, and nothing that commander filled in. */
export function flagsOf(command: Command): FlagValues {
  const flags: Partial<Record<SettingName, readonly string[] | boolean>> = {};
  for (const name of SETTING_NAMES) {
    const key = optionOf(name).attributeName();
    if (command.getOptionValueSource(key) === 'cli') flags[name] = command.getOptionValue(key);
  }
  return flags;
}

/** The settings of a command: its flags joined with the environment, the settings file and the defaults. */
export function settingsOf(command: Command): LoadedSettings {
  const named: unknown = command.opts()['config'];
  return loadSettings(flagsOf(command), typeof named === 'string' ? named : undefined);
}
