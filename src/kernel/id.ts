import { randomBytes } from 'node:crypto';

/** Makes an unguessable identifier: a readable prefix and 128 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/** A nonce that page text cannot guess: 128 random bits as 32 hexadecimal digits. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}
