import { z } from 'zod';
import { shippedSkills } from '#faces/portal/skills.ts';
import { canNameVault, knownDevices } from '#sessions/settings.ts';
import { nearest } from '#transports/nearest.ts';

/** A list, or one entry alone. */
export function listOf<Schema extends z.ZodType>(entry: Schema) {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(entry));
}

const HOST_RULE =
  /^(\*|(\[[0-9a-f:.]+\]|[\p{L}\p{N}_]([\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}_])?\.?)(:(\d{1,5}|\*))?)$/iu;

export const hostRule = z
  .string()
  .trim()
  .regex(HOST_RULE, 'host, host:port, host:* or *, without scheme or path, such as portal.example:8443');

export const headers = z.record(
  z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'a header name'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  z.string().regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/, 'a header value on one line'),
);

export const skillName = z.string().refine((name) => shippedSkills().some((skill) => skill.name === name), {
  error: () =>
    `a skill that ships: ${shippedSkills()
      .map((skill) => skill.name)
      .join(', ')}`,
});

export const vaultName = z
  .string()
  .refine(
    canNameVault,
    'the name of a vault (lower-case letters, digits, . _ -), env, op:<vault> or kv:<mount>/<path>',
  );

export const deviceName = z.string().refine((name) => knownDevices().includes(name), {
  error: ({ input }) => `no device has this name; the nearest is ${nearest(String(input), knownDevices())}`,
});

export const milliseconds = z.int('a whole number of milliseconds').min(1).max(86_400_000);

export const languageTag = z.string().refine(isLanguageTag, 'a language tag such as pt-BR');

export const timeZone = z.string().refine(isTimeZone, 'a time zone such as Europe/Lisbon');

export function url(protocols: readonly string[]) {
  return z.string().refine(
    (value) => {
      return URL.canParse(value) && protocols.includes(new URL(value).protocol);
    },
    `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
