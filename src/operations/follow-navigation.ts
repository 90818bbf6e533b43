import { documentReady } from '#actions/document-ready.ts';
import type { Outcome } from '#actions/outcome.ts';
import { PageWatch } from '#actions/page-watch.ts';
import { fail as browserFail } from '#browser/errors.ts';
import type { NavigationResult } from '#browser/navigate.ts';
import type { Page } from '#browser/page.ts';
import type { PageDialog } from '#browser/page-event.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { EgressFailure, Refusal } from '#policy/egress-proxy/egress-rules.ts';
import { fail } from '#policy/errors.ts';
import type { OperationResult } from '#sessions/plan.ts';
import type { Session } from '#sessions/session.ts';

/**
 * Runs a navigation and says what became of it. A load that the boundary refused, at the first address or at
 * a redirect on the way, is told as that refusal and not as whatever the browser makes of it.
 */
export async function followNavigation(
  session: Session,
  page: Page,
  deadline: Deadline,
  navigate: () => Promise<NavigationResult>,
): Promise<OperationResult> {
  const refusals: Refusal[] = [];
  const stop = session.onRefusal((refusal) => refusals.push(refusal));
  const failures: EgressFailure[] = [];
  const stopFailures = session.onFailure((failure) => failures.push(failure));
  const watch = new PageWatch(page);
  try {
    const result = await navigate();
    const refused = refusals.find((refusal) => leadsTo(result.url, refusal));
    if (refused && result.kind === 'document' && result.status === 403) throw refusedBy(refused);
    const failed = failures.find((failure) => leadsTo(result.url, failure));
    if (failed && result.kind === 'document' && result.status === 502) throw failedBy(result.url, failed);
    if (result.asksForCredentials)
      throw browserFail(
        'http_auth_required',
        `${result.url} asks for HTTP credentials (HTTP ${result.status}).`,
      );
    if (result.kind === 'document') await documentReady(watch, deadline);
    if (result.kind === 'nothing' && page.state === 'crashed')
      throw browserFail('page_crashed', `The tab ${page.id} crashed before ${showAddress(result.url)} came.`);
    await watch.downloadsNamed(result.kind === 'nothing');
    const [download] = watch.downloads;
    const coming = download === undefined ? [] : await session.downloadsSettled(deadline);
    return describe(page, result, download, coming);
  } catch (error) {
    if (isPortolanError(error, 'dialog_open') && watch.openDialog !== undefined)
      return interruptedBy(watch.openDialog, page);
    const refused = refusals.find((refusal) => leadsTo(page.url, refusal)) ?? refusals.at(0);
    if (refused && isPortolanError(error, 'navigation_failed')) throw refusedBy(refused, error);
    const failed = failures.at(-1);
    const isTunnel =
      isPortolanError(error, 'navigation_failed') && TUNNEL.test(String(error.facts['reason']));
    if (failed && isTunnel) throw failedBy(String(error.facts['url'] ?? failed.host), failed, error);
    throw error;
  } finally {
    stop();
    stopFailures();
    watch.stop();
  }
}

/** Not a failure: a page put a question in the way, and what was begun goes on when it is answered. */
function interruptedBy({ type }: PageDialog, page: Page): OperationResult {
  const said =
    type === 'beforeunload'
      ? 'The page asks before it is left, so the navigation waits: accept with browser_dialog to go on.'
      : `The page at ${showAddress(page.url)} asks with a ${type} dialog; what it shows comes after the answer.`;
  return { said, page, outcome: outcome('dialog') };
}

function describe(
  page: Page,
  result: NavigationResult,
  download: string | undefined,
  coming: readonly string[],
): OperationResult {
  const { kind, status } = result;
  const url = showAddress(result.url);
  const httpStatus = status !== undefined && status >= 400 ? ` (HTTP ${status})` : '';
  switch (kind) {
    case 'document':
      return { said: `Opened ${url}${httpStatus}.`, page, outcome: outcome('navigated', result.url) };
    case 'loading':
      return {
        said: `Opened ${url}${httpStatus}; it is still loading.`,
        page,
        outcome: outcome('loading', result.url),
      };
    case 'same-document':
      return { said: `Moved within the page to ${url}.`, page, outcome: outcome('changed', result.url) };
    case 'nothing':
      return download === undefined
        ? {
            said: `The server sent no page${status === undefined ? '' : ` (HTTP ${status})`}; still at ${url}.`,
            page,
            outcome: outcome('none'),
          }
        : {
            said:
              coming.length === 0
                ? `The address is a file: ${quotePageText(download)}; still at ${showAddress(page.url)}.`
                : `The address is a file: ${quotePageText(download)} is still coming.`,
            page,
            outcome: outcome('download'),
          };
  }
}

function outcome(effect: Outcome['effect'], url?: string): Outcome {
  return {
    dispatch: 'sent',
    effect,
    domChanges: 0,
    requests: 0,
    stillOpen: [],
    notes: [],
    ...(url === undefined ? {} : { url }),
  };
}

function leadsTo(url: string, { host }: Refusal | EgressFailure): boolean {
  return URL.canParse(url) && new URL(url).hostname === host;
}

/** What the browser says of a tunnel that our proxy could not open: it knows no more. */
const TUNNEL = /TUNNEL_CONNECTION_FAILED|PROXY/;

const FAILURES: Readonly<Record<EgressFailure['reason'], string>> = {
  name_not_found: 'the name was not found',
  connection_refused: 'the connection was refused',
  connection_reset: 'the connection was reset',
  unreachable: 'the address cannot be reached',
  timed_out: 'it did not answer in time',
  upstream_proxy: 'the upstream proxy did not let it through',
};

function failedBy(url: string, { reason, host, port }: EgressFailure, cause?: unknown): Error {
  return browserFail(
    'navigation_failed',
    `${showAddress(url)} could not be loaded: ${FAILURES[reason]}.`,
    { url, reason, host, port },
    cause,
  );
}

function refusedBy(refusal: Refusal, cause?: unknown): Error {
  const place = `${refusal.host}:${refusal.port}`;
  return fail(
    refusal.code,
    `${place} is not allowed here: ${refusal.rule}.`,
    { host: refusal.host, rule: refusal.rule },
    cause,
  );
}
