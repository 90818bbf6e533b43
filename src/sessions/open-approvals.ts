import type { Approvals } from '#journal/approvals.ts';
import { Journal } from '#journal/journal.ts';
import { SecretRedactor } from '#kernel/redact.ts';

/** What waits for a person's word in a data folder, beside whoever asked. */
export interface ApprovalBook extends AsyncDisposable {
  readonly approvals: Approvals;
}

/** @throws environment when the data folder cannot be used. */
export async function openApprovals(dataDir: string): Promise<ApprovalBook> {
  const journal = await Journal.open({ dataDir, redactor: new SecretRedactor() });
  return { approvals: journal.approvals, [Symbol.asyncDispose]: () => journal.close() };
}
