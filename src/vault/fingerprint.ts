import { createHmac } from 'node:crypto';
import { canonicalJson } from '#journal/canonical-json.ts';

/**
 * A short keyed hash that changes when the password does. It is bound to the item, so that two items with one
 * password do not show it.
 *
 * @returns 16 hexadecimal digits.
 */
export function fingerprintOf(
  key: Uint8Array,
  item: { owner: string; id: string },
  password: string,
): string {
  const text = canonicalJson({ owner: item.owner, id: item.id, password });
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 16);
}
