import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Journal } from '#journal/journal.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import type { KeyPlace } from '#vault/key-kinds.ts';
import { type OpenVaults, openVaults } from '#vault/open-vaults.ts';
import { Secret } from '#vault/secret.ts';

export const PASSWORD = 'Kanarienvogel-7Zq!';

/** A fresh data folder that is gone after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface VaultLab extends OpenVaults {
  readonly journal: Journal;
  readonly folder: string;
}

/** Vaults on a real store in a folder, with a key file. */
export async function openLab(
  folder = freshFolder(),
  options: Pick<KeyPlace, 'askPassphrase'> & { owner?: string; keyKind?: 'file' | 'passphrase' } = {},
): Promise<VaultLab> {
  const journal = await Journal.open({ dataDir: folder, redactor: new SecretRedactor() });
  onTestFinished(() => journal.close());
  const open = openVaults({ store: journal.vault, dataFolder: folder, keyKind: 'file', ...options });
  return { ...open, journal, folder };
}

export function content(password = PASSWORD) {
  return {
    hosts: ['telepass.com'],
    origins: [],
    allowHttp: false,
    username: 'mario',
    password: new Secret(password),
  };
}
