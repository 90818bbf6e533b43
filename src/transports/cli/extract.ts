import { fail } from '#kernel/errors.ts';
import { extractForStorage } from '#sessions/extract-for-storage.ts';
import { oneVault, openDesk } from './credentials.ts';
import type { LoadedSettings } from './load-settings.ts';
import { linesFrom } from './read-secret.ts';

export interface ExtractFlags {
  readonly store?: true;
  readonly host?: string;
  readonly replace?: true;
}

/**
 * `portolan extract`: takes credentials out of the text on standard input. Prints JSON with the text as a model
 * may have it and which fields were found; never a value. With `--store` they go into the vault, each under the
 * host that was told with it, or under `--host`.
 */
export async function extract(loaded: LoadedSettings, { store, host, replace }: ExtractFlags): Promise<void> {
  const { text, found } = extractForStorage(linesFrom(0).join('\n'), host);
  const told = found.map(({ fields, host: of }) => ({ host: of, fields }));
  if (!store) {
    console.log(JSON.stringify({ text, found: told }));
    return;
  }
  const given = found.map(({ credential, fields }) => {
    if (credential !== undefined) return credential;
    throw fail('invalid_arguments', `A credential with ${fields.join(', ')} names no host or no password.`, {
      remedy: 'Say for which site it is with --host.',
    });
  });
  const vault = oneVault(loaded);
  await using desk = await openDesk(loaded);
  const stored: string[] = [];
  for (const credential of given) stored.push((await desk.add(vault, credential, replace === true)).id);
  console.log(JSON.stringify({ text, found: told, stored, vault }));
}
