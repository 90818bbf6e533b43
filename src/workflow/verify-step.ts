import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { Survey, SurveyedElement } from '#operations/survey.ts';
import type { NewsItem } from '#sessions/news.ts';
import type { OperationResult } from '#sessions/plan.ts';
import { type Located, locate, type Purpose } from './locate.ts';
import { compareWords } from './locate-words.ts';
import { look, type StepContext } from './look.ts';
import { isSameChoice, isSameValue } from './same-value.ts';
import type { ElementState, Expectation, Step, StepTarget } from './step.ts';
import { until } from './until.ts';

/** What the page showed when it was looked at again, and whether that is what was meant. */
export interface Verification {
  readonly ok: boolean;
  readonly said: string;
}

/** What went through, as far as it tells anything. */
export interface Done {
  readonly result: OperationResult;
  /** The element that was acted on: what is looked at where the page has no name for it. */
  readonly ref: string | undefined;
  readonly news: readonly NewsItem[];
}

/** How long a page may take to show what a field holds now. */
const SHOWS_MS = 2_000;
const VALUE_LIMIT = 200;

/** Looks at the page anew, after an operation went through, whether it is as the step wants it. */
export async function verifyStep(context: StepContext, step: Step, done: Done): Promise<Verification> {
  const { result, ref } = done;
  switch (step.does) {
    case 'fill':
      return await eventually(context, (page) =>
        fieldHolds(elementFor(page, step.target, 'fill', ref), step.target, step.value, isSameValue),
      );
    case 'select':
      return await orLedAway(context, done, (page) =>
        chosen(elementFor(page, step.target, 'choose', ref), step.target, step.values, result),
      );
    case 'check':
    case 'uncheck':
      return await orLedAway(context, done, (page) =>
        isChecked(elementFor(page, step.target, 'check', ref), step.target, step.does === 'check'),
      );
    case 'open':
      return ledTo(await look(context), step.url);
    case 'sign-in':
      return { ok: /^Login: verified/.test(result.said), said: result.said };
    case 'download':
      return downloaded(done.news);
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
      const isThere = shows(page, what.text);
      const said = `The page ${isThere ? 'shows' : 'does not show'} ${quotePageText(what.text)}.`;
      return { ok: isThere !== (what.absent === true), said };
    }
    case 'url':
      return { ok: bare(page.url).includes(bare(what.contains)), said: addressIs(page) };
    case 'field':
      return fieldHolds(fieldFor(page, what.target), what.target, what.value, isSameValue);
    case 'state':
      return stateHolds(page, what.target, what.state);
  }
}

function shows(page: Survey, text: string): boolean {
  return page.text.includes(text) || page.elements.some(({ name }) => name.includes(text));
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

/** A choice or tick that sends its form leads to a page where there may be no such control to look at. */
async function orLedAway(
  context: StepContext,
  { result }: Done,
  looks: (page: Survey) => Verification & { readonly isGone?: true },
): Promise<Verification> {
  const hasLed = result.outcome?.effect === 'navigated';
  return await eventually(context, (page) => {
    const seen = looks(page);
    return seen.isGone && hasLed ? { ok: true, said: `It led to another page. ${addressIs(page)}` } : seen;
  });
}

/** An element that was looked for once more; which of several it is cannot be told. */
type Again = SurveyedElement | 'none' | 'several';

function elementFor(page: Survey, target: StepTarget, purpose: Purpose, ref?: string): Again {
  const again = oneOf(locate(page, target, purpose));
  return again === 'none' ? (page.elements.find((element) => element.ref === ref) ?? 'none') : again;
}

/** What holds a value is asked about, and not its label. */
function fieldFor(page: Survey, target: StepTarget): Again {
  const field = oneOf(locate(page, target, 'fill'));
  return field === 'none' ? oneOf(locate(page, target, 'choose')) : field;
}

function oneOf(located: Located): Again {
  if (located.found === 'one') return located.candidate.element;
  if (located.found === 'unusable') return located.candidates[0]?.element ?? 'none';
  return located.found;
}

function notOne(again: 'none' | 'several', { name }: StepTarget): Verification & { readonly isGone?: true } {
  const how = again === 'none' ? 'There is no' : 'There is more than one';
  const said = `${how} ${quotePageText(name)} to look at.`;
  return again === 'none' ? { ok: false, said, isGone: true } : { ok: false, said };
}

function fieldHolds(
  element: Again,
  target: StepTarget,
  expected: string,
  isSame: (held: string, expected: string) => boolean,
): Verification {
  if (element === 'none' || element === 'several') return notOne(element, target);
  if (element.isMasked) return { ok: true, said: 'It holds a value that is not told.' };
  const held = element.value ?? '';
  const said = `${quotePageText(target.name)} holds ${quotePageText(held, VALUE_LIMIT)}.`;
  return { ok: isSame(held, expected), said };
}

function chosen(
  element: Again,
  target: StepTarget,
  values: readonly string[],
  { outcome }: OperationResult,
): Verification {
  const isChosen = (held: string): boolean => values.every((value) => isSameChoice(held, value));
  const found = fieldHolds(element, target, values.join(', '), isChosen);
  // A tag input shows what was chosen beside the field, where it was read back.
  const readBack = outcome?.value;
  if (found.ok || readBack === undefined || !isChosen(readBack)) return found;
  return { ok: true, said: `It holds ${quotePageText(readBack, VALUE_LIMIT)}.` };
}

function isChecked(element: Again, target: StepTarget, wanted: boolean): Verification {
  if (element === 'none' || element === 'several') return notOne(element, target);
  const is = element.states.some((state) => state === 'checked' || state === 'pressed');
  return { ok: is === wanted, said: `${quotePageText(target.name)} is ${is ? '' : 'not '}checked.` };
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

/** A file has come when it lies in its place: one that began to come may fail, or be larger than allowed. */
function downloaded(news: readonly NewsItem[]): Verification {
  const ends = news.flatMap((item) => (item.kind === 'download' ? [item.ended] : []));
  const lost = ends.find((ended) => ended.kind !== 'saved');
  if (lost !== undefined)
    return { ok: false, said: `The file ${quotePageText(lost.name)} did not come: ${lost.kind}.` };
  const names = ends.flatMap((ended) => (ended.kind === 'saved' ? [ended.file.name] : []));
  if (names.length > 0)
    return { ok: true, said: `A file came: ${names.map((name) => quotePageText(name)).join(', ')}.` };
  const isComing = news.some(({ kind }) => kind === 'download-begun');
  return {
    ok: false,
    said: isComing ? 'The file had not come whole when the time was over.' : 'No file came.',
  };
}

function bare(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

function addressIs({ url }: Survey): string {
  return `The address is ${showAddress(url)}.`;
}

/** The page is at that address, or below it: a query that names it is another place. */
function ledTo(page: Survey, given: string): Verification {
  const isPath = given.startsWith('/') && URL.canParse(page.url);
  const at = isPath ? bare(page.url.slice(new URL(page.url).origin.length)) : bare(page.url);
  const wanted = bare(given);
  const isThere = at === wanted || ['/', '?', '#'].some((sign) => at.startsWith(`${wanted}${sign}`));
  return { ok: isThere, said: addressIs(page) };
}

/** Where several are called so, all of them have to be as it is said. */
function stateHolds(page: Survey, target: StepTarget, state: ElementState): Verification {
  const { candidates } = locate(page, target, 'look');
  const named = candidates.filter(({ element }) => isCalled(element, target)).map(({ element }) => element);
  const isShown = named.length > 0 || shows(page, target.name);
  const states = named[0]?.states.join(' ') || 'there';
  const said = `${quotePageText(target.name)} is ${isShown ? states : 'not there'}.`;
  if (state === 'hidden') return { ok: !isShown, said };
  if (state === 'visible') return { ok: isShown, said };
  const wanted = { enabled: 'disabled', disabled: 'disabled', checked: 'checked', unchecked: 'checked' }[
    state
  ];
  const isWanted = state === 'disabled' || state === 'checked';
  const able = named.filter(({ role }) => !WITHOUT_STATE.has(role));
  const ok = able.length > 0 && able.every(({ states: has }) => has.includes(wanted) === isWanted);
  return { ok, said };
}

/** Labels and parts of a page, which are neither checked nor disabled. */
const WITHOUT_STATE = new Set([
  'text',
  'heading',
  'generic',
  'paragraph',
  'cell',
  'row',
  'listitem',
  'img',
  'image',
  'region',
  'group',
  'form',
  'label',
]);

/** A near name may be another's: it is enough to act on where it is the only one, and not to vouch for it. */
function isCalled(element: SurveyedElement, target: StepTarget): boolean {
  const how = compareWords(target.name, element.name)?.how;
  return how === 'exact' || how === 'contains';
}
