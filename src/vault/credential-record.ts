import { z } from 'zod';
import type { JsonObject } from '#journal/canonical-json.ts';
import type { VaultRecord } from '#journal/store/vault-store.ts';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import { type Credential, TOTP_ALGORITHMS, type TotpSetting } from './credential.ts';
import { fingerprintOf } from './fingerprint.ts';
import { seal, unseal } from './seal.ts';
import { Secret } from './secret.ts';
import type { OpenKey } from './vault-keys.ts';

/** Everything of a credential that is not a name. */
export type CredentialContent = Pick<
  Credential,
  'hosts' | 'origins' | 'allowHttp' | 'username' | 'password' | 'totp'
>;

const bodySchema = z.object({
  binding: z.literal('web'),
  vault: z.string(),
  hosts: z.array(z.string()),
  origins: z.array(z.string()),
  allowHttp: z.boolean(),
  username: z.string().exactOptional(),
  password: z.string().exactOptional(),
  totp: z
    .object({
      secret: z.string(),
      algorithm: z.enum(TOTP_ALGORITHMS),
      digits: z.int(),
      periodSeconds: z.int(),
    })
    .exactOptional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type Body = z.infer<typeof bodySchema>;

type RecordHead = Omit<VaultRecord, 'sealed' | 'keyId' | 'hosts'>;

/** Seals a credential into a record. */
export function sealRecord(key: OpenKey, head: RecordHead, content: CredentialContent): VaultRecord {
  const { hosts, origins, allowHttp, username, password, totp } = content;
  const { vault, createdAt, updatedAt } = head;
  const body: Body = compact<Body>({
    binding: 'web',
    vault,
    hosts: [...hosts],
    origins: [...origins],
    allowHttp,
    username,
    password: password?.reveal(),
    totp: totp === undefined ? undefined : { ...totp, secret: totp.secret.reveal() },
    createdAt,
    updatedAt,
  });
  return { ...head, keyId: key.id, hosts, sealed: seal(key.recordKey, JSON.stringify(body), boundTo(head)) };
}

/**
 * Opens a record.
 *
 * @throws environment when it is not exactly as it was sealed: what is readable of it counts too.
 */
export function openRecord(key: OpenKey, record: VaultRecord): Credential {
  const body =
    record.keyId === key.id ? bodyOf(unseal(key.recordKey, record.sealed, boundTo(record))) : undefined;
  if (body === undefined || !agrees(record, body)) {
    throw fail(
      'environment',
      `The credential ${JSON.stringify(record.id)} of vault ${JSON.stringify(record.vault)} was altered: its seal does not hold.`,
      { remedy: 'Remove it with `portolan credentials remove` and add it anew, or restore a backup.' },
    );
  }
  const { owner, vault, id, version } = record;
  const { hosts, origins, allowHttp, username, password, totp } = body;
  return compact<Credential>({
    id,
    vault,
    owner,
    version,
    binding: 'web',
    hosts,
    origins,
    allowHttp,
    username,
    password: password === undefined ? undefined : new Secret(password),
    totp: totp === undefined ? undefined : totpOf(totp),
    fingerprint: fingerprintOf(key.fingerprintKey, { owner, id }, password ?? ''),
  });
}

function totpOf(totp: NonNullable<Body['totp']>): TotpSetting {
  return { ...totp, secret: new Secret(totp.secret) };
}

function boundTo({ owner, vault, id, version }: RecordHead): JsonObject {
  return { owner, vault, id, version };
}

function bodyOf(text: string | undefined): Body | undefined {
  if (text === undefined) return undefined;
  const parsed = bodySchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

function agrees(record: VaultRecord, body: Body): boolean {
  return (
    record.vault === body.vault &&
    record.createdAt === body.createdAt &&
    record.updatedAt === body.updatedAt &&
    JSON.stringify(record.hosts) === JSON.stringify(body.hosts)
  );
}
