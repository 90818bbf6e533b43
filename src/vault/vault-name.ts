/** The vault that is attached when nobody says otherwise. */
export const DEFAULT_VAULT = 'default';
/** The vault that the environment makes. */
export const ENVIRONMENT_VAULT = 'env';

const OWN = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** A vault of another product, and which one there. It is an argument of a command: never an option of it. */
const OUTSIDE = /^(op|kv):([\p{L}\p{N}][^\p{C}]{0,127})$/u;

/** Whether a text names a vault of our own, which can be changed: lower-case letters, digits or `. _ -`. */
export function isOwnVault(text: string): boolean {
  return OWN.test(text) && text !== ENVIRONMENT_VAULT;
}

/** What a name of a vault of another product says, if it is one. */
export function outsideVault(
  text: string,
): { readonly kind: 'op' | 'kv'; readonly place: string } | undefined {
  const [, kind, place = ''] = OUTSIDE.exec(text) ?? [];
  return kind === 'op' || kind === 'kv' ? { kind, place } : undefined;
}

/** Whether a text can name a vault: one of our own, `env`, or one of another product. */
export function isVaultName(text: string): boolean {
  return isOwnVault(text) || text === ENVIRONMENT_VAULT || outsideVault(text) !== undefined;
}
