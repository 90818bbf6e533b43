import type { GivenCredential } from '#sessions/credential-desk.ts';
import { CredentialDesk } from '#sessions/credential-desk.ts';

/** Adds a credential to the default vault of a data folder, as `portolan credentials add` does. */
export async function addCredential(
  dataDir: string,
  given: Partial<GivenCredential> & { id: string; hosts: readonly string[] },
): Promise<void> {
  await using desk = await CredentialDesk.open({ dataDir, keyKind: 'file' });
  await desk.add('default', { origins: [], allowHttp: true, allowWildcards: false, ...given }, true);
}
