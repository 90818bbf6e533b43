import type { Redactor } from '#kernel/redact.ts';
import type { JsonObject, JsonValue } from './canonical-json.ts';

const NOT_STORABLE = /[\p{Cs}\0]/gu;

/**
 * Passes every text in a JSON value through the redactor, keys too, and replaces what a text column cannot
 * hold (lone surrogates and NUL), so that what is hashed is what is read back.
 */
export function redactJson<T extends JsonValue | undefined>(value: T, redactor: Redactor): T {
  return redactAny(value, redactor) as T;
}

function redactAny(value: JsonValue | undefined, redactor: Redactor): JsonValue | undefined {
  if (typeof value === 'string') return redactor.redact(value).replace(NOT_STORABLE, '\ufffd');
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry: JsonValue) => redactAny(entry, redactor) ?? null);
  const members: [string, JsonValue][] = [];
  for (const [key, entry] of Object.entries(value as JsonObject)) {
    const member = redactAny(entry, redactor);
    if (member !== undefined) members.push([String(redactAny(key, redactor)), member]);
  }
  return Object.fromEntries(members);
}
