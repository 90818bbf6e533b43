import { randomBytes } from 'node:crypto';
import { compact } from '#kernel/compact.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import type { Credential } from './credential.ts';
import { fingerprintOf } from './fingerprint.ts';
import { parseBinding } from './parse-binding.ts';
import { parseTotp } from './parse-totp.ts';
import { Secret } from './secret.ts';

/** A credential as a source outside holds it. */
export interface SourceItem {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly origins?: readonly string[];
  readonly allowHttp?: boolean;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** An `otpauth://` address or a base32 secret. */
  readonly totp?: string | undefined;
  /** Grows with each change, where the source counts. */
  readonly version?: number;
}

/** Of this process alone: fingerprints of what we do not keep are compared within it. */
const FINGERPRINT_KEY = randomBytes(32);

/** @throws environment naming item and vault when the item is no credential for the web. */
export function credentialFrom(item: SourceItem, from: { owner: string; vault: string }): Credential {
  const { id, hosts, origins = [], allowHttp = false, username, password, totp, version = 1 } = item;
  try {
    return compact<Credential>({
      ...parseBinding({ hosts, origins, allowHttp }),
      id,
      owner: from.owner,
      vault: from.vault,
      version,
      binding: 'web',
      username: emptied(username),
      password: emptied(password) === undefined ? undefined : new Secret(password ?? ''),
      totp: emptied(totp) === undefined ? undefined : parseTotp(totp ?? ''),
      fingerprint: fingerprintOf(FINGERPRINT_KEY, { owner: from.owner, id }, password ?? ''),
    });
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    throw fail(
      'environment',
      `The credential ${JSON.stringify(id)} of vault ${from.vault} cannot be used. ${error.message}`,
      { remedy: error.remedy },
      error,
    );
  }
}

function emptied(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
