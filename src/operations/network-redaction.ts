import type { HeaderList } from '#browser/network-log.ts';
import { redactStructure } from '#kernel/redact.ts';
import { cleanText } from '#kernel/untrusted-text.ts';

const SECRET_HEADER = /auth|cookie|token|secret|key|session|csrf|xsrf|signature|credential|password/i;
const SECRET_NAME =
  /^(.*[_.-])?(pass(word|wd|code|phrase)?|pwd|pin|otp|secret|token|jwt|auth|authorization|credentials?|session(_?id)?|sid|csrf|xsrf|cvv|cvc|signature|sig|(api|private|access|client)?[_-]?key)([_.-].*)?$/i;
const TOKEN = /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]*)?/g;
const JSON_MEMBER = /("(?:[^"\\]|\\.){1,120}")(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;
const FORM_MEMBER = /(^|&)([^=&\s]{1,120})=([^&\s]*)/g;

const REDACTED = '«redacted»';

/** Whether a field, a cookie or a stored entry of this name holds what no model is to read. */
export function isSecretName(name: string): boolean {
  // Camel case and underscores are read alike.
  return SECRET_NAME.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

export function holdsToken(value: string): boolean {
  return value.search(TOKEN) >= 0;
}

/** An address without what is secret by structure: credentials, tokens, the values of telling parameters. */
export function redactAddress(url: string): string {
  const named = url.replace(/([?&#;])([^=&#;?]{1,120})=([^&#;]*)/g, (whole, before, name: string) =>
    isSecretName(decoded(name)) ? `${before}${name}=${REDACTED}` : whole,
  );
  return redactStructure(named).replace(TOKEN, REDACTED);
}

/** Headers a line each; what signs in is never shown. */
export function headerLines(headers: HeaderList): readonly string[] {
  return headers.map(({ name, value }) => {
    const shown = SECRET_HEADER.test(name)
      ? `${REDACTED} (${value.length} characters)`
      : redactAddress(value);
    return cleanText(`${name}: ${shown}`).text;
  });
}

/** A body as text, without the values of fields whose names tell that they are secret. */
export function redactBody(text: string): string {
  const json = text.replace(JSON_MEMBER, (whole, name: string, colon: string) =>
    isSecretName(name.slice(1, -1)) ? `${name}${colon}"${REDACTED}"` : whole,
  );
  const form = /^[^\s={}[\]<>"]{1,120}=/.test(json)
    ? json.replace(FORM_MEMBER, (whole, before: string, name: string) =>
        isSecretName(decoded(name)) ? `${before}${name}=${REDACTED}` : whole,
      )
    : json;
  return redactStructure(form).replace(TOKEN, REDACTED);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
