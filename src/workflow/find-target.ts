import { isPortolanError } from '#kernel/error.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import { findInRange } from '#operations/find-in-range.ts';
import type { Survey, SurveyedElement } from '#operations/survey.ts';
import { runOperation } from '#sessions/run-operation.ts';
import { datePartSteps, isMomentText } from './date-parts.ts';
import { type Candidate, fittingFor, type Located, locate, type Purpose } from './locate.ts';
import { look, type StepContext } from './look.ts';
import type { Step, StepTarget } from './step.ts';
import { until } from './until.ts';

const TOLD_ELEMENTS = 5;

export type TargetedStep = Step & { readonly target: StepTarget };

/** The element of a step, and what the step means for it. */
export type Found =
  | {
      readonly is: 'one';
      readonly candidates: readonly Candidate[];
      readonly ref: string;
      readonly choice: string;
      readonly way: 'structure' | 'range';
      readonly meant: Step;
      /** What else the sentence can mean, if the control does not take the first. */
      readonly otherwise?: Step;
    }
  /** Several boxes of a group, to be marked one after the other. */
  | { readonly is: 'each'; readonly candidates: readonly Candidate[]; readonly steps: readonly Step[] }
  | { readonly is: 'nothing'; readonly candidates: readonly Candidate[]; readonly why: string };

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

export function hasTarget(step: Step): step is TargetedStep {
  return 'target' in step && step.target !== undefined;
}

/**
 * Finds the element of a step, waiting for it to be there; where the structure has none, by the part of the page
 * around its title.
 */
export async function findTarget(context: StepContext, step: TargetedStep): Promise<Found> {
  let last: Found | undefined;
  const found = await until(context.waitMs, context.deadline.signal, async () => {
    const page = await look(context);
    const itself = locate(page, step.target, purposeOf(step));
    const decided = decidedBy(itself, step);
    if (decided?.is === 'one' && !isLooseGroup(itself)) return decided;
    const parts = itself.found === 'several' ? undefined : (boxesOf(page, step) ?? datePartsOf(page, step));
    if (parts !== undefined && parts !== 'unusable') return parts;
    if (decided !== undefined && itself.found !== 'unusable') return decided;
    last = decided;
    return last === undefined && parts === undefined ? await inRange(context, step) : undefined;
  });
  if (found !== undefined) return found;
  if (last !== undefined) return last;
  const fitting = fittingFor(await look(context), step.target, purposeOf(step));
  return { is: 'nothing', candidates: [], why: noneWords(step.target, fitting) };
}

/** A group that says of itself neither that one of it is chosen, nor that it is a list. */
function isLooseGroup(located: Located): boolean {
  return located.found === 'one' && located.candidate.element.role === 'group';
}

/** Choosing from a group of boxes is to mark them: where each of what is to be chosen is one. */
function boxesOf(page: Survey, step: TargetedStep): Found | 'unusable' | undefined {
  if (step.does !== 'select') return undefined;
  const steps = step.values.map((name): TargetedStep => {
    return { does: 'check', target: { name, within: step.target.name } };
  });
  const located = steps.map((each) => locate(page, each.target, 'check'));
  if (located.some(({ found }) => found === 'none')) return undefined;
  if (located.some(({ found }) => found === 'unusable')) return 'unusable';
  const [first, ...others] = steps.map((each, at) => decidedBy(located[at] as Located, each));
  if (others.length === 0) return first;
  const wrong = [first, ...others].find((each) => each?.is === 'nothing');
  return wrong ?? { is: 'each', candidates: located.flatMap(({ candidates }) => candidates), steps };
}

/** A date is written part by part where its field is made of parts. */
function datePartsOf(page: Survey, step: TargetedStep): Found | undefined {
  const [value, ...others] = step.does === 'fill' ? [step.value] : step.does === 'select' ? step.values : [];
  const steps =
    value === undefined || others.length > 0 ? undefined : datePartSteps(page, step.target, value);
  return steps === undefined ? undefined : { is: 'each', candidates: [], steps };
}

/** A date is said to be chosen, and fields for it take it written. */
function isMoment(step: Step): step is Step & { readonly does: 'select' } {
  return step.does === 'select' && step.values.length === 1 && step.values.every(isMomentText);
}

function written({ target, values }: Step & { readonly does: 'select' }): Step {
  return { does: 'fill', target, value: values.join() };
}

function purposeOf({ does }: Step): Purpose {
  return PURPOSE_OF[does] ?? 'press';
}

function decidedBy(located: Located, meant: TargetedStep): Found | undefined {
  const { candidates } = located;
  if (located.found === 'one') {
    const { element, why } = located.candidate;
    const choice = `${wordsOfElement(element)} (${why})`;
    const readings = isMoment(meant) ? { meant, otherwise: written(meant) } : { meant };
    return { is: 'one', candidates, ref: element.ref, choice, way: 'structure', ...readings };
  }
  if (located.found === 'several')
    return { is: 'nothing', candidates, why: severalWords(meant.target, candidates) };
  if (located.found === 'none') return undefined;
  const why = `${quotePageText(meant.target.name)} is there and cannot be used: ${wordsOf(candidates[0])}.`;
  return { is: 'nothing', candidates, why };
}

const WANTED: Readonly<Record<string, 'field' | 'choice' | 'check' | 'file' | 'button'>> = {
  fill: 'field',
  select: 'choice',
  check: 'check',
  uncheck: 'check',
  upload: 'file',
};

async function inRange(context: StepContext, meant: TargetedStep): Promise<Found | undefined> {
  const { target } = meant;
  const wants = WANTED[meant.does] ?? 'button';
  const label = wants === 'button' ? (target.within ?? target.name) : target.name;
  const text = wants === 'button' ? { text: target.name } : {};
  try {
    const { said } = await runOperation(
      context.session,
      findInRange,
      { label, wants, ...text },
      { within: context.deadline },
    );
    const choice = `${said}, by the part of the page around ${quotePageText(label)}`;
    return { is: 'one', candidates: [], ref: said, choice, way: 'range', meant };
  } catch (error) {
    if (isPortolanError(error, 'not_found')) return undefined;
    throw error;
  }
}

function noneWords(target: StepTarget, fitting: readonly SurveyedElement[]): string {
  const there = fitting.slice(0, TOLD_ELEMENTS).map(({ role, name }) => `${role} ${quotePageText(name)}`);
  const more = fitting.length > there.length ? ' and others' : '';
  const instead = there.length === 0 ? '' : ` There is ${there.join(', ')}${more}.`;
  return `Nothing on the page is called ${quotePageText(target.name)}.${instead}`;
}

function severalWords(target: StepTarget, candidates: readonly Candidate[]): string {
  const best = candidates[0]?.score;
  const alike = candidates.filter(({ score }) => score === best).slice(0, TOLD_ELEMENTS);
  return `Several are called ${quotePageText(target.name)}: ${alike.map(wordsOf).join('; ')}. Say in which part, row or dialog it is.`;
}

function wordsOf(candidate: Candidate | undefined): string {
  if (candidate === undefined) return '';
  const { element } = candidate;
  const [around] = element.contexts;
  return `${wordsOfElement(element)}${around === undefined ? '' : ` near ${quotePageText(around)}`}`;
}

export function wordsOfElement({ role, name, ref, states }: Candidate['element']): string {
  const state = states.includes('disabled') ? ' disabled' : '';
  return `${role} ${quotePageText(name)} [ref=${ref}]${state}`;
}
