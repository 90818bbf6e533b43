import type { Emitter } from '#kernel/emitter.ts';
import type { CdpEvent } from './cdp-session.ts';
import { asProtocolEvent } from './protocol-events.ts';

/**
 * Counts the bytes of downloads as they come. The protocol names a download by an id, the browser library by
 * its address; they are paired in the order in which they begin.
 */
export class ReceivedBytes {
  readonly #begun: { readonly guid: string; readonly url: string }[] = [];
  readonly #waiting: { readonly url: string; readonly counter: Emitter<number> }[] = [];
  readonly #counters = new Map<string, Emitter<number>>();

  /** From now on `counter` hears of the download from this address. */
  follow(url: string, counter: Emitter<number>): void {
    const place = this.#begun.findIndex((entry) => entry.url === url);
    const [begun] = place < 0 ? [] : this.#begun.splice(place, 1);
    if (begun) this.#counters.set(begun.guid, counter);
    else this.#waiting.push({ url, counter });
  }

  take(event: CdpEvent): void {
    const { method, params } = asProtocolEvent(event);
    if (method === 'Page.downloadWillBegin') this.#begin(params.guid, params.url);
    if (method !== 'Page.downloadProgress') return;
    this.#counters.get(params.guid)?.emit(params.receivedBytes);
    if (params.state !== 'inProgress') this.#counters.delete(params.guid);
  }

  #begin(guid: string, url: string): void {
    const place = this.#waiting.findIndex((entry) => entry.url === url);
    const [waiting] = place < 0 ? [] : this.#waiting.splice(place, 1);
    if (waiting) this.#counters.set(guid, waiting.counter);
    else this.#begun.push({ guid, url });
  }
}
