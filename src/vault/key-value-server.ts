import { z } from 'zod';
import { readEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';
import { isLoopback } from './loopback.ts';

const errorsSchema = z.object({ errors: z.array(z.string()) });
const ANSWER_WITHIN_MS = 10_000;

export interface KeyValueServerSetup {
  /** `https://vault.example:8200`; plain http on loopback only. */
  readonly address: string;
  readonly token: string;
  readonly namespace?: string | undefined;
}

/** A HashiCorp Vault as its own command line finds it: VAULT_ADDR, VAULT_TOKEN and VAULT_NAMESPACE. */
export function serverFromEnvironment(): KeyValueServer {
  const address = readEnvironment('VAULT_ADDR');
  const token = readEnvironment('VAULT_TOKEN');
  if (address === undefined || token === undefined) {
    throw fail('environment', 'There is no address or no token of a HashiCorp Vault.', {
      remedy: 'Set VAULT_ADDR and VAULT_TOKEN.',
    });
  }
  return new KeyValueServer({ address, token, namespace: readEnvironment('VAULT_NAMESPACE') });
}

/** The HTTP interface of a HashiCorp Vault, for reading. Redirects are not followed: they would carry the token. */
export class KeyValueServer {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** @throws invalid_arguments when the address is none, or would send the token in the clear. */
  constructor({ address, token, namespace }: KeyValueServerSetup) {
    if (!URL.canParse(address)) {
      throw fail('invalid_arguments', 'VAULT_ADDR is not an address.', {
        remedy: 'Give one such as https://vault.example:8200.',
      });
    }
    this.#base = new URL(address);
    const { protocol, hostname } = this.#base;
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
      throw fail('invalid_arguments', 'VAULT_ADDR would send the token over plain http.', {
        remedy: 'Use https, or an address on this machine.',
      });
    }
    this.#headers = {
      'X-Vault-Token': token,
      'X-Vault-Request': 'true',
      ...(namespace === undefined ? {} : { 'X-Vault-Namespace': namespace }),
    };
  }

  /**
   * @param path - after `/v1/`, encoded.
   * @returns `undefined` when nothing is there, or nothing any more.
   * @throws environment when it is sealed, does not answer, or does not let this token read.
   */
  async get(path: string): Promise<unknown> {
    const response = await this.#fetch(path);
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return body;
    if (response.status === 404) return undefined;
    const said = errorsSchema.safeParse(body);
    const words = (said.success ? said.data.errors.join('; ') : '').replace(/\s+/g, ' ').trim().slice(0, 200);
    throw fail(
      'environment',
      `The HashiCorp Vault refused with ${response.status}${words && `: ${words}`}.`,
      {
        status: response.status,
        remedy: REMEDIES[response.status] ?? 'Look at the state of that server, and call again.',
      },
    );
  }

  async #fetch(path: string): Promise<Response> {
    try {
      return await fetch(new URL(`/v1/${path}`, this.#base), {
        headers: this.#headers,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
    } catch (error) {
      throw fail('environment', `The HashiCorp Vault at ${this.#base.host} does not answer.`, {}, error);
    }
  }
}

const REMEDIES: Readonly<Record<number, string>> = {
  400: 'Give the mount of a key-value engine of version 2.',
  403: 'Give a token whose policy lets it read data and list metadata under that path.',
  429: 'That server is a standby: give the address of the active one.',
  503: 'Unseal it, or wait until it is up again.',
};
