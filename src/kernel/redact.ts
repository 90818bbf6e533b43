import { LONG_SECRET, secretPattern } from './secret-forms.ts';

/** Removes what must not be written anywhere. Every text that leaves the process passes one of these. */
export interface Redactor {
  redact(text: string): string;
}

const SENSITIVE_QUERY =
  /([?&#;](?:(?:[a-z0-9]+[_.-])?(?:access_?token|id_?token|refresh_?token|auth_?token|token|password|passwd|pwd|passcode|passphrase|secret|otp|totp|pin|api_?key|session(?:_?id)?|sid|signature|csrf|xsrf|jwt|credentials?)|code|key|sig|auth|authorization|samlresponse|samlrequest|assertion|ticket|client_?secret|relaystate)=)[^&#;\s"'<>]+/gi;
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^/\s:@"'<>]+:[^/\s@"'<>]+@/gi;
const AUTHORIZATION = /\b(authorization\s*[:=]\s*(?:bearer|basic|digest)\s+)[A-Za-z0-9+/=._~-]+/gi;

/** Redacts by structure what is a secret wherever it stands: credentials in URLs, tokens, authorization headers. */
export function redactStructure(text: string): string {
  return text
    .replace(URL_CREDENTIALS, '$1«credentials»@')
    .replace(SENSITIVE_QUERY, '$1«redacted»')
    .replace(AUTHORIZATION, '$1«redacted»');
}

/** A place in a text that holds a secret. */
export interface SecretPlace {
  readonly from: number;
  readonly to: number;
}

interface LiveSecret {
  readonly name: string;
  readonly value: string;
  readonly pattern: RegExp;
}

/** Less of the beginning of a value than this, where a text is cut, tells nothing. */
const LEAST_BEGINNING = 4;

/** A redactor that knows live secrets by value, beside what structure tells. */
export class SecretRedactor implements Redactor {
  /** By value, the longest first. */
  #secrets: readonly LiveSecret[] = [];

  /**
   * Adds a live secret; every form of it that text can hold is replaced by `«secret:name»`.
   *
   * @param pattern - of the value, where another redactor has it already.
   * @returns the function that forgets it, if nothing else added the same.
   */
  add(name: string, value: string, pattern: RegExp = secretPattern(value)): () => void {
    if (value === '') return () => {};
    const secret = { name, value, pattern };
    this.#secrets = [...this.#secrets, secret].sort((a, b) => b.value.length - a.value.length);
    return () => {
      this.#secrets = this.#secrets.filter((known) => known !== secret);
    };
  }

  /** Whether any secret is live. */
  get knowsAny(): boolean {
    return this.#secrets.length > 0;
  }

  redact(text: string): string {
    let out = redactStructure(text);
    for (const { name, value, pattern } of this.#distinct()) {
      out = out.replace(pattern, `«secret:${name}»`);
      if (value.length >= LONG_SECRET) out = withoutBeginnings(out, value, name);
    }
    return out;
  }

  /** Where a text holds a live secret in any form. */
  find(text: string): readonly SecretPlace[] {
    return this.#distinct().flatMap(({ pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length })),
    );
  }

  /** Whether a text holds a live secret in any form. */
  holds(text: string): boolean {
    return this.#distinct().some(({ pattern }) => text.search(pattern) >= 0);
  }

  #distinct(): readonly LiveSecret[] {
    const seen = new Set<string>();
    return this.#secrets.filter(({ value }) => !seen.has(value) && seen.add(value));
  }
}

/** Where a text was cut within a secret, its beginning goes too. */
function withoutBeginnings(text: string, value: string, name: string): string {
  if (!text.includes('…')) return text;
  const lower = value.toLowerCase();
  return text
    .split('…')
    .map((part, place, parts) => (place === parts.length - 1 ? part : withoutEnd(part, lower, name)))
    .join('…');
}

function withoutEnd(part: string, value: string, name: string): string {
  const quote = /["']?$/.exec(part)?.[0] ?? '';
  const end = part.slice(0, part.length - quote.length);
  const lower = end.toLowerCase();
  for (let length = Math.min(value.length - 1, end.length); length >= LEAST_BEGINNING; length -= 1)
    if (lower.endsWith(value.slice(0, length)))
      return `${end.slice(0, end.length - length)}«secret:${name}»${quote}`;
  return part;
}
