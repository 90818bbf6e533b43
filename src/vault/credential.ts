import type { Secret } from './secret.ts';

export const TOTP_ALGORITHMS = ['SHA1', 'SHA256', 'SHA512'] as const;
export type TotpAlgorithm = (typeof TOTP_ALGORITHMS)[number];

/** What a one-time code is made from. */
export interface TotpSetting {
  /** Base32, upper case, without padding. */
  readonly secret: Secret;
  readonly algorithm: TotpAlgorithm;
  /** 6 to 8. */
  readonly digits: number;
  /** Seconds that a code stands for. */
  readonly periodSeconds: number;
}

/** Where a credential may be used. Judged by `bindingVerdict`. */
export interface WebBinding {
  /** `host` or `host:port`, canonical; `*.host` only where whoever added it asked for a wildcard. Never empty. */
  readonly hosts: readonly string[];
  /** Further origins, each with scheme and, unless it is the usual one, port: `https://sso.example:8443`. */
  readonly origins: readonly string[];
  /** Plain http is accepted too, on loopback. */
  readonly allowHttp: boolean;
}

/** A credential as a login uses it. */
export interface Credential extends WebBinding {
  /** What a caller says: unique in its vault. */
  readonly id: string;
  /** The vault it came from: `default`, or a source such as `env` or `op:Private`. */
  readonly vault: string;
  readonly owner: string;
  /** Grows with each change. */
  readonly version: number;
  readonly binding: 'web';
  readonly username?: string;
  readonly password?: Secret;
  readonly totp?: TotpSetting;
  /**
   * Keyed hash that is the same as long as owner, id and password are: it tells a changed password without
   * telling the password.
   */
  readonly fingerprint: string;
}

/** What may be shown of a credential. */
export interface CredentialListing {
  readonly id: string;
  readonly vault: string;
  readonly hosts: readonly string[];
  /** ISO 8601; absent where the source does not say. */
  readonly updatedAt?: string;
}
