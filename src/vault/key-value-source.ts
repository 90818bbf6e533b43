import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import type { Credential, CredentialListing } from './credential.ts';
import { type CredentialSource, isCredentialId } from './credential-source.ts';
import type { KeyValueServer } from './key-value-server.ts';
import { credentialFrom } from './source-item.ts';

const texts = z.union([
  z.string().transform((text) => text.split(/[,\s]+/).filter(Boolean)),
  z.array(z.string()),
]);
const secretSchema = z.object({
  data: z.object({
    data: z
      .object({
        hosts: texts.optional(),
        host: texts.optional(),
        origins: texts.optional(),
        allow_http: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).optional(),
        username: z.string().optional(),
        password: z.string().optional(),
        totp: z.string().optional(),
      })
      .nullable(),
    metadata: z.object({ version: z.int(), created_time: z.string().optional() }),
  }),
});
const listSchema = z.object({ data: z.object({ keys: z.array(z.string()) }) });

const MOST_LISTED = 200;

/**
 * Secrets under one path of a HashiCorp Vault's key-value engine, version 2. Each holds `host` or `hosts`,
 * `username`, `password`, and as wanted `totp`, `origins`, `allow_http`; its name is the credential's id.
 */
export class KeyValueSource implements CredentialSource {
  readonly name: string;
  readonly #owner: string;
  readonly #server: KeyValueServer;
  readonly #mount: string;
  readonly #path: string;

  /** @param place - `<mount>/<path>`, such as `secret/portolan`. */
  constructor(place: string, owner: string, server: KeyValueServer) {
    const [mount = '', ...path] = place.split('/').filter((part) => part !== '');
    this.name = `kv:${place}`;
    this.#owner = owner;
    this.#server = server;
    this.#mount = encodeURIComponent(mount);
    this.#path = path.map((part) => `${encodeURIComponent(part)}/`).join('');
  }

  async list(): Promise<readonly CredentialListing[]> {
    const answer = await this.#server.get(`${this.#mount}/metadata/${this.#path}?list=true`);
    if (answer === undefined) return [];
    const { keys } = parsed(listSchema, answer).data;
    const ids = keys.filter(isCredentialId).slice(0, MOST_LISTED);
    const found = await Promise.all(ids.map((id) => this.#read(id)));
    return found.flatMap((each) => (each === undefined ? [] : [each.listing]));
  }

  async find(id: string): Promise<Credential | undefined> {
    if (!isCredentialId(id)) return undefined;
    return (await this.#read(id))?.credential;
  }

  async #read(
    id: string,
  ): Promise<{ readonly credential: Credential; readonly listing: CredentialListing } | undefined> {
    const answer = await this.#server.get(`${this.#mount}/data/${this.#path}${encodeURIComponent(id)}`);
    if (answer === undefined) return undefined;
    const { data, metadata } = parsed(secretSchema, answer).data;
    if (data === null) return undefined;
    const { hosts = [], host = [], origins = [], allow_http, username, password, totp } = data;
    const from = { owner: this.#owner, vault: this.name };
    const item = {
      id,
      hosts: [...hosts, ...host],
      origins,
      version: metadata.version,
      username,
      password,
      totp,
    };
    const credential = credentialFrom({ ...item, allowHttp: allow_http === true }, from);
    const listing = { id, vault: this.name, hosts: credential.hosts, updatedAt: metadata.created_time };
    return { credential, listing: compact<CredentialListing>(listing) };
  }
}

function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const places = result.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw fail('environment', `The HashiCorp Vault answered in a form that is not known (${places}).`, {
    remedy: 'Give the mount of a key-value engine of version 2 and, in each secret, texts.',
  });
}
