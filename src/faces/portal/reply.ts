import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { newNonce } from '#kernel/id.ts';
import { cleanText, cutText, ownLine, wrapPagePart } from '#kernel/untrusted-text.ts';
import { effectLine } from '#operations/effect-line.ts';
import { type ObserveMode, observePage } from '#operations/observe.ts';
import { gateIn } from '#sessions/gate.ts';
import type { OperationResult, ReplyImage } from '#sessions/plan.ts';
import type { StepEnd } from '#sessions/run-batch.ts';
import type { Session } from '#sessions/session.ts';
import { newsLines } from './news-lines.ts';
import { ownWords } from './own-words.ts';

/** A step of a batch and how it ended. */
export interface LabelledEnd {
  /** `Step 2 of 5 (click)`. */
  readonly label: string;
  readonly end: StepEnd;
}

export interface PortalReply {
  readonly text: string;
  readonly isError: boolean;
  /** Absent unless the tool was one that shows pictures. */
  readonly images?: readonly ReplyImage[];
  /** The gate at which the call waits for a person's word. */
  readonly approval?: string | undefined;
}

/**
 * Says what was done, then its effect, then what else is new, then shows the page.
 */
export async function replyToResult(
  session: Session,
  result: OperationResult,
  observe: ObserveMode,
): Promise<PortalReply> {
  const { page, said, lines = [] } = result;
  const shown =
    result.text === undefined ? await lookAfter(session, page, observe) : { text: result.text, own: [] };
  const effect = result.outcome ? effectLine(result.outcome) : [];
  const own = [said, ...effect, ...newsLines(session.takeNews(), page, [said, ...effect]), ...shown.own];
  const pagePart = shown.text === undefined ? [] : [wrapPagePart(shown.text, originOf(page), newNonce())];
  const text = [...ownWords(own), ...lines.map(ownLine), ...pagePart].join('\n');
  return { text, isError: false, ...(result.images === undefined ? {} : { images: result.images }) };
}

/** Refused by what was asked alone: the page is as its caller knows it, and is not told to them anew. */
const BEFORE_ANY_LOOK: ReadonlySet<string> = new Set(['invalid_arguments', 'not_enabled']);

/** Says the refusal and its remedy, and shows the page as it is now, with refs that can be used at once. */
export async function replyToFailure(
  session: Session,
  error: PortolanError,
  observe: ObserveMode | undefined,
): Promise<PortalReply> {
  const pagePart = await currentPart(session, observe, BEFORE_ANY_LOOK.has(error.code) ? 'changes' : 'full');
  const own = [
    `browser.${error.code}: ${error.message}`,
    error.remedy,
    ...newsLines(session.takeNews(), session.openContext?.current, [error.message]),
  ];
  const [sentence = '', remedy = '', ...news] = ownWords(own);
  const text = [`${sentence} ${remedy}`, ...news, ...pagePart].join('\n');
  return { text, isError: true, approval: gateIn(error) };
}

/** Most characters of one step's line. */
const STEP_LIMIT = 300;

/**
 * Says how each step ended, in order, and shows the page once. With a failed step it is the reply of that
 * failure; when no step succeeded the page is shown whole.
 */
export async function replyToSteps(
  session: Session,
  steps: readonly LabelledEnd[],
  observe: ObserveMode,
): Promise<PortalReply> {
  const failed = steps.find(({ end }) => end.state === 'failed');
  const hasDone = steps.some(({ end }) => end.state === 'done');
  const page = session.openContext?.current;
  const shown = await lookAfter(session, page, hasDone || observe === 'none' ? observe : 'full');
  const texts = readTexts(session, steps);
  const pagePart = [...texts, ...(shown.text === undefined ? [] : [shown.text])].join('\n');
  const first =
    failed?.end.state === 'failed'
      ? `browser.${failed.end.error.code}: ${failed.label} failed: ${failed.end.error.message} ${failed.end.error.remedy}`
      : `All ${steps.length} steps done.`;
  const lines = steps.map(({ label, end }) => cutText(ownLine(`${label}: ${inWords(end)}`), STEP_LIMIT));
  const own = ownWords([first, ...newsLines(session.takeNews(), page, lines), ...shown.own]);
  const text = [
    ...own.slice(0, 1),
    ...lines,
    ...own.slice(1),
    ...(pagePart === '' ? [] : [wrapPagePart(pagePart, originOf(page), newNonce())]),
  ].join('\n');
  const images = steps.flatMap(({ end }) => (end.state === 'done' ? (end.result.images ?? []) : []));
  const approval = failed?.end.state === 'failed' ? gateIn(failed.end.error) : undefined;
  return { text, isError: failed !== undefined, approval, ...(images.length === 0 ? {} : { images }) };
}

function inWords(end: StepEnd): string {
  switch (end.state) {
    case 'done':
      return [end.result.said, ...(end.result.outcome ? effectLine(end.result.outcome) : [])].join(' ');
    case 'failed':
      return `browser.${end.error.code}: ${end.error.message}`;
    case 'not-executed':
      return `not executed: ${end.why}.`;
  }
}

/** What steps read, each an equal part of the budget. */
function readTexts(session: Session, steps: readonly LabelledEnd[]): readonly string[] {
  const read = steps.flatMap(({ label, end }) =>
    end.state === 'done' && end.result.text !== undefined ? [{ label, text: end.result.text }] : [],
  );
  const share = Math.floor(session.settings.budgetCharacters / (read.length + 1));
  return read.map(({ label, text }) => `${label}:\n${cutText(text, share)}`);
}

/** The page after a call that went through: that it cannot be read is said, and is no failure of the call. */
async function lookAfter(
  session: Session,
  page: OperationResult['page'],
  observe: ObserveMode,
): Promise<{ readonly text?: string; readonly own: readonly string[] }> {
  if (page?.state !== 'open' || observe === 'none' || session.lockedBy !== undefined) return { own: [] };
  try {
    return { text: await observePage(session, page, observe), own: [] };
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    return { own: [`The page cannot be shown: browser.${error.code}: ${error.message} ${error.remedy}`] };
  }
}

/** The current page after a failure; a page that cannot be read now is said, and does not hide the failure. */
async function currentPart(
  session: Session,
  observe: ObserveMode | undefined,
  mode: 'full' | 'changes',
): Promise<readonly string[]> {
  const page = session.openContext?.current;
  if (page?.state !== 'open' || page.url === 'about:blank' || observe === 'none') return [];
  // What a person does there is not for the model.
  if (session.lockedBy !== undefined || !session.mayShow(page)) return [];
  try {
    return [wrapPagePart(await observePage(session, page, mode), originOf(page), newNonce())];
  } catch {
    return ['The page cannot be read right now.'];
  }
}

function originOf(page: OperationResult['page']): string {
  const origin = page?.mainFrame.origin ?? 'null';
  return cleanText(origin).text.slice(0, 200);
}
