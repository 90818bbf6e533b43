import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import type { Credential, CredentialListing } from './credential.ts';
import type { CredentialSource } from './credential-source.ts';
import { addressesOf } from './item-addresses.ts';
import { runOp } from './one-password-command.ts';
import { credentialFrom } from './source-item.ts';

const urlSchema = z.object({ href: z.string() });
const headSchema = z.object({
  id: z.string(),
  title: z.string(),
  updated_at: z.string().optional(),
  urls: z.array(urlSchema).default([]),
});
const itemSchema = headSchema.extend({
  version: z.int().default(1),
  fields: z
    .array(
      z.object({
        type: z.string().default(''),
        purpose: z.string().optional(),
        value: z.string().optional(),
      }),
    )
    .default([]),
});
type Head = z.infer<typeof headSchema>;

export interface OnePasswordSetup {
  /** The vault's name there. */
  readonly vault: string;
  readonly owner: string;
  /** `op` when absent. */
  readonly program?: string;
}

/**
 * Logins of a 1Password vault, by the 1Password CLI. The id is the item's title with `-` for what an id cannot
 * hold, or 1Password's own id; hosts are its websites. What a caller says never becomes an argument.
 */
export class OnePasswordSource implements CredentialSource {
  readonly name: string;
  readonly #vault: string;
  readonly #owner: string;
  readonly #program: string;

  constructor({ vault, owner, program = 'op' }: OnePasswordSetup) {
    this.name = `op:${vault}`;
    this.#vault = vault;
    this.#owner = owner;
    this.#program = program;
  }

  async list(): Promise<readonly CredentialListing[]> {
    const named = await this.#heads();
    return [...named].map(([id, { urls, updated_at }]) =>
      compact<CredentialListing>({
        id,
        vault: this.name,
        hosts: addressesOf(urls.map(({ href }) => href)).hosts,
        updatedAt: updated_at,
      }),
    );
  }

  async find(id: string): Promise<Credential | undefined> {
    const named = await this.#heads();
    const head = named.get(id) ?? [...named.values()].find((each) => each.id === id);
    if (head === undefined) return undefined;
    const found = parsed(
      itemSchema,
      await runOp(this.#program, ['item', 'get', head.id, '--vault', this.#vault]),
    );
    const { urls, fields, version } = found;
    return credentialFrom(
      {
        id,
        version,
        ...addressesOf(urls.map(({ href }) => href)),
        username: fields.find(({ purpose }) => purpose === 'USERNAME')?.value,
        password: fields.find(({ purpose }) => purpose === 'PASSWORD')?.value,
        totp: fields.find(({ type }) => type === 'OTP')?.value,
      },
      { owner: this.#owner, vault: this.name },
    );
  }

  async #heads(): Promise<ReadonlyMap<string, Head>> {
    const answer = await runOp(this.#program, [
      ...['item', 'list', '--categories', 'Login'],
      ...['--vault', this.#vault],
    ]);
    const heads = parsed(z.array(headSchema), answer);
    const byId = new Map<string, Head>();
    for (const head of heads) {
      const id = idOf(head.title);
      byId.set(id === '' || byId.has(id) ? head.id : id, head);
    }
    return byId;
  }
}

function idOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._@+-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, 128);
}

function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw fail('environment', 'The 1Password CLI answered in a form that is not known.', {
    remedy: 'Install version 2 of the 1Password CLI.',
  });
}
