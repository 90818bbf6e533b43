import { compact } from '#kernel/compact.ts';
import { type ExtractedCredential, extractCredentials } from '#vault/extract-credentials.ts';
import type { GivenCredential } from './credential-desk.ts';

export interface FoundCredential {
  /** Which fields were told; never what they hold. */
  readonly fields: readonly string[];
  readonly host: string | undefined;
  /** As it can be stored, under its host as id; absent when host or password is missing. */
  readonly credential: GivenCredential | undefined;
}

/**
 * Takes credentials out of a text, in a form that can be stored.
 *
 * @param host - for those that were told without one.
 */
export function extractForStorage(
  text: string,
  host?: string,
): { readonly text: string; readonly found: readonly FoundCredential[] } {
  const extraction = extractCredentials(text);
  const found = extraction.credentials.map((each) => foundCredential(each, each.host ?? host));
  return { text: extraction.text, found };
}

function foundCredential(told: ExtractedCredential, host: string | undefined): FoundCredential {
  const { username, password, totp } = told;
  const fields = Object.keys(told).filter((field) => field !== 'host');
  if (host === undefined || password === undefined) return { fields, host, credential: undefined };
  const credential = compact<GivenCredential>({
    id: host.replace(/:/g, '-'),
    hosts: [host],
    origins: [],
    allowHttp: false,
    allowWildcards: false,
    username,
    password: password.reveal(),
    totp: totp?.reveal(),
  });
  return { fields, host, credential };
}
