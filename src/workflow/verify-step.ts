import type { Survey, SurveyedElement } from '#operations/survey.ts';
import type { OperationResult } from '#sessions/plan.ts';
import { locate, type Purpose } from './locate.ts';
import { look, type StepContext } from './look.ts';
import type { Expectation, Step, StepTarget } from './step.ts';
import { until } from './until.ts';

/** What the page showed when it was looked at again, and whether that is what was meant. */
export interface Verification {
  readonly ok: boolean;
  readonly said: string;
}

/** How long a page may take to show what a field holds now. */
const SHOWS_MS = 2_000;

/** Looks at the page anew, after an operation went through, whether it is as the step wants it. */
export async function verifyStep(
  context: StepContext,
  step: Step,
  result: OperationResult,
): Promise<Verification> {
  switch (step.does) {
    case 'fill':
      return await eventually(context, (page) =>
        fieldHolds(page, step.target, 'fill', step.value, isSameValue),
      );
    case 'select':
      return await eventually(context, (page) => chosen(page, step.target, step.value, result));
    case 'check':
    case 'uncheck':
      return await eventually(context, (page) => isChecked(page, step.target, step.does === 'check', result));
    case 'open':
      return urlHolds(await look(context), step.url);
    case 'sign-in':
      return { ok: /^Login: verified/.test(result.said), said: result.said };
    case 'download':
      return downloaded(result);
    case 'click':
      return clicked(result);
    default:
      await look(context);
      return { ok: true, said: result.said };
  }
}

/** Whether a page shows what is expected of it. */
export function holds(page: Survey, what: Expectation): Verification {
  switch (what.is) {
    case 'text': {
      const isThere =
        page.text.includes(what.text) || page.elements.some(({ name }) => name.includes(what.text));
      const said = `The page ${isThere ? 'shows' : 'does not show'} ${JSON.stringify(what.text)}.`;
      return { ok: isThere !== (what.absent === true), said };
    }
    case 'url':
      return urlHolds(page, what.contains);
    case 'field':
      return fieldHolds(page, what.target, 'look', what.value, isSameValue);
    case 'state':
      return stateHolds(page, what.target, what.state);
  }
}

async function eventually(
  context: StepContext,
  looks: (page: Survey) => Verification,
): Promise<Verification> {
  let last: Verification = { ok: false, said: '' };
  await until(SHOWS_MS, context.deadline.signal, async () => {
    last = looks(await look(context));
    return last.ok ? last : undefined;
  });
  return last;
}

/** The field is found by its name once more, and what it holds now is compared. */
function fieldHolds(
  page: Survey,
  target: StepTarget,
  purpose: Purpose,
  expected: string,
  isSame: (held: string, expected: string) => boolean,
): Verification {
  const element = elementFor(page, target, purpose) ?? valued(page, target);
  if (element === undefined)
    return { ok: false, said: `The field ${JSON.stringify(target.name)} is not there any more.` };
  if (element.isMasked) return { ok: true, said: 'It holds a value that is not told.' };
  const held = element.value ?? '';
  return {
    ok: isSame(held, expected),
    said: `${JSON.stringify(target.name)} holds ${JSON.stringify(held)}.`,
  };
}

function elementFor(page: Survey, target: StepTarget, purpose: Purpose): SurveyedElement | undefined {
  const located = locate(page, target, purpose);
  return located.found === 'one' ? located.candidate.element : located.candidates[0]?.element;
}

function valued(page: Survey, target: StepTarget): SurveyedElement | undefined {
  return page.elements.find(
    ({ value, name, contexts }) =>
      value !== undefined && (name === target.name || contexts[0] === target.name),
  );
}

function chosen(page: Survey, target: StepTarget, value: string, result: OperationResult): Verification {
  const parts = value.split(/\s*[/>,，、]\s*/).filter((part) => part !== '');
  const has = (held: string) => parts.every((part) => plain(held).includes(plain(part)));
  const said = result.outcome?.value;
  const found = fieldHolds(page, target, 'choose', value, has);
  if (found.ok) return found;
  const radio = page.elements.find(
    ({ role, name, states }) =>
      role === 'radio' && plain(name) === plain(value) && states.includes('checked'),
  );
  if (radio !== undefined) return { ok: true, said: `${JSON.stringify(value)} is chosen.` };
  // A tag input shows what was chosen beside the field.
  if (said !== undefined && has(said)) return { ok: true, said: `It holds ${JSON.stringify(said)}.` };
  return found;
}

function isChecked(page: Survey, target: StepTarget, wanted: boolean, result: OperationResult): Verification {
  const element = elementFor(page, target, 'check');
  const told = result.outcome?.notes.some((note) =>
    note.includes(wanted ? 'It is checked now' : 'It is unchecked now'),
  );
  if (element === undefined) return { ok: told === true, said: result.said };
  const is = element.states.some((state) => state === 'checked' || state === 'pressed');
  return { ok: is === wanted, said: `${JSON.stringify(target.name)} is ${is ? '' : 'not '}checked.` };
}

/** A click that did nothing has failed, whatever was sent. */
function clicked(result: OperationResult): Verification {
  const { outcome } = result;
  if (outcome === undefined) return { ok: true, said: result.said };
  if (outcome.effect === 'none' && outcome.requests === 0)
    return { ok: false, said: 'It was clicked, and nothing on the page changed and no request was sent.' };
  if (outcome.dispatch === 'unknown')
    return { ok: false, said: `${result.said} It is not known whether it was got whole.` };
  return { ok: true, said: `${result.said} ${outcome.effect}` };
}

function downloaded(result: OperationResult): Verification {
  const isComing = result.outcome?.effect === 'download';
  return { ok: isComing, said: isComing ? 'A file came.' : 'No file came.' };
}

function urlHolds({ url }: Survey, part: string): Verification {
  const bare = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return { ok: bare(url).includes(bare(part)), said: `The address is ${url}.` };
}

function stateHolds(page: Survey, target: StepTarget, state: string): Verification {
  const located = locate(page, target, 'look');
  const element = located.found === 'one' ? located.candidate.element : located.candidates[0]?.element;
  const isShown = element !== undefined || page.text.includes(target.name);
  const said = `${JSON.stringify(target.name)} is ${isShown ? element?.states.join(' ') || 'there' : 'not there'}.`;
  if (state === 'hidden') return { ok: !isShown, said };
  if (state === 'visible') return { ok: isShown, said };
  if (element === undefined) return { ok: false, said };
  const has = (word: string) => element.states.includes(word);
  const is = {
    enabled: !has('disabled'),
    disabled: has('disabled'),
    checked: has('checked'),
    unchecked: !has('checked'),
  };
  return { ok: is[state as keyof typeof is] === true, said };
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

/** The same text, number, date or time, however the field writes it. */
function isSameValue(held: string, expected: string): boolean {
  if (plain(held) === plain(expected)) return true;
  const digits = (text: string) => text.replace(/[^\d]/g, '');
  const isDateLike = /^\d{4}-\d\d(-\d\d)?/.test(expected);
  if (isDateLike) return [...digits(held)].sort().join('') === [...digits(expected)].sort().join('');
  const [one, other] = [Number(held.replace(/[,\s]/g, '')), Number(expected.replace(/[,\s]/g, ''))];
  return expected.trim() !== '' && Number.isFinite(one) && one === other;
}
