import { isPortolanError } from '#kernel/error.ts';
import { check } from '#operations/check.ts';
import { click } from '#operations/click.ts';
import { findInRange } from '#operations/find-in-range.ts';
import { hover } from '#operations/hover.ts';
import { login } from '#operations/login.ts';
import { navigate } from '#operations/navigate.ts';
import { press } from '#operations/press.ts';
import { scroll } from '#operations/scroll.ts';
import { select } from '#operations/select.ts';
import type { SurveyedElement } from '#operations/survey.ts';
import { type } from '#operations/type.ts';
import { upload } from '#operations/upload.ts';
import type { Operation } from '#sessions/operation.ts';
import type { OperationResult } from '#sessions/plan.ts';
import { runOperation } from '#sessions/run-operation.ts';
import { type Candidate, fittingFor, type Located, locate, type Purpose } from './locate.ts';
import { look, type StepContext } from './look.ts';
import type { Attempt, KeptCandidate } from './run-record.ts';
import type { Step, StepTarget } from './step.ts';
import { until } from './until.ts';
import { holds, type Verification, verifyStep } from './verify-step.ts';

/** How long the element of a step may take to be there. */
const APPEARS_MS = 5_000;
const EXPECTED_MS = 5_000;
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
    const target = 'target' in step ? step.target : undefined;
    const found = target === undefined ? undefined : await findTarget(context, step, target);
    attempt = { candidates: kept(found?.candidates ?? []) };
    if (target !== undefined && found?.ref === undefined)
      return { attempt, verification: { ok: false, said: found?.why ?? 'There is nothing to act on.' } };
    attempt = {
      ...attempt,
      action: step.does,
      ...(found?.ref === undefined ? {} : { choice: found.choice, way: found.way }),
    };
    const result = await act(context, step, found?.ref);
    const { outcome } = result;
    if (outcome !== undefined) {
      const { dispatch, effect, notes } = outcome;
      attempt = { ...attempt, outcome: { dispatch, effect, notes } };
    }
    return { attempt, verification: await verifyStep(context, step, result) };
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    const dispatch = String(error.facts['dispatch'] ?? 'unknown');
    const told = { code: error.code, message: error.message, dispatch };
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
  const limitMs = step.does === 'verify' ? EXPECTED_MS : WAITED_FOR_MS;
  let last: Verification = { ok: false, said: '' };
  await until(limitMs, context.deadline.signal, async () => {
    last = holds(await look(context), step.what);
    return last.ok ? last : undefined;
  });
  return { attempt: { candidates: [], action: step.does }, verification: last };
}

interface FoundTarget {
  readonly candidates: readonly Candidate[];
  readonly ref?: string;
  readonly choice?: string;
  readonly way?: 'structure' | 'range';
  /** Why there is none. */
  readonly why?: string;
}

const PURPOSE_OF: Readonly<Record<string, Purpose>> = {
  fill: 'fill',
  select: 'choose',
  check: 'check',
  uncheck: 'check',
  upload: 'upload',
  press: 'press-keys',
  hover: 'look',
  'scroll-to': 'look',
};

/** Finds the element of a step, waiting for it to be there; where the structure has none, by the part around its title. */
async function findTarget(context: StepContext, step: Step, target: StepTarget): Promise<FoundTarget> {
  const purpose = PURPOSE_OF[step.does] ?? 'press';
  const located = await whenThere(context, step, target, purpose);
  if (located.found === 'one') {
    const { element, why } = located.candidate;
    const choice = `${element.role} ${JSON.stringify(element.name)} ${element.ref} (${why})`;
    return { candidates: located.candidates, ref: element.ref, choice, way: 'structure' };
  }
  if (located.found === 'several')
    return { candidates: located.candidates, why: severalWords(target, located.candidates) };
  if (located.found === 'unusable')
    return {
      candidates: located.candidates,
      why: `${JSON.stringify(target.name)} is there and cannot be used: ${wordsOf(located.candidates[0])}.`,
    };
  const ranged = await inRange(context, step, target);
  if (ranged !== undefined)
    return {
      candidates: located.candidates,
      ref: ranged,
      choice: `by the part of the page around ${JSON.stringify(target.within ?? target.name)}`,
      way: 'range',
    };
  return {
    candidates: located.candidates,
    why: noneWords(target, fittingFor(await look(context), target, purpose)),
  };
}

/** Looks until one or several are there, one is found by its title, or time is up. */
async function whenThere(
  context: StepContext,
  step: Step,
  target: StepTarget,
  purpose: Purpose,
): Promise<Located> {
  const seen: Located[] = [];
  await until(APPEARS_MS, context.deadline.signal, async () => {
    const located = locate(await look(context), target, purpose);
    seen.push(located);
    if (located.found === 'one' || located.found === 'several') return located;
    return located.found === 'none' && (await isInRange(context, step, target)) ? located : undefined;
  });
  return seen.at(-1) ?? { found: 'none', candidates: [] };
}

async function isInRange(context: StepContext, step: Step, target: StepTarget): Promise<boolean> {
  return (await inRange(context, step, target)) !== undefined;
}

const WANTED: Readonly<Record<string, 'field' | 'choice' | 'check' | 'file' | 'button'>> = {
  fill: 'field',
  select: 'choice',
  check: 'check',
  uncheck: 'check',
  upload: 'file',
};

async function inRange(context: StepContext, step: Step, target: StepTarget): Promise<string | undefined> {
  const wants = WANTED[step.does] ?? 'button';
  const label = wants === 'button' ? (target.within ?? target.name) : target.name;
  const text = wants === 'button' ? { text: target.name } : {};
  try {
    const { said } = await runOperation(
      context.session,
      findInRange,
      { label, wants, ...text },
      { within: context.deadline },
    );
    return said;
  } catch (error) {
    if (isPortolanError(error, 'not_found')) return undefined;
    throw error;
  }
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
      return await run(select, { ref, values: [step.value] });
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

function noneWords(target: StepTarget, fitting: readonly SurveyedElement[]): string {
  const there = fitting.slice(0, KEPT_CANDIDATES).map(({ role, name }) => `${role} ${JSON.stringify(name)}`);
  const more = fitting.length > there.length ? ' and others' : '';
  const instead = there.length === 0 ? '' : ` There is ${there.join(', ')}${more}.`;
  return `Nothing on the page is called ${JSON.stringify(target.name)}.${instead}`;
}

function severalWords(target: StepTarget, candidates: readonly Candidate[]): string {
  const best = candidates[0]?.score;
  const alike = candidates.filter(({ score }) => score === best).slice(0, KEPT_CANDIDATES);
  return `Several are called ${JSON.stringify(target.name)}: ${alike.map(wordsOf).join('; ')}. Say in which part, row or dialog it is.`;
}

function wordsOf(candidate: Candidate | undefined): string {
  if (candidate === undefined) return '';
  const { element } = candidate;
  const [around] = element.contexts;
  return `${wordsOfElement(element)}${around === undefined ? '' : ` near ${JSON.stringify(around)}`}`;
}

function wordsOfElement({ role, name, ref, states }: Candidate['element']): string {
  const state = states.includes('disabled') ? ' disabled' : '';
  return `${role} ${JSON.stringify(name)} ${ref}${state}`;
}
