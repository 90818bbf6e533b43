import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { navigate } from '#operations/navigate.ts';
import { screenshot } from '#operations/screenshot.ts';
import { gateIn } from '#sessions/gate.ts';
import { callDeadline, inTurn, runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { fillInputs, inputsWith, masked, secretName } from './inputs.ts';
import { look, type StepContext } from './look.ts';
import { performStep } from './perform-step.ts';
import { RunLog } from './run-log.ts';
import type { Attempt, StepRecord, WorkflowRun } from './run-record.ts';
import type { ParsedStep, Workflow } from './step.ts';
import { until } from './until.ts';

const STEP_MS = 50_000;
const WAIT_MS = 5_000;
/** Refusals that a fresh look at the page may do away with, if nothing was sent. */
const RECOVERABLE = new Set([
  'stale_ref',
  'detached_ref',
  'changed_ref',
  'invalid_ref',
  'hidden',
  'moving',
  'covered',
  'disabled',
  'intercepted',
]);

export interface RunOptions {
  /** The run's id, for who has to know it before; a new one when absent. */
  readonly id?: string | undefined;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Values of secret inputs: the session's secrets learn them, and nothing keeps them. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The step to begin with, from 1, on the page as it is: whoever resumes a run decides that. */
  readonly from?: number | undefined;
  /** The run that this one goes on with. */
  readonly resumes?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whoever said yes beforehand to all that would have to be asked. */
  readonly confirmedBy?: string | undefined;
  /** How long an element, or what is verified, may take to be there; 5 s when absent. */
  readonly waitMs?: number | undefined;
  /** Hears of each step when it has ended. */
  readonly onStep?: ((record: StepRecord) => void) | undefined;
}

/**
 * Runs a workflow in a session: opens its page, then does step after step. Each looks at the page, finds its element,
 * acts, and looks again whether the page is what it should be. The first step that fails ends the run. A step is tried
 * once more only when it is proved that nothing of it was sent.
 *
 * The run is kept in the journal as it goes: what had ended is there, however the process ends.
 *
 * @throws input_missing, secret_input, invalid_arguments, before anything is opened.
 * @throws environment when the journal cannot be written; nothing is done that is not recorded.
 */
export async function runWorkflow(
  session: Session,
  workflow: Workflow,
  options: RunOptions = {},
): Promise<WorkflowRun> {
  const { id = newId('run'), secrets = {}, from = 1, resumes } = options;
  const { signal, confirmedBy, waitMs = WAIT_MS, onStep } = options;
  const filled = filledFor(workflow, options);
  const run = {
    id,
    workflow: workflow.name,
    session: session.id,
    from,
    inputs: inputsWith(workflow, options),
    ...(resumes === undefined ? {} : { resumes }),
  };
  for (const [name, value] of Object.entries(secrets)) session.secrets.learn(secretName(name), value);
  // What is kept of the steps has no secret in it, however short it is.
  const kept = fillInputs(workflow, { ...options, secrets: masked(secrets) });
  return await inTurn(session, 'in-turn', async () => {
    const log = await RunLog.begin(session, run);
    try {
      if (from === 1) {
        const error = await openStart(session, filled.start, signal);
        if (error !== undefined)
          return await log.end(
            'failed',
            `The page ${filled.start} could not be opened: ${error.message} ${error.remedy}`,
            gateIn(error),
          );
      }
      for (const [place, parsed] of filled.steps.entries()) {
        const number = place + 1;
        if (number < from) continue;
        if (signal?.aborted) return await log.end('failed', `It was cancelled before step ${number}.`);
        const done = await runStep(session, parsed, number, { signal, confirmedBy, waitMs });
        const record = await log.step({ ...done, step: kept.steps[place]?.step ?? done.step });
        onStep?.(record);
        if (!record.verification.ok)
          return await log.end(
            'failed',
            `Step ${number} failed: ${bare(parsed.sentence)}. ${record.verification.said}`,
            record.attempts.at(-1)?.error?.gate,
          );
      }
      return await log.end('succeeded', `Done and checked: ${log.steps} of ${log.steps} steps.`);
    } catch (error) {
      // Whatever it was, nobody is to wait for this run.
      await log.end('failed', `It broke off: ${error instanceof Error ? error.message : 'unknown'}`);
      throw error;
    }
  });
}

/**
 * The workflow as a run with these options would do it.
 *
 * @throws input_missing, or invalid_arguments for a step that there is not: all that can be wrong before it begins.
 */
export function filledFor(workflow: Workflow, options: RunOptions): Workflow {
  const { from = 1 } = options;
  const filled = fillInputs(workflow, options);
  const count = filled.steps.length;
  if (Number.isInteger(from) && from >= 1 && from <= count) return filled;
  throw fail('invalid_arguments', `There is no step ${from}: "${workflow.name}" has ${count}.`, {
    remedy: `Give a whole number from 1 to ${count}.`,
  });
}

function bare(sentence: string): string {
  return sentence.replace(/[.。]+$/u, '');
}

async function openStart(
  session: Session,
  start: string,
  signal: AbortSignal | undefined,
): Promise<PortolanError | undefined> {
  const within = callDeadline(session, STEP_MS, signal);
  try {
    await runOperation(session, navigate, { url: start }, { within });
    return undefined;
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    return error;
  }
}

async function runStep(
  session: Session,
  parsed: ParsedStep,
  number: number,
  { signal, confirmedBy, waitMs }: Pick<RunOptions, 'signal' | 'confirmedBy'> & Pick<StepContext, 'waitMs'>,
): Promise<StepRecord> {
  const startedMs = Date.now();
  const attempts: Attempt[] = [];
  let verification = { ok: false, said: '' };
  for (let tries = 1; tries <= 2; tries += 1) {
    const context: StepContext = {
      session,
      deadline: callDeadline(session, STEP_MS, signal),
      confirmedBy,
      waitMs,
    };
    const done = await performStep(context, parsed.step);
    attempts.push(done.attempt);
    verification = done.verification;
    if (verification.ok || !mayTryAgain(done.attempt)) break;
    if (tries === 1 && done.attempt.error?.code === 'covered') await untilChanged(context);
  }
  const picture = await pictureOf(session);
  return {
    number,
    sentence: parsed.sentence,
    step: parsed.step,
    attempts,
    verification,
    durationMs: Date.now() - startedMs,
    ...(picture === undefined ? {} : { picture }),
  };
}

/** Waits for the page to be another one: what lies over an element for a moment goes by itself. */
async function untilChanged(context: StepContext): Promise<void> {
  const { waitMs, deadline } = context;
  try {
    const before = await look(context);
    await until(waitMs, deadline.signal, async () => (await look(context)) !== before || undefined);
  } catch (error) {
    // Whatever it is, the second attempt meets it again and tells it.
    if (!isPortolanError(error)) throw error;
  }
}

/** Only what is proved not to have been sent; after that, everything is looked at and nothing is repeated. */
function mayTryAgain({ error }: Attempt): boolean {
  return error !== undefined && error.dispatch === 'not_sent' && RECOVERABLE.has(error.code);
}

async function pictureOf(session: Session): Promise<string | undefined> {
  try {
    const within = callDeadline(session, 10_000, undefined);
    return (await runOperation(session, screenshot, {}, { within })).artifact;
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    return undefined;
  }
}
