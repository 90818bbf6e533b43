import type { ActionOptions } from '#actions/action-target.ts';
import { fail as actionFail } from '#actions/errors.ts';
import { refuse } from '#actions/refuse.ts';
import {
  clearSecrets,
  insertSecret,
  type LoginField,
  type SecretKind,
  type SecretReply,
  type SecretTarget,
} from '#actions/secret-input.ts';
import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import type { PortolanError } from '#kernel/error.ts';
import { showAddress, showPageWords } from '#kernel/untrusted-text.ts';
import { fail as snapshotFail } from '#snapshot/errors.ts';
import { fail } from './errors.ts';
import type { LoginPlace } from './login-place.ts';
import type { Secret } from './secret.ts';

/** A value on its way into a field. */
export interface Filling {
  readonly field: LoginField;
  readonly value: Secret;
  readonly shownAs: string;
}

const WORDS: Readonly<Record<SecretKind, string>> = {
  username: 'the user name',
  password: 'the password',
  code: 'the one-time code',
};

/**
 * Puts values into the fields of a place, one after the other. When one is refused, those before it are
 * emptied again.
 *
 * @returns the fields, with what must hold of them until they are sent.
 * @throws origin_mismatch, origin_unverified, hidden, covered, disabled, not_editable, value_refused,
 *   detached_ref: nothing is typed after what is told.
 */
export async function fillFields(
  { page, frame, look }: LoginPlace,
  allowed: readonly string[],
  fillings: readonly Filling[],
  { deadline }: Pick<ActionOptions, 'deadline'>,
): Promise<readonly SecretTarget[]> {
  const filled: SecretTarget[] = [];
  for (const { field, value, shownAs } of fillings) {
    const target: SecretTarget = { ...field, document: look.document, origin: look.origin, allowed };
    let reply: SecretReply;
    try {
      reply = await insertSecret(frame, { ...target, value: value.reveal(), shownAs }, deadline);
    } catch (error) {
      // A page that goes on by itself once it has the last digit has taken it.
      if (error instanceof DocumentReplaced && field.kind === 'code') return [...filled, target];
      throw error;
    }
    if (!reply.ok && isGoneByItself(reply, field.kind, filled)) return filled;
    filled.push(target);
    if (reply.ok) continue;
    await clearSecrets(frame, filled, deadlineIn(1_000, deadline));
    throw refusalOf(reply, field.kind, { page, frame });
  }
  return filled;
}

/** Of several boxes, a page may take all away as soon as it has enough. */
function isGoneByItself(reply: SecretReply, kind: SecretKind, filled: readonly SecretTarget[]): boolean {
  return !reply.ok && reply.why === 'gone' && kind === 'code' && filled.some((each) => each.kind === 'code');
}

/** The error for what stood against a secret: what it was, and that nothing is there of it. */
export function refusalOf(
  reply: Extract<SecretReply, { ok: false }>,
  kind: SecretKind,
  at?: { readonly page: Page; readonly frame: Frame },
): PortolanError {
  const field = `the field for ${WORDS[kind]}`;
  const what = reply.what === undefined ? '' : showPageWords(reply.what);
  const facts = { dispatch: 'not_sent', field: kind } as const;
  switch (reply.why) {
    case 'document':
    case 'gone':
      return snapshotFail('detached_ref', `The sign-in form is not there any more: ${field} is gone.`, facts);
    case 'origin':
      return fail(
        'origin_unverified',
        `The document is of another origin now: ${what}. Nothing is typed.`,
        facts,
      );
    case 'ancestor':
      return fail('origin_mismatch', `The form is in a frame of ${what}. Nothing is typed.`, facts);
    case 'action':
      return fail(
        'origin_mismatch',
        `The form is sent elsewhere now, to ${showAddress(reply.what ?? '', 80)}. Nothing was sent, and what was typed is taken out.`,
        facts,
      );
    case 'kind':
      return actionFail(
        'not_editable',
        `${capital(field)} takes another kind of value (${what}). Nothing is typed.`,
        facts,
      );
    case 'disabled':
      return actionFail('disabled', `${capital(field)} is disabled or read-only.`, facts);
    case 'hidden':
    case 'small':
      return actionFail(
        'hidden',
        `${capital(field)} cannot be seen${reply.why === 'small' ? ': it is too small' : ''}. Nothing is typed.`,
        facts,
      );
    case 'covered':
      if (at !== undefined && reply.cover !== undefined)
        return refuse({ ...at, text: capital(field) }, { ok: false, code: 'covered', facts: reply.cover });
      return actionFail('covered', `${capital(field)} is covered by ${what}. Nothing is typed.`, facts);
    case 'focus':
      return actionFail('intercepted', `${capital(field)} did not keep the focus. Nothing is typed.`, facts);
    case 'not-held':
      return actionFail('value_refused', `${capital(field)} does not take ${WORDS[kind]} as it is.`, facts);
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
