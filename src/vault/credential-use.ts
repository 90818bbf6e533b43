import type { JournalEvent } from '#journal/event.ts';
import { compact } from '#kernel/compact.ts';
import type { Credential } from './credential.ts';

/** Kinds of fields that a secret goes into. */
export const FIELD_KINDS = ['username', 'password', 'one-time-code'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export interface CredentialUse {
  readonly session: string;
  /** Who asked: the session's owner. */
  readonly caller: string;
  readonly credential: Pick<Credential, 'id' | 'vault' | 'owner' | 'version' | 'fingerprint'>;
  /** Of the frame that owns the field. */
  readonly origin: string;
  readonly field: FieldKind;
  /** Of the approval that let it, where one was asked for. */
  readonly approvalId?: string;
  readonly operationId?: string;
  /** `filled`, `verified`, `rejected` …, or the code of a refusal. */
  readonly outcome: string;
}

/** The journal's event of one use of a credential. It holds no value and nothing that depends on its length. */
export function credentialUsed(use: CredentialUse): JournalEvent {
  const { session, caller, credential, origin, field, approvalId, operationId, outcome } = use;
  const { id, vault, owner, version, fingerprint } = credential;
  return compact<JournalEvent>({
    session,
    kind: 'credential-used',
    operation: 'login',
    operationId,
    effect: 'credential',
    origin,
    outcome,
    body: { caller, credential: id, vault, owner, version, fingerprint, field, approvalId },
    decision: undefined,
    rule: undefined,
    dispatch: undefined,
    durationMs: undefined,
  });
}
