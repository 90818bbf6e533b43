import { parentPort, workerData } from 'node:worker_threads';
import { serveStore } from './serve-store.ts';
import type { SqliteStoreSettings } from './sqlite-store.ts';

// Started by openStore only, with these settings.
if (parentPort !== null) serveStore(parentPort, workerData as SqliteStoreSettings);
