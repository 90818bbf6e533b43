import type { JsonObject } from '#journal/canonical-json.ts';

/** What of a call's input is written down with its end. What an operation does not name here is never written. */
export interface Given {
  /** Choices, states, names of keys, addresses, paths. */
  readonly plain?: JsonObject;
  /** Typed into a field: written only where the field is known to hold no secret. */
  readonly typed?: string;
}

/** Why what was typed is not written down. */
export type Withheld = 'secret' | 'unknown' | 'long';

const LONGEST_TYPED = 4_000;

/** Labels of fields whose text is nobody's to keep, in fields that do not say so themselves. */
const SECRET_LABEL =
  /pass[- ]?(?:word|code|phrase)|\b(?:secret|token|api[- ]?key|pin|otp|cvv|cvc)\b|passwort|kennwort|senha|contrase|mot de passe|kata sandi|密码|口令|密钥|令牌|验证码|密碼|驗證碼/iu;

/** What is written of an input, once it is known what it went into. */
export function writtenOf(
  { plain, typed }: Given,
  { isSecret, label }: { readonly isSecret: boolean | undefined; readonly label: string },
): JsonObject {
  if (typed === undefined) return plain ?? {};
  const withheld = whyWithheld(typed, isSecret, label);
  return { ...plain, ...(withheld === undefined ? { typed } : { withheld }) };
}

function whyWithheld(typed: string, isSecret: boolean | undefined, label: string): Withheld | undefined {
  if (typed === '') return undefined;
  if (isSecret === true || SECRET_LABEL.test(label)) return 'secret';
  if (isSecret === undefined) return 'unknown';
  return typed.length > LONGEST_TYPED ? 'long' : undefined;
}
