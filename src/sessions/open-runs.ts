import { Journal } from '#journal/journal.ts';
import type { Runs } from '#journal/runs.ts';
import { SecretRedactor } from '#kernel/redact.ts';

/** The runs of a data folder, beside whoever writes them. */
export interface RunBook extends AsyncDisposable {
  readonly runs: Runs;
}

/** @throws environment when the data folder cannot be used. */
export async function openRuns(dataDir: string): Promise<RunBook> {
  const journal = await Journal.open({ dataDir, redactor: new SecretRedactor() });
  return { runs: journal.runs, [Symbol.asyncDispose]: () => journal.close() };
}
