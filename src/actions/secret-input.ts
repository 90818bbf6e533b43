import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type {
  LoginField as WireField,
  SecretInsert as WireInsert,
  SecretKind as WireKind,
  LoginLook as WireLook,
  SecretReply as WireReply,
  SecretTarget as WireTarget,
} from '#page/wire.ts';

export type LoginField = WireField;
export type LoginLook = WireLook;
export type SecretInsert = WireInsert;
export type SecretKind = WireKind;
export type SecretReply = WireReply;
export type SecretTarget = WireTarget;

/**
 * What a frame's document shows of signing in. Touches nothing.
 *
 * @throws DocumentReplaced and what else interrupts a call into a page.
 */
export async function lookForLogin(frame: Frame, deadline: Deadline): Promise<LoginLook> {
  return await frame.call<LoginLook>('loginLook', [], { deadline });
}

/**
 * Puts a secret into a field, if in the moment of the insertion the document, its origin, the frames around it,
 * its form and the field itself are what they must be. Nothing is typed otherwise, here or anywhere else.
 */
export async function insertSecret(
  frame: Frame,
  insert: SecretInsert,
  deadline: Deadline,
): Promise<SecretReply> {
  return await frame.call<SecretReply>('insertSecret', [insert], { deadline });
}

/** Whether the forms of fields that hold secrets, and of what sends them, still lead where they may. */
export async function checkSecretForms(
  frame: Frame,
  targets: readonly SecretTarget[],
  sender: number | undefined,
  deadline: Deadline,
): Promise<SecretReply> {
  return await frame.call<SecretReply>('checkSecretForms', [targets, sender], { deadline });
}

/** Empties fields that a secret must not stay in, as far as their document is there. */
export async function clearSecrets(
  frame: Frame,
  targets: readonly SecretTarget[],
  deadline: Deadline,
): Promise<void> {
  for (const { element } of targets)
    await frame.call('clearSecret', [element], { deadline }).catch(() => undefined);
}
