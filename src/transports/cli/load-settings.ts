import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { readEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';
import type { Settings } from '#sessions/settings.ts';
import { nearest } from '#transports/nearest.ts';
import { keyOf, rowOf, SETTING_NAMES, type SettingName, type SettingRow } from './settings.ts';

export const SETTINGS_FILE = 'portolan.config.json';

/** What the command line said: the texts of each flag, or a boolean for a flag without a value. */
export type FlagValues = Readonly<Partial<Record<SettingName, readonly string[] | boolean>>>;

export interface LoadedSettings {
  readonly settings: Settings;
  /** The settings file that was read, if any. */
  readonly file?: string;
}

/**
 * Joins flags, the environment, the settings file and the defaults; the earlier of these wins.
 *
 * @param flags - as the command line gave them.
 * @param namedFile - the settings file to read; when absent, `portolan.config.json` of the working folder, if there.
 * @throws invalid_arguments for a value or a key that is not known; says where it stands and what would do.
 */
export function loadSettings(flags: FlagValues, namedFile?: string, folder = process.cwd()): LoadedSettings {
  const file = fileToRead(folder, namedFile);
  const fromFile =
    file === undefined ? new Map<SettingName, unknown>() : readSettingsFile(file, namedFile !== undefined);
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const value = settingOf(name, flags[name], fromFile, folder, file);
    if (value !== undefined) settings[name] = value;
  }
  // Each value passed the schema of its own field, and rows without a fallback are the optional ones.
  const checked = settings as unknown as Settings;
  return file === undefined ? { settings: checked } : { settings: checked, file };
}

function settingOf(
  name: SettingName,
  flag: readonly string[] | boolean | undefined,
  fromFile: ReadonlyMap<SettingName, unknown>,
  folder: string,
  file: string | undefined,
): unknown {
  const row = rowOf(name);
  const variable = row.variable === undefined ? undefined : readEnvironment(row.variable);
  if (flag !== undefined) return checked(row, fromFlag(row, flag), flagName(row), folder);
  if (variable !== undefined) return checked(row, fromFlag(row, [variable]), row.variable ?? '', folder);
  if (fromFile.has(name) && file !== undefined) {
    return checked(row, fromFile.get(name), `${keyOf(row)} in ${file}`, dirname(file));
  }
  return row.fallback?.();
}

function fromFlag(row: SettingRow<unknown>, flag: readonly string[] | boolean): unknown {
  if (typeof flag === 'boolean') return row.off !== undefined && !flag ? [] : flag;
  return row.fromText === undefined ? flag.at(-1) : row.fromText(flag);
}

function flagName(row: SettingRow<unknown>): string {
  return row.flag.split(' ')[0] ?? row.flag;
}

function checked(row: SettingRow<unknown>, raw: unknown, place: string, folder: string): unknown {
  const result = row.schema.safeParse(raw);
  if (!result.success) {
    const [issue] = result.error.issues;
    const within = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
    throw fail(
      'invalid_arguments',
      `${place}${within} is not valid: ${issue?.message ?? 'unknown reason'}.`,
      {
        remedy: `${row.flag}: ${row.help}.`,
      },
    );
  }
  return row.isPath ? absolute(result.data, folder) : result.data;
}

function absolute(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => absolute(entry, folder));
  if (typeof value !== 'string') return value;
  return value.startsWith('~/') ? join(homedir(), value.slice(2)) : resolve(folder, value);
}

function fileToRead(folder: string, named: string | undefined): string | undefined {
  const file = resolve(folder, named ?? SETTINGS_FILE);
  return named !== undefined || existsSync(file) ? file : undefined;
}

function readSettingsFile(file: string, isNamed: boolean): Map<SettingName, unknown> {
  const content = contentOf(file);
  const byKey = new Map(SETTING_NAMES.map((name) => [keyOf(rowOf(name)), name]));
  const values = new Map<SettingName, unknown>();
  for (const [key, value] of Object.entries(content)) {
    const name = byKey.get(key);
    if (key === '$schema') continue;
    if (name === undefined) {
      throw fail('invalid_arguments', `${file} has a key that is not known: ${JSON.stringify(key)}.`, {
        remedy: `The nearest known key is ${JSON.stringify(nearest(key, [...byKey.keys()]))}.`,
      });
    }
    if (rowOf(name).onlyIfNamed && !isNamed) {
      throw fail('invalid_arguments', `${file} was only found, not named, and may not set ${key}.`, {
        remedy: `Name the file with --config, or use ${rowOf(name).flag}.`,
      });
    }
    values.set(name, value);
  }
  return values;
}

function contentOf(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = 'Give the path of a file that is there, or leave --config out.';
    throw fail('environment', `The settings file cannot be read: ${reason}`, { remedy }, cause);
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'it is not an object of settings';
    const remedy = 'Write one JSON object, such as { "hosts": ["portal.example"] }.';
    throw fail('invalid_arguments', `${file} is not JSON that can be used: ${reason}.`, { remedy }, cause);
  }
}
