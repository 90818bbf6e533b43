import { z } from 'zod';
import { dropPreparation } from '#actions/preparation.ts';
import { TargetClosed } from '#browser/cdp-session.ts';
import { DocumentReplaced } from '#browser/document-replaced.ts';
import { PageClosed } from '#browser/page-closed.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { fail as snapshotFail } from '#snapshot/errors.ts';
import { durableWords } from './durable-words.ts';
import { type ApprovedSteps, gateIn, type Pass, passGate } from './gate.ts';
import type { Operation, OperationContext, Turn } from './operation.ts';
import type { OperationResult, Plan } from './plan.ts';
import { isRefusalBeforeDispatch } from './repeated-refusal.ts';
import type { Session } from './session.ts';
import type { OperationEntry } from './session-journal.ts';

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** The deadline of the call that this is a step of. A step passes the gate but not the queue. */
  readonly within?: Deadline;
  /** Steps of the same call that a person has approved together. */
  readonly approved?: ApprovedSteps | undefined;
  /** Whoever was asked about just this call and said yes. */
  readonly confirmedBy?: string | undefined;
  /** The caller is shown the page afterwards. */
  readonly looks?: boolean;
  /** The step that follows in the same batch, where it is ready. */
  readonly next?: ReadyCall | undefined;
}

/**
 * The one way in which anything is done: check the input, plan, decide, record the intent, run, record the
 * outcome. Every face and every step of a batch comes through here.
 *
 * @throws invalid_arguments for input that does not fit; what the rules say; what the operation says.
 */
export async function runOperation<Input, Planned extends Plan>(
  session: Session,
  operation: Operation<Input, Planned>,
  rawInput: unknown,
  options: RunOptions = {},
): Promise<OperationResult> {
  const { signal, within } = options;
  const step = async () => {
    if (signal?.aborted) throw kernelFail('cancelled', 'The call was cancelled before its turn.', NOT_SENT);
    return await runReady(await readyCall(session, operation, rawInput, options), options);
  };
  return within ? await step() : await inTurn(session, operation.turn, step);
}

/**
 * Runs a whole call, from its work to what is shown of the page afterwards, in the session's turn: nothing
 * that another call does comes between.
 */
export async function inTurn<Reply>(
  session: Session,
  turn: Turn,
  work: () => Promise<Reply>,
): Promise<Reply> {
  session.lastUsedAtMs = Date.now();
  const call = async () => {
    session.requireUnlocked();
    try {
      return await work();
    } finally {
      await session.journal.written();
    }
  };
  try {
    return turn === 'any-time' ? await call() : await session.queue.run(call);
  } finally {
    session.lastUsedAtMs = Date.now();
  }
}

/** The deadline of a call, with its caller's signal; never later than any call of the session may take. */
export function callDeadline(session: Session, timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const limitMs = Math.min(timeoutMs, session.settings.callTimeoutMs);
  return { ...deadlineIn(limitMs), ...(signal ? { signal } : {}) };
}

const NOT_SENT = { dispatch: 'not_sent' } as const;

function checkInput<Input>(operation: { readonly input: z.ZodType<Input> }, rawInput: unknown): Input {
  const parsed = operation.input.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') || 'arguments';
  throw kernelFail('invalid_arguments', `${path}: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`, {
    path,
    ...NOT_SENT,
  });
}

/** A call that has passed the gate; its intent is on its way into the journal. */
export interface ReadyCall {
  readonly context: OperationContext;
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own input, which its own schema has checked
  readonly operation: Operation<any, any>;
  readonly input: unknown;
  readonly entry: OperationEntry;
  readonly approval: string | undefined;
  readonly isRead: boolean;
  readonly recorded: Promise<void>;
  readonly startedAtMs: number;
}

/**
 * The first half of a call: its input is checked, it is planned and decided, and its intent is handed to the
 * journal. Nothing of the page was touched.
 *
 * @throws what `runOperation` throws before anything runs.
 */
export async function readyCall<Input, Planned extends Plan>(
  session: Session,
  operation: Operation<Input, Planned>,
  rawInput: unknown,
  { signal, within, approved, confirmedBy }: RunOptions,
): Promise<ReadyCall> {
  const input = checkInput(operation, rawInput);
  const deadline = within ?? callDeadline(session, operation.timeoutMs(session, input), signal);
  const context = { session, deadline, mayReveal: session.isAllowed(['reveal']) };
  try {
    session.tellLoss();
    const operationId = newId('op');
    const startedAtMs = Date.now();
    const { plan, pass } = await planThroughGate(context, operation, input, { approved, confirmedBy });
    const isRead = plan.effects.every((effect) => effect === 'read');
    const given = operation.gives?.(input);
    const words = given && plan.resolved && durableWords(session.views, plan.resolved);
    const entry = { operationId, operation: operation.name, plan, rule: pass.rule, words, given };
    if (given !== undefined && !isRead) session.views.actionBegins();
    const recorded = isRead ? Promise.resolve() : session.journal.intent(entry);
    // Whoever waits for it hears of a failure.
    recorded.catch(() => {});
    return { context, operation, input, entry, approval: pass.approval, isRead, recorded, startedAtMs };
  } catch (error) {
    throw told(session, operation.name, input, translate(error));
  }
}

/** The second half: the call does what it was planned to do, and how it ended is recorded. */
export async function runReady(
  call: ReadyCall,
  { looks, next }: Pick<RunOptions, 'looks' | 'next'>,
): Promise<OperationResult> {
  const { context, operation, input, entry, isRead, recorded, approval, startedAtMs } = call;
  const { session } = context;
  const end = () => ({ ...entry, isRead, durationMs: Date.now() - startedAtMs });
  try {
    session.requireUnlocked();
    if (operation.awaitsRecord !== true) await recorded;
    const ahead = next?.operation.prepares?.(next.context, next.entry.plan, next.input);
    const running = { ...context, operationId: entry.operationId, approval, looks, recorded, next: ahead };
    const result = await operation.run(compact(running), entry.plan, input);
    if (result.text !== undefined && result.page) session.noteRead(result.page, result.text);
    session.journal.outcome({ ...end(), result });
    session.refusals.clear();
    return result;
  } catch (thrown) {
    const error = translate(thrown);
    session.journal.outcome({ ...end(), error });
    throw told(session, operation.name, input, error);
  }
}

/** A call that is ready will not run after all: nothing of it was sent, and that is recorded. */
export function abandonCall({ context, entry, isRead, startedAtMs, operation, input }: ReadyCall): void {
  const error = kernelFail('cancelled', 'A step before it ended the batch.', NOT_SENT);
  context.session.journal.outcome({ ...entry, isRead, durationMs: Date.now() - startedAtMs, error });
  const frame = operation.prepares?.(context, entry.plan, input).frame;
  if (frame !== undefined) dropPreparation(frame);
}

/**
 * Plans a call and takes it through the gate. A yes that comes while it waits lets it be planned anew: what was
 * approved is what the page was then.
 */
async function planThroughGate<Input, Planned extends Plan>(
  context: OperationContext,
  operation: Operation<Input, Planned>,
  input: Input,
  given: Pick<RunOptions, 'approved' | 'confirmedBy'>,
): Promise<{ readonly plan: Planned; readonly pass: Pass }> {
  const { session, deadline } = context;
  for (;;) {
    const plan = await operation.plan(context, input);
    const pass = await passGate(session, { operation: operation.name, input, plan }, deadline, given);
    // A person may have taken over since the call came.
    if (session.lockedBy !== undefined && plan.resolved !== undefined) dropPreparation(plan.resolved.frame);
    session.requireUnlocked();
    if (pass !== 'ask-again') return { plan, pass };
  }
}

/** Says in our words what ended a call below. */
function translate(error: unknown): unknown {
  if (error instanceof PageClosed)
    return snapshotFail('detached_ref', `The tab ${error.pageId} was closed while the call ran.`, {}, error);
  if (error instanceof DocumentReplaced || error instanceof TargetClosed)
    return snapshotFail(
      'detached_ref',
      `The page or frame ${error instanceof TargetClosed ? 'was closed' : 'got another document'} while the call ran.`,
      { dispatch: 'unknown' },
      error,
    );
  return error;
}

/** Notes what a failed call has told its caller, and answers a repeated refusal as what it is. */
function told(session: Session, name: string, input: unknown, error: unknown): unknown {
  if (isPortolanError(error, 'browser_gone')) session.lossIsTold();
  if (!isRefusalBeforeDispatch(error) || !hasRef(input) || gateIn(error) !== undefined) {
    session.refusals.clear();
    return error;
  }
  return session.refusals.answer(JSON.stringify([name, input]), error satisfies PortolanError);
}

function hasRef(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'ref' in input;
}
