import { Journal } from '#journal/journal.ts';
import { redactorWithCanary } from './plain-redactor.ts';

// Writes `count` events into a session that others write to as well, then ends by itself.
interface Settings {
  readonly dataDir: string;
  readonly session: string;
  readonly count: number;
  readonly name: string;
}
const { dataDir, session, count, name } = JSON.parse(process.argv[2] ?? '') as Settings;
const journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });
for (let turn = 0; turn < count; turn += 1) {
  const kind = turn % 3 === 0 ? 'operation-read' : turn % 3 === 1 ? 'dialog' : 'approval-answered';
  await journal.append({ session, kind, body: { name, turn } });
}
await journal.close();
