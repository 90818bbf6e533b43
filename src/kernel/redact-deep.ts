import { PortolanError } from './error.ts';
import type { Redactor } from './redact.ts';

/** A value with every text in it redacted, keys left as they are; what is no plain object or list stays itself. */
export function redactDeep<T>(value: T, redactor: Redactor): T {
  return redactAny(value, redactor) as T;
}

/** An error without secrets in what it says and tells; any other value as it is. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof PortolanError)) {
    if (!(error instanceof Error) || redactor.redact(error.message) === error.message) return error;
    return new Error(redactor.redact(error.message));
  }
  const { code, entry, message, facts, cause } = error;
  const clean = redactor.redact(message);
  return new PortolanError(
    code,
    entry,
    clean,
    redactDeep(facts, redactor),
    cause === undefined ? undefined : redactError(cause, redactor),
  );
}

function redactAny(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.redact(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => redactAny(entry, redactor));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactAny(entry, redactor)]));
}
