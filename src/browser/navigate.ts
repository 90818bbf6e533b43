import type { Deadline } from '#kernel/deadline.ts';
import type { Emitter } from '#kernel/emitter.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { fail } from './errors.ts';
import type { Frame } from './frame.ts';
import type { RaceOptions } from './interruptions.ts';
import type { PageEvent } from './page-event.ts';
import { translateNetError } from './translate-error.ts';

/** How a navigation ended. */
export interface NavigationResult {
  /**
   * `document`: a new one can be read; `loading`: a new one is there but still comes in at the deadline;
   * `same-document`: only the address changed; `nothing`: the server sent no page (204) or a download.
   */
  readonly kind: 'document' | 'loading' | 'same-document' | 'nothing';
  readonly url: string;
  /** HTTP status of the document, where it came over HTTP. */
  readonly status: number | undefined;
  /** The server wants HTTP credentials that were not given, or were wrong. */
  readonly asksForCredentials: boolean;
}

/** What navigating needs of a page. */
export interface Navigable {
  readonly events: Emitter<PageEvent>;
  readonly mainFrame: Frame;
  readonly url: string;
  send<Result>(method: string, params: object, options: RaceOptions): Promise<Result>;
  race<T>(call: () => Promise<T>, what: string, options: RaceOptions): Promise<T>;
}

/** Opens an address, or loads the current one again, and waits until the new document can be read. */
export async function navigate(
  page: Navigable,
  target: { readonly url: string } | 'reload',
  deadline: Deadline,
): Promise<NavigationResult> {
  return await followNavigation(page, deadline, async () => {
    if (target === 'reload') {
      await page.send('Page.reload', {}, { deadline });
      return undefined;
    }
    const reply = await page.send<{ loaderId?: string; errorText?: string; isDownload?: boolean }>(
      'Page.navigate',
      { url: target.url },
      { deadline },
    );
    const isAborted = reply.errorText === 'net::ERR_ABORTED';
    if (reply.errorText && !isAborted) throw translateNetError(reply.errorText, target.url);
    if (isAborted) return 'nothing';
    return reply.loaderId === undefined ? 'same-document' : undefined;
  });
}

/** Goes back (-1) or forward (1) in the tab's history. */
export async function travel(page: Navigable, delta: -1 | 1, deadline: Deadline): Promise<NavigationResult> {
  const history = await page.send<{ currentIndex: number; entries: { id: number; url: string }[] }>(
    'Page.getNavigationHistory',
    {},
    { deadline },
  );
  const entry = history.entries[history.currentIndex + delta];
  const isStart = delta < 0 && history.currentIndex === 1 && history.entries[0]?.url === 'about:blank';
  if (!entry || isStart) {
    const where = delta < 0 ? 'before' : 'after';
    throw fail('navigation_failed', `There is no page ${where} this one in the tab's history.`, {
      remedy: 'Navigate to the address you want.',
    });
  }
  return await followNavigation(page, deadline, async () => {
    await page.send('Page.navigateToHistoryEntry', { entryId: entry.id }, { deadline });
    return undefined;
  });
}

/**
 * Starts a navigation of the main frame and waits for what becomes of it: a document whose content is
 * there, a change within the document, or the end of loading without either.
 */
async function followNavigation(
  page: Navigable,
  deadline: Deadline,
  start: () => Promise<NavigationResult['kind'] | undefined>,
): Promise<NavigationResult> {
  const { mainFrame } = page;
  let status: number | undefined;
  let asksForCredentials = false;
  const result = (kind: NavigationResult['kind']): NavigationResult => ({
    kind,
    url: page.url,
    status,
    asksForCredentials,
  });
  let isCommitted = false;
  let isLoading = false;
  let off = () => {};
  const ended = new Promise<NavigationResult['kind']>((resolve) => {
    off = page.events.on((event) => {
      if (event.kind === 'response' && event.resourceType === 'Document' && event.frameId === mainFrame.id) {
        status = event.status;
        asksForCredentials = event.asksForCredentials;
      }
      if (!('frame' in event) || event.frame !== mainFrame) return;
      if (event.kind === 'loading-started') isLoading = true;
      if (event.kind === 'committed') isCommitted = true;
      if (event.kind === 'dom-content-loaded' && isCommitted) resolve('document');
      if (event.kind === 'loading-stopped' && (isCommitted || isLoading))
        resolve(isCommitted ? 'document' : 'nothing');
      if (event.kind === 'same-document' && !isCommitted) resolve('same-document');
    });
  });
  try {
    const known = await start();
    return result(known ?? (await page.race(() => ended, 'the navigation', { deadline })));
  } catch (error) {
    if (!isPortolanError(error, 'page_unresponsive')) throw error;
    if (isCommitted) return result('loading');
    throw kernelFail('timeout', 'The page did not come before the deadline for navigations.', {}, error);
  } finally {
    off();
  }
}
