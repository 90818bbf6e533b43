import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { redactDeep } from '#kernel/redact-deep.ts';
import { ownLine, quotePageText } from '#kernel/untrusted-text.ts';
import type { Session } from '#sessions/session.ts';
import type { StepRecord, WorkflowRun } from '#workflow/run-record.ts';
import type { Workflow } from '#workflow/step.ts';
import { heldRun, holdRun } from './held-runs.ts';
import { matchReply } from './list-tools.ts';
import { pagePart, type WorkflowReply } from './reply.ts';
import { tool } from './tool.ts';

const SCHEMA = z.strictObject({
  name: z.string().min(1).max(200).optional().describe('Exactly as listed'),
  command: z.string().min(1).max(400).optional().describe("Instead of a name: the user's words"),
  inputs: z.record(z.string(), z.string()).optional().describe('Values by input name'),
  from: z
    .int()
    .min(1)
    .optional()
    .describe('Go on from this step on the page as it is; only when the user decides so'),
});

export const RUN_TOOL = tool({
  name: 'workflow_run',
  title: 'Run a saved workflow',
  description:
    'Runs one saved workflow to its end. Each step is found, done and checked on the page; the first that fails ends the run, and nothing that was sent is sent again. Runs nothing unless exactly one workflow is meant and all its inputs are there. Never start over by yourself after a failure: tell the user which step failed.',
  schema: SCHEMA,
  reads: false,
  async call(desk, session, args, { signal, onProgress }) {
    const { name, command, inputs = {}, from } = args;
    if ((name === undefined) === (command === undefined))
      throw fail('invalid_arguments', 'workflow_run: give either `name` or `command`.', {
        remedy: 'workflow_list has the names.',
      });
    const match = await desk.find({ name, command });
    if (match.found !== 'unique') return matchReply(match);
    const { workflow } = match;
    const held = await heldRun(session, args);
    const total = workflow.steps.length;
    const { ended } = desk.start(session, workflow, {
      inputs,
      from: held?.step ?? from,
      resumes: held?.run,
      signal,
      onStep: (step) => onProgress?.({ done: step.number, total, said: stepLine(step) }),
    });
    const run = await ended;
    holdRun(session, args, run);
    return await runReply(session, workflow, run);
  },
});

async function runReply(session: Session, workflow: Workflow, run: WorkflowRun): Promise<WorkflowReply> {
  const { id, state, said, steps } = redactDeep(run, session.secrets);
  const hasDone = state === 'succeeded';
  const lines = [
    `${state}: ${quotePageText(workflow.name)} ${said} (${id})`,
    ...steps.map(stepLine),
    ...(hasDone ? [] : whatNext(steps.at(-1))),
  ];
  const shown = await pagePart(session);
  const text = [...lines.map(ownLine), ...shown].join('\n');
  return { text, isError: !hasDone, approval: run.gate };
}

function stepLine({ number, sentence, verification }: StepRecord): string {
  return `${verification.ok ? 'ok' : 'FAILED'} ${number}. ${sentence}${verification.ok ? '' : `: ${verification.said}`}`;
}

/** What a person has to know before anybody goes on. */
function whatNext(last: StepRecord | undefined): readonly string[] {
  if (last === undefined || last.verification.ok) return [];
  const attempt = last.attempts.at(-1);
  if (attempt?.error?.gate !== undefined)
    return [
      `Step ${last.number} waits for a person's word (${attempt.error.gate}); once it is given, the same call goes on from this step.`,
    ];
  const dispatch = attempt?.outcome?.dispatch ?? attempt?.error?.dispatch;
  const wasSent = dispatch === undefined || dispatch === 'not_sent' ? 'was not sent' : 'may have been sent';
  return [
    `Step ${last.number} ${wasSent}. Tell the user; only they decide whether to go on with from ${last.number}, or a later step.`,
  ];
}
