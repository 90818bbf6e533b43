import { isPortolanError } from '#kernel/error.ts';
import { answerDialog } from '#operations/answer-dialog.ts';
import { check } from '#operations/check.ts';
import { click } from '#operations/click.ts';
import { hover } from '#operations/hover.ts';
import { login } from '#operations/login.ts';
import { navigate } from '#operations/navigate.ts';
import { press } from '#operations/press.ts';
import { scroll } from '#operations/scroll.ts';
import { select } from '#operations/select.ts';
import { type } from '#operations/type.ts';
import { upload } from '#operations/upload.ts';
import { gateIn } from '#sessions/gate.ts';
import type { Operation } from '#sessions/operation.ts';
import type { OperationResult } from '#sessions/plan.ts';
import { runOperation } from '#sessions/run-operation.ts';
import { dialogAnswer } from './dialog-answer.ts';
import { type Found, findTarget, hasTarget, wordsOfElement } from './find-target.ts';
import type { Candidate } from './locate.ts';
import { look, type StepContext } from './look.ts';
import type { Attempt, KeptCandidate } from './run-record.ts';
import type { Step } from './step.ts';
import { until } from './until.ts';
import { holds, type Verification, verifyStep } from './verify-step.ts';

const WAITED_FOR_MS = 30_000;
const KEPT_CANDIDATES = 5;

export interface Performed {
  readonly attempt: Attempt;
  readonly verification: Verification;
}

/** Does a step once: looks, finds, acts, looks again. What goes wrong is in the attempt and never thrown. */
export async function performStep(context: StepContext, step: Step): Promise<Performed> {
  return await told({ candidates: [] }, async () => {
    if (step.does === 'verify' || step.does === 'wait-for') return await expectStep(context, step);
    const accept = context.session.openContext?.current?.dialog ? dialogAnswer(step) : undefined;
    if (accept !== undefined) return await answerOnce(context, accept);
    if (!hasTarget(step)) {
      // A key goes where the focus is: that has to be as it was seen last.
      await look(context);
      return await actOnce(context, step);
    }
    const found = await findTarget(context, step);
    const candidates = kept(found.candidates);
    if (found.is === 'nothing')
      return { attempt: { candidates }, verification: { ok: false, said: found.why } };
    if (found.is === 'each') return await performEach(context, found.steps);
    const done = await actOnce(context, found.meant, found);
    return found.otherwise !== undefined && wasWrongKind(done)
      ? await actOnce(context, found.otherwise, found)
      : done;
  });
}

/** The page waits with a question of its own: nothing of it can be looked at before that is answered. */
async function answerOnce(context: StepContext, accept: boolean): Promise<Performed> {
  const attempt: Attempt = { candidates: [], action: 'answer-dialog', command: `answer-dialog ${accept}` };
  return await told(attempt, async () => {
    const { session, deadline: within, confirmedBy } = context;
    const { said, outcome } = await runOperation(session, answerDialog, { accept }, { within, confirmedBy });
    const sent = withOutcome(attempt, outcome);
    return await told(sent, async () => {
      await look(context);
      return { attempt: sent, verification: { ok: true, said } };
    });
  });
}

function withOutcome(attempt: Attempt, outcome: OperationResult['outcome']): Attempt {
  if (outcome === undefined) return attempt;
  const { dispatch, effect, notes } = outcome;
  return { ...attempt, outcome: { dispatch, effect, notes } };
}

/** The control takes no such thing, and nothing was sent to it. */
function wasWrongKind({ attempt: { error } }: Performed): boolean {
  return error?.code === 'not_editable' && error.dispatch === 'not_sent';
}

async function actOnce(
  context: StepContext,
  step: Step,
  found?: Extract<Found, { readonly is: 'one' }>,
): Promise<Performed> {
  const attempt: Attempt = {
    candidates: kept(found?.candidates ?? []),
    action: step.does,
    command: commandOf(step, found?.ref),
    ...(found === undefined ? {} : { choice: found.choice, way: found.way }),
  };
  return await told(attempt, async () => {
    context.session.takeNews();
    const result = await act(context, step, found?.ref);
    const done = { result, ref: found?.ref, news: context.session.takeNews() };
    const sent = withOutcome(attempt, result.outcome);
    return await told(sent, async () => {
      return { attempt: sent, verification: await verifyStep(context, step, done) };
    });
  });
}

/** What goes wrong is told with what had been done. */
async function told(attempt: Attempt, work: () => Promise<Performed>): Promise<Performed> {
  try {
    return await work();
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    const gate = gateIn(error);
    const reason = {
      code: error.code,
      message: error.message,
      dispatch: String(error.facts['dispatch'] ?? 'unknown'),
      ...(gate === undefined ? {} : { gate }),
    };
    return {
      attempt: { ...attempt, error: reason },
      verification: { ok: false, said: `${error.message} ${error.remedy}` },
    };
  }
}

/** Does several things that one sentence says, until one of them fails. */
async function performEach(context: StepContext, steps: readonly Step[]): Promise<Performed> {
  const done: Performed[] = [];
  for (const step of steps) {
    const each = await performStep(context, step);
    done.push(each);
    if (!each.verification.ok) break;
  }
  return joined(done);
}

function joined(done: readonly Performed[]): Performed {
  const attempts = done.map(({ attempt }) => attempt);
  const last = attempts.at(-1) ?? { candidates: [] };
  const texts = (of: (attempt: Attempt) => string | undefined) => attempts.flatMap((each) => of(each) ?? []);
  const wasSent = attempts.some(({ outcome }) => outcome !== undefined && outcome.dispatch !== 'not_sent');
  return {
    attempt: {
      ...last,
      candidates: attempts.flatMap(({ candidates }) => candidates),
      choice: texts(({ choice }) => choice).join('; '),
      command: texts(({ command }) => command).join('; '),
      // What went before it is not taken back: as a whole it was sent.
      ...(last.error === undefined || !wasSent ? {} : { error: { ...last.error, dispatch: 'sent' } }),
    },
    verification: {
      ok: done.every(({ verification }) => verification.ok),
      said: done.map(({ verification }) => verification.said).join(' '),
    },
  };
}

async function expectStep(
  context: StepContext,
  step: Extract<Step, { readonly does: 'verify' | 'wait-for' }>,
): Promise<Performed> {
  const limitMs = step.does === 'verify' ? context.waitMs : WAITED_FOR_MS;
  let last: Verification = { ok: false, said: '' };
  await until(limitMs, context.deadline.signal, async () => {
    last = holds(await look(context), step.what);
    return last.ok ? last : undefined;
  });
  return { attempt: { candidates: [], action: step.does }, verification: last };
}

async function act(context: StepContext, step: Step, ref: string | undefined): Promise<OperationResult> {
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own input, which its own schema checks
  const run = async (operation: Operation<any, any>, input: object) =>
    await runOperation(context.session, operation, input, {
      within: context.deadline,
      confirmedBy: context.confirmedBy,
    });
  switch (step.does) {
    case 'open':
      return await run(navigate, { url: absolute(step.url, context) });
    case 'click':
      return await run(click, { ref, ...(step.count === undefined ? {} : { count: step.count }) });
    case 'download':
      return await run(click, { ref });
    case 'fill':
      return await run(type, { ref, text: step.value });
    case 'select':
      return await run(select, { ref, values: step.values });
    case 'check':
    case 'uncheck':
      return await run(check, { ref, checked: step.does === 'check' });
    case 'upload':
      return await run(upload, { ref, paths: step.files });
    case 'press':
      return await run(press, { key: step.keys, ...(ref === undefined ? {} : { ref }) });
    case 'hover':
      return await run(hover, { ref });
    case 'scroll-to':
      return await run(scroll, { ref });
    case 'sign-in':
      return await run(login, { credentialId: step.credentialId });
    case 'verify':
    case 'wait-for':
      throw new Error('An expectation is no action.');
  }
}

/** What the engine is asked to do, in a line: `fill @e12@v3 "Launch"`. */
function commandOf(step: Step, ref: string | undefined): string {
  const on = ref === undefined ? '' : ` @${ref}`;
  const given = valuesOf(step).map((value) => ` ${JSON.stringify(value)}`);
  return `${step.does}${on}${given.join('')}`;
}

function valuesOf(step: Step): readonly string[] {
  if (step.does === 'fill') return [step.value];
  if (step.does === 'select') return step.values;
  if (step.does === 'upload') return step.files;
  if (step.does === 'press') return [step.keys];
  return step.does === 'open' ? [step.url] : [];
}

/** An address as a step has it may be of the page it stands on. */
function absolute(url: string, { session }: StepContext): string {
  const here = session.openContext?.current?.url ?? '';
  if (/^https?:/i.test(url)) return url;
  if (url.startsWith('/') && URL.canParse(here)) return new URL(url, here).href;
  return `https://${url}`;
}

function kept(candidates: readonly Candidate[]): readonly KeptCandidate[] {
  return candidates.slice(0, KEPT_CANDIDATES).map(({ element, score, why }) => ({
    element: wordsOfElement(element),
    score: Math.round(score * 100) / 100,
    why,
  }));
}
