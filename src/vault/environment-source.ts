import { takeEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';
import type { Credential, CredentialListing } from './credential.ts';
import type { CredentialSource } from './credential-source.ts';
import { credentialFrom, type SourceItem } from './source-item.ts';

const PREFIX = 'PORTOLAN_CREDENTIAL_';
const FIELDS = ['HOST', 'ORIGIN', 'USERNAME', 'PASSWORD', 'TOTP', 'ALLOW_HTTP', 'ID'] as const;
type Field = (typeof FIELDS)[number];
const VARIABLE = new RegExp(`^(.+)_(${FIELDS.join('|')})$`);

let taken: ReadonlyMap<string, string> | undefined;

/** The variables of this process, taken out of its environment the first time. */
export function credentialVariables(): ReadonlyMap<string, string> {
  taken ??= takeEnvironment(PREFIX);
  return taken;
}

/**
 * Credentials given in the environment: `PORTOLAN_CREDENTIAL_TELEPASS_HOST`, `…_USERNAME`, `…_PASSWORD`,
 * `…_TOTP`, `…_ORIGIN`, `…_ALLOW_HTTP=1` make the one whose id is `telepass`, or what `…_ID` says. Several hosts
 * or origins are set apart by commas.
 */
export class EnvironmentSource implements CredentialSource {
  readonly name = 'env';
  readonly #owner: string;
  readonly #items: ReadonlyMap<string, SourceItem>;

  /** @param variables - by what follows `PORTOLAN_CREDENTIAL_`. */
  constructor(owner: string, variables: ReadonlyMap<string, string> = credentialVariables()) {
    this.#owner = owner;
    this.#items = itemsOf(variables);
  }

  async list(): Promise<readonly CredentialListing[]> {
    return [...this.#items.values()].map((item) => {
      const { id, hosts } = this.#credential(item);
      return { id, vault: this.name, hosts };
    });
  }

  async find(id: string): Promise<Credential | undefined> {
    const item = this.#items.get(id);
    return item === undefined ? undefined : this.#credential(item);
  }

  #credential(item: SourceItem): Credential {
    return credentialFrom(item, { owner: this.#owner, vault: this.name });
  }
}

function itemsOf(variables: ReadonlyMap<string, string>): ReadonlyMap<string, SourceItem> {
  const groups = new Map<string, Map<Field, string>>();
  for (const [name, value] of variables) {
    const [, group = '', field] = VARIABLE.exec(name) ?? [];
    const known = FIELDS.find((each) => each === field);
    if (known === undefined) {
      throw fail('invalid_arguments', `The variable ${PREFIX}${name} says nothing of a credential.`, {
        remedy: `Its name ends in one of: ${FIELDS.join(', ')}.`,
      });
    }
    const fields = groups.get(group) ?? new Map<Field, string>();
    groups.set(group, fields.set(known, value));
  }
  const items = [...groups].map(([group, fields]) => itemOf(group, fields));
  return new Map(items.map((item) => [item.id, item]));
}

function itemOf(group: string, fields: ReadonlyMap<Field, string>): SourceItem {
  return {
    id: fields.get('ID') ?? group.toLowerCase(),
    hosts: listOf(fields.get('HOST')),
    origins: listOf(fields.get('ORIGIN')),
    allowHttp: /^(1|true|yes)$/i.test(fields.get('ALLOW_HTTP') ?? ''),
    username: fields.get('USERNAME'),
    password: fields.get('PASSWORD'),
    totp: fields.get('TOTP'),
  };
}

function listOf(text = ''): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
