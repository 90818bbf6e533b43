import { createHash } from 'node:crypto';
import type { Session } from '#sessions/session.ts';
import { fail } from './errors.ts';
import { variablesOf } from './inputs.ts';
import type { Workflow } from './step.ts';
import { readWorkflow } from './workflow-file.ts';

/** A workflow as it would be saved. */
export interface ShownWorkflow {
  readonly workflow: Workflow;
  readonly source: string;
  /** Proves that just this was shown: whoever saves gives it back. */
  readonly confirm: string;
}

/**
 * Reads what is to be saved, for whoever will look at it first. It may lead nowhere that the session may not go: a
 * file widens where a run from the command line may go.
 *
 * @throws workflow_invalid, step_not_understood.
 */
export function showWorkflow(session: Session, source: string): ShownWorkflow {
  const workflow = readWorkflow(source);
  const outside = [workflow.start, ...workflow.hosts]
    .map((place) => withDefaults(workflow, place))
    .find((place) => !isCovered(session, place));
  if (outside !== undefined)
    throw fail('workflow_invalid', `This session may not go to ${JSON.stringify(outside)}.`, {
      remedy: 'Leave it out, or ask whoever runs this server to add the host (--hosts).',
    });
  return { workflow, source, confirm: createHash('sha256').update(source).digest('hex').slice(0, 16) };
}

/** A place that has to be given for each run is its giver's to answer for. */
function withDefaults({ inputs }: Workflow, place: string): string {
  return inputs.reduce(
    (text, { name, default: value }) => (value === undefined ? text : text.replace(`{{${name}}}`, value)),
    place,
  );
}

function isCovered(session: Session, place: string): boolean {
  if (variablesOf(place).length > 0) return true;
  if (/^https?:/i.test(place)) return session.covers(place);
  return session.covers(`https://${place}`) || session.covers(`http://${place}`);
}
