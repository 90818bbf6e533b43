import type { Outcome } from '#actions/outcome.ts';
import type { Page } from '#browser/page.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { OperationContext } from '#sessions/operation.ts';
import type { OperationResult } from '#sessions/plan.ts';

/**
 * What follows from an action for the session: a tab that it opened becomes current, and a file that it set
 * coming is waited for.
 */
export async function afterAction(
  { session, deadline }: OperationContext,
  page: Page,
  said: string,
  outcome: Outcome,
): Promise<OperationResult> {
  const context = await session.context();
  const coming = await session.downloadsSettled(deadline);
  const stillOpen = coming.map((name) => `download ${quotePageText(name)}`);
  const whole =
    stillOpen.length === 0 ? outcome : { ...outcome, stillOpen: [...outcome.stillOpen, ...stillOpen] };
  const opened = outcome.tabs?.map((id) => context.page(id)).find((tab) => tab?.state === 'open');
  if (!opened) return { said, page, outcome: whole };
  context.makeCurrent(opened);
  return {
    said: `${said} Now on tab ${opened.id}, ${showAddress(opened.url)}; ${page.id} stays open.`,
    page: opened,
    outcome: whole,
  };
}
