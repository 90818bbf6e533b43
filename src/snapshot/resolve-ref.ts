import type { BrowserContext } from '#browser/browser-context.ts';
import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { RaceOptions } from '#browser/interruptions.ts';
import type { Page } from '#browser/page.ts';
import { compact } from '#kernel/compact.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Shown } from '#page/wire.ts';
import { fail } from './errors.ts';
import { parseRef } from './ref.ts';
import type { SeenRegister } from './seen-register.ts';
import { refText } from './snapshot.ts';

/** What refs are looked up in: the tabs of one session, and what the session was shown. */
export interface RefContext {
  readonly tabs: Pick<BrowserContext, 'page' | 'pageByGeneration' | 'newestGeneration'>;
  readonly seen: SeenRegister;
}

/** A ref with the tab, the frame and the element number it stands for. */
export interface ResolvedRef {
  /** In its plain form, without an `@` before it. */
  readonly text: string;
  readonly page: Page;
  readonly frame: Frame;
  readonly element: number;
  /** What was last printed of it; absent when it was issued but never printed. */
  readonly shown?: Shown;
}

/**
 * Finds what a ref stands for. It never looks at the page: whether the element still is in it is for
 * `checkAlive`, or for the guard.
 *
 * @throws invalid_ref when it is malformed, was never issued, or is of a generation to come.
 * @throws stale_ref when its tab shows another document now.
 * @throws detached_ref when its tab was closed, or its frame got another document or went away.
 */
export function resolveRef(context: RefContext, given: string): ResolvedRef {
  const { frame: frameNumber, element, generation } = parseRef(given);
  const text = refText(element, frameNumber, generation);
  const { tabs, seen } = context;
  if (generation > tabs.newestGeneration)
    throw fail(
      'invalid_ref',
      `${text} was never issued: the newest generation is v${tabs.newestGeneration}.`,
      {
        ref: text,
      },
    );
  const page = tabs.pageByGeneration(generation);
  if (!page) throw goneGeneration(context, text, generation);
  const frame = page.frameByNumber(frameNumber);
  if (frame === 'unknown')
    throw fail('invalid_ref', `${text} was never issued: there is no frame f${frameNumber}.`, { ref: text });
  if (frame === 'gone' || frame.isDetached)
    throw fail('detached_ref', `${text} is gone: its frame shows another document or was removed.`, {
      ref: text,
    });
  if (element > seen.highestIssued(generation, frameNumber))
    throw fail('invalid_ref', `${text} was never issued.`, { ref: text });
  return compact<ResolvedRef>({ text, page, frame, element, shown: seen.shownOf(text, generation) });
}

function goneGeneration(context: RefContext, text: string, generation: number): Error {
  const { tabs, seen } = context;
  const pageId = seen.pageOf(generation);
  const page = pageId === undefined ? undefined : tabs.page(pageId);
  if (pageId !== undefined && page === undefined)
    return fail('detached_ref', `${text} is gone: its tab ${pageId} was closed.`, { ref: text });
  const now = page ? ` Tab ${page.id} is at v${page.generation}.` : '';
  return fail('stale_ref', `${text} is of an earlier document: the page has navigated since.${now}`, {
    ref: text,
    issued: generation,
    current: page?.generation,
  });
}

/**
 * Asks the page whether the element of a resolved ref is still in its document.
 *
 * @throws detached_ref when it is not.
 */
export async function checkAlive(resolved: ResolvedRef, deadline?: Deadline): Promise<void> {
  const isAlive = await askAlive(resolved, deadline);
  if (!isAlive)
    throw fail('detached_ref', `${resolved.text} is gone: the element is not in the page any more.`, {
      ref: resolved.text,
    });
}

async function askAlive(resolved: ResolvedRef, deadline: Deadline | undefined): Promise<boolean> {
  try {
    return await resolved.frame.call<boolean>(
      'isAlive',
      [resolved.element],
      compact<Pick<RaceOptions, 'deadline'>>({ deadline }),
    );
  } catch (error) {
    if (error instanceof DocumentReplaced) return false;
    throw error;
  }
}
