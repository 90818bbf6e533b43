import { fail as kernelFail } from '#kernel/errors.ts';
import { fail } from '#snapshot/errors.ts';
import type { Credential, CredentialListing } from './credential.ts';
import { type CredentialSource, isCredentialId } from './credential-source.ts';

/** How a vault's name leads to where it is kept; `undefined` for a name that no source has. */
export type SourceOf = (name: string) => CredentialSource | undefined;

/** All vaults of one owner, of which a session gets some. */
export class Vaults {
  readonly #sourceOf: SourceOf;

  constructor(sourceOf: SourceOf) {
    this.#sourceOf = sourceOf;
  }

  /**
   * The vaults that a session may use, in the order in which they are asked. None is opened yet.
   *
   * @throws invalid_arguments for a name that no source has.
   */
  attach(names: readonly string[]): AttachedVaults {
    return new AttachedVaults([...new Set(names)].map((name) => this.#source(name)));
  }

  #source(name: string): CredentialSource {
    const source = this.#sourceOf(name);
    if (source !== undefined) return source;
    throw kernelFail('invalid_arguments', `No vault can have the name ${JSON.stringify(name)}.`, {
      remedy:
        'Give a name of lower-case letters, digits or . _ -, or env, op:<vault> or kv:<mount>/<path> for the other sources.',
    });
  }
}

/** What one session can see of the vaults. */
export class AttachedVaults {
  readonly #sources: readonly CredentialSource[];

  constructor(sources: readonly CredentialSource[]) {
    this.#sources = sources;
  }

  get names(): readonly string[] {
    return this.#sources.map((source) => source.name);
  }

  /** Ids and hosts, by id. Of two with one id, only that of the vault attached first. */
  async list(): Promise<readonly CredentialListing[]> {
    const lists = await Promise.all(this.#sources.map((source) => source.list()));
    const byId = new Map<string, CredentialListing>();
    for (const listing of lists.flat()) if (!byId.has(listing.id)) byId.set(listing.id, listing);
    return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /**
   * The credential of that id. Every attached vault is asked whatever the others say, and no other vault ever:
   * an id that is unknown and one of a vault that is not attached get the same answer in the same way.
   *
   * @throws not_found naming nothing but the id.
   * @throws environment when a vault cannot be read that might have it, and none before it has.
   */
  async find(id: string): Promise<Credential> {
    const asked = isCredentialId(id) ? id : '';
    const answers = await Promise.allSettled(this.#sources.map((source) => source.find(asked)));
    for (const answer of answers) {
      if (answer.status === 'fulfilled' && answer.value !== undefined) return answer.value;
      // It may hold the one that is meant: a later vault must not stand in for it.
      if (answer.status === 'rejected') throw answer.reason;
    }
    throw fail('not_found', `There is no credential ${JSON.stringify(id.slice(0, 128))} for this session.`, {
      dispatch: 'not_sent',
      remedy: 'Use one of the credential ids in the instructions of this session, exactly as it is written.',
    });
  }
}
