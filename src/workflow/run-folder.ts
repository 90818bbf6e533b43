import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from './errors.ts';
import type { WorkflowRun } from './run-record.ts';

const RUN_FILE = /^run_[\w-]+\.json$/;

/** Keeps runs, a file each, for their owner only. */
export async function saveRun(folder: string, run: WorkflowRun): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${run.id}.json`);
  // Whoever reads meanwhile has the run of before, never half of this one.
  await writeFile(`${file}.new`, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** All runs that are kept, the newest first. */
export async function listRuns(folder: string): Promise<readonly WorkflowRun[]> {
  const names = await readdir(folder).catch(() => []);
  const runs = await Promise.all(
    names
      .filter((name) => RUN_FILE.test(name))
      .map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as WorkflowRun),
  );
  return runs.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}

/**
 * The run of an id, or of the beginning of one.
 *
 * @throws run_not_found when no run or several begin so.
 */
export async function readRun(folder: string, id: string): Promise<WorkflowRun> {
  const runs = await listRuns(folder);
  const found = runs.filter((run) => run.id.startsWith(id));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw fail('run_not_found', `${found.length === 0 ? 'No run' : 'More than one run'} begins with "${id}".`);
}
