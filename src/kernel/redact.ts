/** Removes what must not be written anywhere. Every text that leaves the process passes one of these. */
export interface Redactor {
  redact(text: string): string;
}

const SENSITIVE_QUERY =
  /([?&#](?:access_token|id_token|token|code|password|passwd|pwd|secret|api_?key|key|sig|signature|auth|session|sid)=)[^&#\s"'<>]+/gi;
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^/\s:@"'<>]+:[^/\s@"'<>]+@/gi;
const AUTHORIZATION = /\b(authorization\s*[:=]\s*(?:bearer|basic|digest)\s+)[A-Za-z0-9+/=._~-]+/gi;

/** Redacts by structure what is a secret wherever it stands: credentials in URLs, tokens, authorization headers. */
export function redactStructure(text: string): string {
  return text
    .replace(URL_CREDENTIALS, '$1«credentials»@')
    .replace(SENSITIVE_QUERY, '$1«redacted»')
    .replace(AUTHORIZATION, '$1«redacted»');
}

/** A redactor that knows live secrets by value, beside what structure tells. */
export class SecretRedactor implements Redactor {
  readonly #secrets = new Map<string, string>();

  /** Adds a live secret; every form of it that text can hold is replaced by `«secret:name»`. */
  add(name: string, value: string): void {
    if (value === '') return;
    const forms = new Set([
      value,
      encodeURIComponent(value),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString('base64'),
      Buffer.from(value).toString('hex'),
      value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
    ]);
    for (const form of forms) this.#secrets.set(form, name);
  }

  redact(text: string): string {
    let out = redactStructure(text);
    const longestFirst = [...this.#secrets].sort((a, b) => b[0].length - a[0].length);
    for (const [form, name] of longestFirst) out = out.replaceAll(form, `«secret:${name}»`);
    return out;
  }
}
