import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { canonicalJson, type JsonObject } from '#journal/canonical-json.ts';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BLOCK_BYTES = 256;
export const KEY_BYTES = 32;

/** A key for one purpose, from the vault's key. */
export function deriveKey(key: Uint8Array, purpose: 'records' | 'wrap'): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `portolan vault ${purpose}`, KEY_BYTES));
}

/**
 * Seals with AES-256-GCM and a fresh random nonce. The text is filled up with spaces to whole blocks, so that
 * its length says little.
 *
 * @param bound - what the sealed text belongs to; it opens with exactly the same only.
 * @returns base64url of format, nonce, ciphertext and tag.
 * @see NIST SP 800-38D
 */
export function seal(key: Uint8Array, text: string, bound: JsonObject): string {
  const nonce = randomBytes(NONCE_BYTES);
  const plain = Buffer.from(text);
  const padded = Buffer.alloc(Math.ceil((plain.length + 1) / BLOCK_BYTES) * BLOCK_BYTES, ' ');
  plain.copy(padded);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(canonicalJson(bound)));
  const sealed = [Buffer.of(FORMAT), nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** @returns the text, or `undefined` when anything differs: the key, what it is bound to, a single bit. */
export function unseal(key: Uint8Array, sealed: string, bound: JsonObject): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding forgives letters that are none and bits that stand for nothing.
  if (bytes.toString('base64url') !== sealed) return undefined;
  if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== FORMAT) return undefined;
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(canonicalJson(bound)));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const padded = [decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(padded).toString('utf8').trimEnd();
  } catch {
    return undefined;
  }
}
