import type { Credential, CredentialListing } from './credential.ts';

/**
 * A vault by its name, wherever it is kept.
 *
 * Both methods throw `environment` when the vault cannot be read: locked, sealed, not signed in, damaged.
 */
export interface CredentialSource {
  readonly name: string;
  /** What it holds, without secrets, by id. */
  list(): Promise<readonly CredentialListing[]>;
  /** The credential of that exact id, or `undefined`. An id in no valid form is simply not there. */
  find(id: string): Promise<Credential | undefined>;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$/;

/** Whether a text can be the id of a credential: up to 128 letters, digits or `. _ @ + -`. */
export function isCredentialId(text: string): boolean {
  return ID.test(text);
}
