import { writeSync } from 'node:fs';
import { Journal } from '#journal/journal.ts';
import { newId } from '#kernel/id.ts';
import { redactorWithCanary } from './plain-redactor.ts';

// Asks `parallel` times for one effect of `key`, or without a key for effects one after the other for ever.
interface Settings {
  readonly dataDir: string;
  readonly session: string;
  readonly address: string;
  readonly key?: string;
  readonly parallel?: number;
}
const { dataDir, session, address, key, parallel = 1 } = JSON.parse(process.argv[2] ?? '') as Settings;
const journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });

async function effect(ownKey: string) {
  const operationId = newId('op');
  const event = { session, operation: 'submit', operationId, effect: 'submit' };
  const request = { owner: 'token-1', key: ownKey, arguments: { amount: 12 } };
  return journal.receipts.once(event, request, async () => {
    await fetch(`${address}/${operationId}`, { method: 'POST' });
    return { dispatch: 'sent', outcome: 'changed' };
  });
}

if (key === undefined) {
  for (let turn = 0; ; turn += 1) {
    const receipt = await effect(`${session}-${turn}`);
    writeSync(1, `${receipt.operationId}\n`);
  }
}
const receipts = await Promise.all(Array.from({ length: parallel }, () => effect(key)));
for (const receipt of receipts) writeSync(1, `${JSON.stringify(receipt)}\n`);
await journal.close();
