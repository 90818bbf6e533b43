import type { Page, BrowserContext as PlaywrightContext, Request, Response } from 'playwright-core';
import { fail } from '#kernel/errors.ts';

/** One request of a tab. Addresses, headers and bodies are as they came: untrusted, and not redacted. */
export interface NetworkEntry {
  /** `n12`, unique in the context. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** `document`, `xhr`, `fetch`, `script` …, as the browser calls it. */
  readonly type: string;
  /** Address of the document that asked. */
  readonly askedBy: string;
  readonly startedAtMs: number;
  status?: number;
  mediaType?: string;
  failure?: string;
  durationMs?: number;
}

export type HeaderList = readonly { readonly name: string; readonly value: string }[];

export interface NetworkBodies {
  /** What was sent, as text; absent when nothing was. */
  readonly sent?: string;
  /** What came, as text; absent when it is not text, or is not there. */
  readonly came?: string;
  /** Why there is no `came`. */
  readonly why?: string;
}

/** So many of the newest requests of a tab are kept. */
export const NETWORK_KEPT = 300;
const BODY_LIMIT_BYTES = 2 * 2 ** 20;
const TEXT_TYPES =
  /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded|ecmascript|graphql)|[^;]*\+(json|xml))/i;

interface Kept {
  readonly entry: NetworkEntry;
  readonly request: Request;
}

/** What the tabs of a context ask of servers. Bodies stay with the browser until they are asked for. */
export class NetworkLog {
  readonly #kept = new WeakMap<Page, Kept[]>();
  readonly #byRequest = new WeakMap<Request, NetworkEntry>();
  #lastNumber = 0;

  constructor(context: PlaywrightContext) {
    context.on('request', (request) => this.#begun(request));
    context.on('response', (response) => this.#answered(response));
    context.on('requestfinished', (request) => this.#ended(request));
    context.on('requestfailed', (request) => this.#ended(request, request.failure()?.errorText ?? 'failed'));
  }

  /** Of one tab, the newest last. */
  entries(page: Page): readonly NetworkEntry[] {
    return (this.#kept.get(page) ?? []).map(({ entry }) => entry);
  }

  /** Headers as they were sent and came; `came` is empty without an answer. */
  async headers(page: Page, id: string): Promise<{ readonly sent: HeaderList; readonly came: HeaderList }> {
    const { request } = this.#find(page, id);
    const response = request.existingResponse();
    return {
      sent: await request.headersArray(),
      came: response === null ? [] : await response.headersArray(),
    };
  }

  /** Bodies as text, up to 2 MiB. */
  async bodies(page: Page, id: string): Promise<NetworkBodies> {
    const { request } = this.#find(page, id);
    const sent = request.postDataBuffer()?.subarray(0, BODY_LIMIT_BYTES).toString('utf8');
    return { ...(sent === undefined ? {} : { sent }), ...(await bodyOf(request)) };
  }

  #find(page: Page, id: string): Kept {
    const kept = this.#kept.get(page) ?? [];
    const found = kept.find(({ entry }) => entry.id === id);
    if (found !== undefined) return found;
    const range = kept.length === 0 ? 'none' : `${kept[0]?.entry.id} to ${kept.at(-1)?.entry.id}`;
    throw fail('invalid_arguments', `This tab keeps no request ${JSON.stringify(id.slice(0, 20))}.`, {
      dispatch: 'not_sent',
      remedy: `Take an id from the list of requests; kept now: ${range}.`,
    });
  }

  #begun(request: Request): void {
    const place = placeOf(request);
    if (place === undefined) return;
    this.#lastNumber += 1;
    const entry: NetworkEntry = {
      id: `n${this.#lastNumber}`,
      method: request.method(),
      url: request.url(),
      type: request.resourceType(),
      askedBy: request.isNavigationRequest() ? request.url() : place.url,
      startedAtMs: Date.now(),
    };
    this.#byRequest.set(request, entry);
    const kept = this.#kept.get(place.page) ?? [];
    kept.push({ entry, request });
    if (kept.length > NETWORK_KEPT) kept.shift();
    this.#kept.set(place.page, kept);
  }

  #answered(response: Response): void {
    const entry = this.#byRequest.get(response.request());
    if (entry === undefined) return;
    entry.status = response.status();
    entry.mediaType = (response.headers()['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  }

  #ended(request: Request, failure?: string): void {
    const entry = this.#byRequest.get(request);
    if (entry === undefined) return;
    entry.durationMs = Date.now() - entry.startedAtMs;
    if (failure !== undefined) entry.failure = failure;
  }
}

/** The tab and document that asked; a tab that is only being made has none yet, nor has a worker. */
function placeOf(request: Request): { readonly page: Page; readonly url: string } | undefined {
  try {
    const frame = request.frame();
    return { page: frame.page(), url: frame.url() };
  } catch {
    return undefined;
  }
}

async function bodyOf(request: Request): Promise<Omit<NetworkBodies, 'sent'>> {
  const response = request.existingResponse();
  if (response === null) return { why: 'there is no answer' };
  if (request.timing().responseEnd < 0) return { why: 'the answer is still coming' };
  const type = response.headers()['content-type'] ?? '';
  if (type !== '' && !TEXT_TYPES.test(type)) return { why: `it is ${type.slice(0, 80)}, not text` };
  try {
    const { responseBodySize } = await request.sizes();
    if (responseBodySize > BODY_LIMIT_BYTES) return { why: `it has ${responseBodySize} bytes` };
    return { came: await response.text() };
  } catch {
    return { why: 'the browser does not keep it any more' };
  }
}
