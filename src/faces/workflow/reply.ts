import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { newNonce } from '#kernel/id.ts';
import { ownLine, wrapPagePart } from '#kernel/untrusted-text.ts';
import { observePage } from '#operations/observe.ts';
import { gateIn } from '#sessions/gate.ts';
import type { Session } from '#sessions/session.ts';

export interface WorkflowReply {
  readonly text: string;
  readonly isError: boolean;
  /** The gate at which the call waits for a person's word. */
  readonly approval?: string | undefined;
}

/** Our own words, a line each. */
export function reply(lines: readonly string[], isError = false): WorkflowReply {
  return { text: lines.map(ownLine).join('\n'), isError };
}

/** A refusal and what to do. */
export function refusal(error: PortolanError): WorkflowReply {
  const refused = reply([`browser.${error.code}: ${error.message} ${error.remedy}`], true);
  return { ...refused, approval: gateIn(error) };
}

/** The page as it is now, marked as text of the site; nothing where there is none, or none that can be shown. */
export async function pagePart(session: Session): Promise<readonly string[]> {
  const page = session.openContext?.current;
  if (page?.state !== 'open' || !session.mayShow(page)) return [];
  try {
    const text = await observePage(session, page, 'full');
    return [wrapPagePart(text, page.mainFrame.origin, newNonce())];
  } catch (error) {
    if (!isPortolanError(error)) throw error;
    return [];
  }
}
