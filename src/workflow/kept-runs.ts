import type { RunBook } from '#sessions/open-runs.ts';
import { fail } from './errors.ts';
import type { StepRecord, WorkflowRun } from './run-record.ts';

/** Where runs are kept, as far as it is read. */
export type KeptRuns = Pick<RunBook['runs'], 'list' | 'steps'>;
type Found = Awaited<ReturnType<KeptRuns['list']>>[number];

/** A run without its steps. */
export type RunSummary = Omit<WorkflowRun, 'steps'>;

/** Runs that are kept, the newest first. */
export async function listRuns(
  runs: KeptRuns,
  filter: { readonly owner?: string; readonly limit?: number } = {},
): Promise<readonly RunSummary[]> {
  return (await runs.list(filter)).map(summaryOf);
}

/**
 * The run of an id, or of the beginning of one.
 *
 * @throws run_not_found when no run or several begin so.
 */
export async function readRun(runs: KeptRuns, id: string, owner?: string): Promise<WorkflowRun> {
  const found = await runs.list({ idStart: id, limit: 2, ...(owner === undefined ? {} : { owner }) });
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw fail(
      'run_not_found',
      `${only === undefined ? 'No run' : 'More than one run'} begins with "${id}".`,
    );
  const steps = await runs.steps(only.id);
  // Written by RunLog only.
  return { ...summaryOf(only), steps: steps.map(({ facts }) => facts as unknown as StepRecord) };
}

function summaryOf({ id, workflow, session, startedAt, state, facts, isAbandoned }: Found): RunSummary {
  // Written by RunLog only.
  const { said, ...head } = facts as unknown as Pick<WorkflowRun, 'from' | 'inputs' | 'resumes'> & {
    readonly said?: string;
  };
  const base = { id, workflow, session, startedAt, ...head };
  if (isAbandoned)
    return {
      ...base,
      state: 'interrupted',
      said: 'The process that ran it was ended. The step after the last that is here may have been sent.',
    };
  return { ...base, state: state as RunSummary['state'], said: said ?? 'It has not ended yet.' };
}
