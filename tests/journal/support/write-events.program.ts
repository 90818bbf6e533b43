import { writeSync } from 'node:fs';
import { Journal } from '#journal/journal.ts';
import { newId } from '#kernel/id.ts';
import { redactorWithCanary } from './plain-redactor.ts';

// Writes events of all durabilities until it is killed; prints a line for each that was acknowledged.
interface Settings {
  readonly dataDir: string;
  readonly session: string;
}
const { dataDir, session } = JSON.parse(process.argv[2] ?? '') as Settings;
const journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });
const EFFECTS = ['input', 'submit', 'navigate', 'upload'];

async function act(lane: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const effect = EFFECTS[(turn + lane) % EFFECTS.length] ?? 'input';
    const operationId = newId('op');
    const event = { session: `${session}-${lane % 2}`, operation: 'click', operationId, effect };
    await journal.append({ session: event.session, kind: 'operation-read', body: { turn } });
    const intent = await journal.intent({ ...event, body: { turn, filler: 'x'.repeat(turn % 700) } });
    writeSync(1, `intent ${operationId} ${intent.intent.seq} ${intent.intent.hash}\n`);
    if (turn % 5 === 4) {
      const kept = await journal.artifacts.put(`artifact ${operationId}`, {
        session: event.session,
        kind: 'snapshot',
        mediaType: 'text/plain',
        name: 'page.txt',
      });
      writeSync(1, `artifact ${kept.hash}\n`);
    }
    const receipt = await journal.outcome({ ...event, dispatch: 'sent', outcome: 'changed' });
    writeSync(1, `outcome ${operationId} ${receipt.outcome?.seq} ${receipt.outcome?.hash}\n`);
  }
}
await Promise.all([act(0), act(1), act(2)]);
