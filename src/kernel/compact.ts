/** A type whose optional keys may be given as `undefined`. */
export type Loose<T> = { [Key in keyof T]: T[Key] | undefined };

/**
 * Drops keys whose value is `undefined`, so that optional settings can be handed to code that tells
 * "absent" from "undefined".
 */
export function compact<T extends object>(value: Loose<T>): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
