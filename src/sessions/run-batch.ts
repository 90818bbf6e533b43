import { leadsElsewhere } from '#actions/outcome.ts';
import { type Deadline, leftMs } from '#kernel/deadline.ts';
import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { fail as snapshotFail } from '#snapshot/errors.ts';
import { parseRef } from '#snapshot/ref.ts';
import type { BatchStep } from './batch-step.ts';
import { boundOf } from './bound.ts';
import { type ApprovedSteps, type AskedCall, ask, useApproval } from './gate.ts';
import type { OperationResult } from './plan.ts';
import { abandonCall, type ReadyCall, runOperation, runReady } from './run-operation.ts';
import type { Session } from './session.ts';
import { StepAhead } from './step-ahead.ts';

export const BATCH_LIMIT = 50;

/** How one step ended, in the order of the batch. */
export type StepEnd =
  | { readonly state: 'done'; readonly result: OperationResult }
  | { readonly state: 'failed'; readonly error: PortolanError }
  | { readonly state: 'not-executed'; readonly why: string };

/**
 * Runs steps one after the other without asking in between. Refs are resolved step by step and must have been
 * issued before the batch began. It stops at the first failure; once a step has led to another page, refs of
 * the old one are refused one by one, and of the other steps only those run that act on nothing.
 *
 * The caller holds the session's turn.
 *
 * @throws invalid_ref, before anything runs, for a ref that is malformed.
 */
export async function runBatch(
  session: Session,
  steps: readonly BatchStep[],
  deadline: Deadline,
): Promise<readonly StepEnd[]> {
  const unborn = await notYetIssued(
    session,
    steps.flatMap((step) => step.refs),
  );
  const approved = await approveTogether(session, steps, deadline, unborn);
  const ends: StepEnd[] = [];
  let hasFailed = false;
  let hasNavigated = false;
  const ahead = new StepAhead(session, deadline, unborn);
  try {
    for (const [place, step] of steps.entries()) {
      const own = ahead.take(!hasFailed && !hasNavigated);
      await ahead.look(step, steps[place + 1]);
      const progress = { hasFailed, hasNavigated, unborn, approved, own, next: ahead.ready };
      const end = await nextEnd(session, step, deadline, progress);
      ends.push(end);
      if (end.state === 'failed' && !(hasNavigated && isOldRef(end.error))) hasFailed = true;
      const outcome = end.state === 'done' ? end.result.outcome : undefined;
      if (outcome !== undefined && leadsElsewhere(outcome)) hasNavigated = true;
    }
  } finally {
    ahead.take(false);
  }
  return ends;
}

interface Progress {
  readonly hasFailed: boolean;
  readonly hasNavigated: boolean;
  readonly unborn: ReadonlySet<string>;
  readonly approved: ApprovedSteps;
  /** This step, made ready while the one before it ran. */
  readonly own: ReadyCall | undefined;
  readonly next: ReadyCall | undefined;
}

async function nextEnd(
  session: Session,
  step: BatchStep,
  deadline: Deadline,
  { hasFailed, hasNavigated, unborn, approved, own, next }: Progress,
): Promise<StepEnd> {
  if (hasFailed) return { state: 'not-executed', why: 'a step before it failed' };
  if (hasNavigated && step.kind === 'acts' && step.refs.length === 0)
    return { state: 'not-executed', why: 'a step before it led to a page that was not seen yet' };
  let isOwnDue = own !== undefined;
  try {
    if (deadline.signal?.aborted) throw kernelFail('cancelled', 'The batch was cancelled.', NOT_SENT);
    if (leftMs(deadline) === 0) throw kernelFail('timeout', 'The time for the batch is over.', NOT_SENT);
    const early = step.refs.find((ref) => unborn.has(ref));
    if (early !== undefined)
      throw snapshotFail('invalid_ref', `${early} had not been issued when the batch began.`, {
        ref: early,
        ...NOT_SENT,
      });
    isOwnDue = false;
    return {
      state: 'done',
      result: await (own === undefined
        ? runOperation(session, step.operation, step.input, { within: deadline, approved, next })
        : runReady(own, { next })),
    };
  } catch (error) {
    if (isOwnDue && own !== undefined) abandonCall(own);
    if (!isPortolanError(error)) throw error;
    return { state: 'failed', error };
  }
}

/**
 * Asks at one gate about all steps that need a person's word, as far as the page tells now, before any runs.
 *
 * @throws what `ask` throws; then nothing has run.
 */
async function approveTogether(
  session: Session,
  steps: readonly BatchStep[],
  deadline: Deadline,
  unborn: ReadonlySet<string>,
): Promise<ApprovedSteps> {
  const isQuietFree = session.isAllowed(['read', 'reveal', 'input']);
  const together = steps
    .filter(({ kind }) => kind !== 'reads')
    .map(({ operation, input }) => `${operation.name} ${JSON.stringify(input)}`);
  for (;;) {
    const asked: AskedCall[] = [];
    for (const step of steps) {
      if (isQuietFree && step.operation.staysInPage?.(step.input) === true) continue;
      if (step.refs.some((ref) => unborn.has(ref))) continue;
      const call = await callToAsk(session, step, deadline, together);
      if (call !== undefined) asked.push(call);
    }
    const approved = asked.length === 0 ? new Map() : await useTogether(session, asked);
    if (approved !== undefined) return approved;
    await ask(session, asked, deadline);
  }
}

/** A step that a person has to be asked about, as it would run now; one that cannot be planned yet says so later. */
async function callToAsk(
  session: Session,
  { operation, input }: BatchStep,
  deadline: Deadline,
  together: readonly string[],
): Promise<AskedCall | undefined> {
  try {
    const checked = operation.input.parse(input);
    const plan = await operation.plan({ session, deadline }, checked);
    const call = { operation: operation.name, input: checked, plan, together };
    const judgement = session.judge(plan);
    if (judgement.verdict !== 'ask') return undefined;
    return { ...call, judgement, bound: await boundOf(session, call, deadline) };
  } catch {
    return undefined;
  }
}

/** Takes the approvals of all, if all are there: an answer to one gate is an answer to the whole of it. */
async function useTogether(
  session: Session,
  asked: readonly AskedCall[],
): Promise<ApprovedSteps | undefined> {
  const given = await session.journal.approvals.records({
    session: session.id,
    state: 'approved',
    openAtMs: Date.now(),
  });
  if (!asked.every(({ bound }) => given.some((record) => record.bound === bound.exact))) return undefined;
  const approved: ApprovedSteps = new Map();
  for (const call of asked) {
    const pass = await useApproval(session, call);
    if (pass === undefined) continue;
    approved.set(call.bound.loose, [...(approved.get(call.bound.loose) ?? []), pass]);
  }
  return approved;
}

const NOT_SENT = { dispatch: 'not_sent' } as const;

/** Refs that had not been issued when it was asked. One of a document that is gone is for the resolver to refuse. */
async function notYetIssued(session: Session, refs: readonly string[]): Promise<ReadonlySet<string>> {
  const [context, seen] = [await session.context(), await session.seen()];
  return new Set(
    refs.filter((ref) => {
      const { generation, frame, element } = parseRef(ref);
      if (generation > context.newestGeneration) return true;
      return (
        context.pageByGeneration(generation) !== undefined && element > seen.highestIssued(generation, frame)
      );
    }),
  );
}

function isOldRef(error: PortolanError): boolean {
  return error.code === 'stale_ref' || error.code === 'detached_ref' || error.code === 'invalid_ref';
}
