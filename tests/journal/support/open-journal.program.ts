import { writeSync } from 'node:fs';
import { Journal } from '#journal/journal.ts';
import { isPortolanError } from '#kernel/error.ts';
import { redactorWithCanary } from './plain-redactor.ts';

// Opens a journal, writes one event and prints how that went.
const { dataDir } = JSON.parse(process.argv[2] ?? '') as { readonly dataDir: string };
try {
  await using journal = await Journal.open({ dataDir, redactor: redactorWithCanary() });
  await journal.append({ session: 's', kind: 'session-opened' });
  writeSync(1, 'written\n');
} catch (error) {
  if (!isPortolanError(error)) throw error;
  writeSync(1, `${JSON.stringify({ code: error.code, message: error.message, remedy: error.remedy })}\n`);
}
