import type { z } from 'zod';
import { consoleMessages } from '#operations/console-messages.ts';
import { networkRequest } from '#operations/network-request.ts';
import { networkRequests } from '#operations/network-requests.ts';
import { pointerInput } from '#operations/pointer-input.ts';
import { pointerView } from '#operations/pointer-view.ts';
import { runScript } from '#operations/run-script.ts';
import { savePdf } from '#operations/save-pdf.ts';
import { storageArea } from '#operations/storage-area.ts';
import { storageCookies } from '#operations/storage-cookies.ts';
import { storageSave } from '#operations/storage-save.ts';
import type { CallOptions, SessionCalls, SessionReply } from './session-calls.ts';

/**
 * The methods that are off until `caps` names their group. Each throws not_enabled while its group is off,
 * with nothing done.
 */
export class SessionGroups {
  readonly #calls: SessionCalls;

  constructor(calls: SessionCalls) {
    this.#calls = calls;
  }

  /** What the tab wrote to its console, from `level` up. Group `console`. */
  consoleMessages(
    what: z.output<typeof consoleMessages.input> = {},
    options?: CallOptions,
  ): Promise<SessionReply> {
    return this.#calls.look(consoleMessages, what, options);
  }

  /** The tab's requests, one a line, the newest last. Group `network`. */
  networkRequests(
    what: z.output<typeof networkRequests.input> = {},
    options?: CallOptions,
  ): Promise<SessionReply> {
    return this.#calls.look(networkRequests, what, options);
  }

  /** Headers or bodies of one request, by its id such as `n12`; what signs in is never shown. Group `network`. */
  networkRequest(
    id: string,
    part: NonNullable<z.output<typeof networkRequest.input>['part']> = 'headers',
    options?: CallOptions,
  ): Promise<SessionReply> {
    return this.#calls.look(networkRequest, { id, part }, options);
  }

  /** Lists, sets, deletes or clears cookies of the page's site. Group `storage`. */
  cookies(what: z.output<typeof storageCookies.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(storageCookies, what, options);
  }

  /** Local or session storage of the page's origin. Group `storage`. */
  storage(what: z.output<typeof storageArea.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(storageArea, what, options);
  }

  /** Saves cookies and local storage to a file of the session's folder; `said` has its path. Group `storage`. */
  saveStorage(options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(storageSave, {}, options);
  }

  /** Stores the page as a PDF among the session's artifacts. Group `pdf`. */
  pdf(options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(savePdf, {}, options);
  }

  /**
   * Runs code among the page's own scripts: an expression, a function, which gets the element of `ref`, or
   * statements with `return`. `text` is the result as JSON. Group `script`.
   */
  script(code: string, options: CallOptions & { readonly ref?: string } = {}): Promise<SessionReply> {
    const { ref, ...call } = options;
    return this.#calls.act(runScript, ref === undefined ? { code } : { code, ref }, call);
  }

  /** A picture of the page or of one element, in `images`. Group `vision`. */
  picture(what: z.output<typeof pointerView.input> = {}, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.look(pointerView, what, options);
  }

  /** Uses the pointer at pixels of the last picture of the tab. Group `vision`. */
  pointer(what: z.output<typeof pointerInput.input>, options?: CallOptions): Promise<SessionReply> {
    return this.#calls.act(pointerInput, what, options);
  }
}
