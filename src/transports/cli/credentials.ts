import { fail } from '#kernel/errors.ts';
import { CredentialDesk, type GivenCredential, VAULT_KEY_KINDS } from '#sessions/credential-desk.ts';
import { USUAL_VAULT } from '#sessions/settings.ts';
import { askHiddenTwice, canAsk } from './ask-hidden.ts';
import type { LoadedSettings } from './load-settings.ts';
import { linesFrom, passphraseFrom } from './read-secret.ts';

/** What the command line said of a credential. */
export interface AddFlags {
  readonly id?: string;
  readonly host?: readonly string[];
  readonly origin?: readonly string[];
  readonly username?: string;
  readonly passwordStdin?: true;
  readonly totp?: true;
  readonly allowHttp?: true;
  readonly allowWildcard?: true;
  readonly replace?: true;
  readonly key?: string;
  readonly json?: true;
}

/** `portolan credentials add`: takes the password from a hidden prompt, asked twice, or from standard input. */
export async function addCredential(name: string, loaded: LoadedSettings, flags: AddFlags): Promise<void> {
  const { id = name, host = [name], origin = [], allowHttp, allowWildcard, replace, key, json } = flags;
  const vault = oneVault(loaded);
  const secrets = flags.passwordStdin ? secretsFromInput(flags) : await secretsFromPrompt(id, flags);
  const given: GivenCredential = {
    id,
    hosts: host,
    origins: origin,
    allowHttp: allowHttp === true,
    allowWildcards: allowWildcard === true,
    ...(flags.username === undefined ? {} : { username: flags.username }),
    ...secrets,
  };
  await using desk = await openDesk(loaded, key);
  const added = await desk.add(vault, given, replace === true);
  if (json) console.log(JSON.stringify(added));
  else console.log(`${added.id} is in vault ${added.vault}, for ${added.hosts.join(', ')}.`);
}

/** `portolan credentials list`: ids and hosts, and nothing else. */
export async function listCredentials(loaded: LoadedSettings, { json }: { json: boolean }): Promise<void> {
  await using desk = await openDesk(loaded);
  const listed = await desk.list(vaultsOf(loaded));
  if (json) {
    console.log(JSON.stringify({ credentials: listed }));
    return;
  }
  for (const { id, vault, hosts } of listed) console.log(`${id}  ${hosts.join(', ')}  (${vault})`);
  if (listed.length === 0)
    console.log(`There are no credentials in ${vaultsOf(loaded).join(', ') || 'no vault'}.`);
}

/** `portolan credentials remove`. */
export async function removeCredential(
  id: string,
  loaded: LoadedSettings,
  { json }: { json: boolean },
): Promise<void> {
  const vault = oneVault(loaded);
  await using desk = await openDesk(loaded);
  await desk.remove(vault, id);
  console.log(json ? JSON.stringify({ removed: id, vault }) : `${id} is gone from vault ${vault}.`);
}

/** `portolan credentials fingerprint`: tells whether a password changed, and not what it is. */
export async function printFingerprint(
  id: string,
  loaded: LoadedSettings,
  { json }: { json: boolean },
): Promise<void> {
  await using desk = await openDesk(loaded);
  const fingerprint = await desk.fingerprint(vaultsOf(loaded), id);
  console.log(json ? JSON.stringify({ id, fingerprint }) : fingerprint);
}

/** `portolan credentials rotate-key`: seals everything with a new key. */
export async function rotateVaultKey(
  loaded: LoadedSettings,
  { key, json }: { key?: string; json: boolean },
): Promise<void> {
  await using desk = await openDesk(loaded);
  const rotated = await desk.rotateKey(keyKind(key));
  if (json) console.log(JSON.stringify(rotated));
  else console.log(`${rotated.records} credentials are sealed with a new key (${rotated.kind}).`);
}

export function openDesk({ settings }: LoadedSettings, key?: string): Promise<CredentialDesk> {
  const kind = keyKind(key);
  return CredentialDesk.open({
    dataDir: settings.dataDir,
    askPassphrase: passphraseFrom(settings.vaultPassphraseFd),
    ...(kind === undefined ? {} : { keyKind: kind }),
  });
}

/** The one vault that is changed. */
export function oneVault(loaded: LoadedSettings): string {
  const [vault = USUAL_VAULT, ...others] = vaultsOf(loaded);
  if (others.length === 0) return vault;
  throw fail('invalid_arguments', 'Several vaults were named, and one is changed at a time.', {
    remedy: 'Give --vault with one name.',
  });
}

function vaultsOf({ settings }: LoadedSettings): readonly string[] {
  return settings.vaults ?? [];
}

function keyKind(text: string | undefined) {
  const known = VAULT_KEY_KINDS.find((kind) => kind === text);
  if (known !== undefined || text === undefined) return known;
  throw fail('invalid_arguments', `--key is not valid: ${JSON.stringify(text)}.`, {
    remedy: `Give one of: ${VAULT_KEY_KINDS.join(', ')}.`,
  });
}

type Secrets = Pick<GivenCredential, 'password' | 'totp'>;

function secretsFromInput({ totp: wantsTotp }: AddFlags): Secrets {
  const [password = '', totp = ''] = linesFrom(0);
  if (password === '') {
    throw fail('invalid_arguments', 'There is no password on standard input.', {
      remedy: 'Give it as the first line; with --totp the secret for one-time codes as the second.',
    });
  }
  return wantsTotp ? { password, totp } : { password };
}

async function secretsFromPrompt(id: string, { totp: wantsTotp }: AddFlags): Promise<Secrets> {
  if (!canAsk()) {
    throw fail('invalid_arguments', 'Nobody is at a terminal to be asked for the password.', {
      remedy: 'Give it with --password-stdin, as the first line of standard input.',
    });
  }
  const password = await askHiddenTwice(`Password of ${id}`);
  if (!wantsTotp) return { password };
  return { password, totp: await askHiddenTwice('Secret for one-time codes (otpauth:// or base32)') };
}
