import { isPortolanError } from '#kernel/error.ts';
import { reportHtml } from './report-html.ts';
import type { WorkflowRun } from './run-record.ts';

/**
 * A run as one page for people with its pictures in it: it can be sent to somebody.
 *
 * @param picture - the bytes of a picture, as PNG, by its hash. One that is gone is left out.
 */
export async function wholeReport(
  run: WorkflowRun,
  picture: (hash: string) => Promise<Uint8Array>,
): Promise<string> {
  const found = new Map<string, string>();
  for (const { picture: hash } of run.steps) {
    if (hash === undefined || found.has(hash)) continue;
    const png = await picture(hash).catch((error: unknown) => {
      // A report without a picture that is gone is still a report.
      if (isPortolanError(error, 'environment')) return undefined;
      throw error;
    });
    if (png !== undefined) found.set(hash, `data:image/png;base64,${Buffer.from(png).toString('base64')}`);
  }
  return reportHtml(run, (hash) => found.get(hash));
}
