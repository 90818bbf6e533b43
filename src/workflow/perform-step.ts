import { isPortolanError } from '#kernel/error.ts';
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
import { findTarget, hasTarget, wordsOfElement } from './find-target.ts';
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
  let attempt: Attempt = { candidates: [] };
  try {
    if (step.does === 'verify' || step.does === 'wait-for') return await expectStep(context, step);
    const found = hasTarget(step) ? await findTarget(context, step) : undefined;
    if (found !== undefined) attempt = { candidates: kept(found.candidates) };
    if (found?.is === 'nothing') return { attempt, verification: { ok: false, said: found.why } };
    const meant = found?.meant ?? step;
    attempt = {
      ...attempt,
      action: meant.does,
      command: commandOf(meant, found?.ref),
      ...(found === undefined ? {} : { choice: found.choice, way: found.way }),
    };
    context.session.takeNews();
    const result = await act(context, meant, found?.ref);
    const done = { result, ref: found?.ref, news: context.session.takeNews() };
    const { outcome } = result;
    if (outcome !== undefined) {
      const { dispatch, effect, notes } = outcome;
      attempt = { ...attempt, outcome: { dispatch, effect, notes } };
    }
    return { attempt, verification: await verifyStep(context, meant, done) };
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    const dispatch = String(error.facts['dispatch'] ?? 'unknown');
    const gate = gateIn(error);
    const told = {
      code: error.code,
      message: error.message,
      dispatch,
      ...(gate === undefined ? {} : { gate }),
    };
    return {
      attempt: { ...attempt, error: told },
      verification: { ok: false, said: `${error.message} ${error.remedy}` },
    };
  }
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
