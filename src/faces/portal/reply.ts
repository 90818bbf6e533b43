import type { PortolanError } from '#kernel/error.ts';
import { newNonce } from '#kernel/id.ts';
import { cleanText, wrapPagePart } from '#kernel/untrusted-text.ts';
import { type ObserveMode, observePage } from '#operations/observe.ts';
import type { OperationResult } from '#sessions/plan.ts';
import type { Session } from '#sessions/session.ts';
import { effectLine } from './effect-line.ts';
import { newsLines } from './news-lines.ts';

export interface PortalReply {
  readonly text: string;
  readonly isError: boolean;
}

/** Most characters of everything but the page part. */
const OWN_WORDS_LIMIT = 600;

/**
 * Says what was done, then its effect, then what else is new, then shows the page.
 */
export async function replyToResult(
  session: Session,
  result: OperationResult,
  observe: ObserveMode,
): Promise<PortalReply> {
  const page = result.page;
  const pagePart = await partOf(session, result, observe);
  const own = [
    result.said,
    ...(result.outcome ? effectLine(result.outcome) : []),
    ...newsLines(session.takeNews(), page),
    ...(result.lines ?? []),
  ];
  return { text: [bounded(own, result.lines === undefined), ...pagePart].join('\n'), isError: false };
}

/** Says the refusal and its remedy, and shows the page as it is now, with refs that can be used at once. */
export async function replyToFailure(
  session: Session,
  error: PortolanError,
  observe: ObserveMode | undefined,
): Promise<PortalReply> {
  const first = `browser.${error.code}: ${error.message} ${error.remedy}`;
  const pagePart = await currentPart(session, observe);
  const own = [first, ...newsLines(session.takeNews(), session.openContext?.current)];
  return { text: [bounded(own, true), ...pagePart].join('\n'), isError: true };
}

async function partOf(
  session: Session,
  result: OperationResult,
  observe: ObserveMode,
): Promise<readonly string[]> {
  const { page, text } = result;
  if (text !== undefined) return [wrapPagePart(text, originOf(page), newNonce())];
  if (page === undefined || observe === 'none' || page.state !== 'open') return [];
  return [wrapPagePart(await observePage(session, page, observe), originOf(page), newNonce())];
}

/** The current page after a failure; a page that cannot be read now is said, and does not hide the failure. */
async function currentPart(session: Session, observe: ObserveMode | undefined): Promise<readonly string[]> {
  const page = session.openContext?.current;
  if (page?.state !== 'open' || page.url === 'about:blank' || observe === 'none') return [];
  try {
    return [wrapPagePart(await observePage(session, page, 'full'), originOf(page), newNonce())];
  } catch {
    return ['The page cannot be read right now.'];
  }
}

function originOf(page: OperationResult['page']): string {
  const origin = page?.mainFrame.origin ?? 'null';
  return cleanText(origin).text.slice(0, 200);
}

function bounded(lines: readonly string[], isBounded: boolean): string {
  const text = lines.join('\n');
  return isBounded && text.length > OWN_WORDS_LIMIT ? `${text.slice(0, OWN_WORDS_LIMIT - 1)}…` : text;
}
