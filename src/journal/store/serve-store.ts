import type { JournalStore } from './journal-store.ts';
import { openSqliteStore, type SqliteStoreSettings } from './sqlite-store.ts';
import { failureOf, type StoreAnswer, type StoreCall } from './store-message.ts';

/** The end of a channel on which calls come in: a thread's parent port, or a message port. */
export interface ServingPort {
  on(event: 'message', listener: (call: StoreCall) => void): unknown;
  postMessage(answer: StoreAnswer): void;
  close(): void;
}

/**
 * Answers calls from a port with a store of its own, one after the other. A store that could not be opened
 * is tried again at the next call, so that a mended folder needs no new start.
 */
export function serveStore(port: ServingPort, settings: SqliteStoreSettings): void {
  let store: Promise<JournalStore> | undefined;
  let queue: Promise<void> = Promise.resolve();

  async function answer(call: StoreCall): Promise<StoreAnswer> {
    try {
      if (call.method === 'close' && store === undefined) return { id: call.id, value: undefined };
      store ??= openSqliteStore(settings);
      const opened = await store.catch((error: unknown) => {
        store = undefined;
        throw error;
      });
      return { id: call.id, value: await Reflect.apply(opened[call.method], opened, call.arguments) };
    } catch (error) {
      return { id: call.id, error: failureOf(error) };
    }
  }

  port.on('message', (call) => {
    queue = queue.then(async () => {
      port.postMessage(await answer(call));
      if (call.method === 'close') port.close();
    });
  });
}
