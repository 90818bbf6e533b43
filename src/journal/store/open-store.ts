import { MessageChannel, Worker } from 'node:worker_threads';
import type { JournalStore } from './journal-store.ts';
import type { SqliteStoreSettings } from './sqlite-store.ts';
import { StoreClient } from './store-client.ts';

/**
 * Opens the journal's store in a thread of its own, which alone loads the database driver. Returns at
 * once; what cannot be opened is told by the first call.
 *
 * Run from source there is no file a thread could load, so the same server answers over the same kind of
 * channel from this thread.
 */
export function openStore(settings: SqliteStoreSettings): JournalStore {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    const file = new URL('./store-worker.js', here);
    return new StoreClient(new Worker(file, { name: 'portolan-journal', workerData: settings }));
  }
  const { port1, port2 } = new MessageChannel();
  const client = new StoreClient(port1);
  import('./serve-store.ts').then(
    ({ serveStore }) => serveStore(port2, settings),
    () => port1.close(),
  );
  return client;
}
