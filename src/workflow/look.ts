import type { Deadline } from '#kernel/deadline.ts';
import { lastSurvey, type Survey, survey } from '#operations/survey.ts';
import { runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';

/** Where a step is done, and how long it may take. */
export interface StepContext {
  readonly session: Session;
  readonly deadline: Deadline;
  readonly confirmedBy?: string | undefined;
  /** How long what a step names may take to be there. */
  readonly waitMs: number;
}

/** Reads the current page anew. */
export async function look({ session, deadline }: StepContext): Promise<Survey> {
  const { page } = await runOperation(session, survey, {}, { within: deadline });
  const read = page === undefined ? undefined : lastSurvey(page);
  return read ?? { url: '', elements: [], text: '' };
}
