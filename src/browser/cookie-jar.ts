import type { BrowserContext as PlaywrightContext } from 'playwright-core';

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** With a dot before it when subdomains get it too. */
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 for one that ends with the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

export interface NewCookie {
  readonly name: string;
  readonly value: string;
  /** Address it is set for: its host alone gets it. */
  readonly url: string;
  readonly expires?: number;
}

/** The cookies of a context. */
export class CookieJar {
  readonly #context: PlaywrightContext;

  constructor(context: PlaywrightContext) {
    this.#context = context;
  }

  /** Those that a request to this address would carry. */
  async for(url: string): Promise<readonly Cookie[]> {
    return await this.#context.cookies([url]);
  }

  async set(cookie: NewCookie): Promise<void> {
    await this.#context.addCookies([{ ...cookie }]);
  }

  async remove({ name, domain, path }: Pick<Cookie, 'name' | 'domain' | 'path'>): Promise<void> {
    await this.#context.clearCookies({ name, domain, path });
  }
}
