import type { Page } from '#browser/page.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import type { Session } from '#sessions/session.ts';
import { compareSnapshots } from '#snapshot/compare.ts';
import { onlyInteractive } from '#snapshot/only-interactive.ts';
import { readRegion } from '#snapshot/read-region.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { takeSnapshot } from '#snapshot/take-snapshot.ts';
import { readWhenBuilt } from './content-is-there.ts';
import { readSet } from './read-set.ts';

export const OBSERVE_MODES = ['full', 'changes', 'none'] as const;
export type ObserveMode = (typeof OBSERVE_MODES)[number];

export interface ShowOptions {
  readonly filter?: 'all' | 'interactive';
  readonly depth?: number;
  readonly deadline?: Deadline;
}

const OBSERVE_TIMEOUT_MS = 5_000;
/** For a page that has just left a call without an answer. */
const SILENT_TIMEOUT_MS = 500;

function patienceWith(page: Page): number {
  return page.isSilent ? SILENT_TIMEOUT_MS : OBSERVE_TIMEOUT_MS;
}

/**
 * The page as its caller is to see it after a call: whole when it is new to them, else what changed, with
 * unchanged regions folded to a line.
 *
 * While a dialog silences the page it is what was shown before, and says so.
 */
export async function observePage(session: Session, page: Page, mode: 'full' | 'changes'): Promise<string> {
  if (mode === 'full') return await showPage(session, page, {});
  const before = session.views.of(page);
  if (before?.generation !== page.generation) return await showPage(session, page, {});
  const deadline = deadlineIn(patienceWith(page));
  try {
    const now = await read(session, page, { deadline });
    const { language, budgetCharacters } = session.settings;
    const { text } = compareSnapshots(before, now, { language, budgetCharacters });
    return await shown(session, page, now, text);
  } catch (error) {
    return asBeforeDialog(session, page, error);
  }
}

/** The whole page within the budget. */
export async function showPage(session: Session, page: Page, options: ShowOptions): Promise<string> {
  const deadline = options.deadline ?? deadlineIn(patienceWith(page));
  try {
    const whole = await read(session, page, { ...options, deadline });
    const now = options.filter === 'interactive' ? onlyInteractive(whole) : whole;
    return await shown(session, page, now, render(session, now));
  } catch (error) {
    return asBeforeDialog(session, page, error);
  }
}

/** One region, with as much of its runs as the budget holds. */
export async function showRegion(
  session: Session,
  region: ResolvedRef,
  options: ShowOptions,
): Promise<string> {
  const { budgetCharacters } = session.settings;
  const { filter, depth, deadline } = options;
  const whole = await readRegion(
    region,
    compact({ budgetCharacters, depth, deadline, mayRead: readSet(session) }),
  );
  const now = filter === 'interactive' ? onlyInteractive(whole) : whole;
  const text = render(session, now);
  (await session.seen()).note(now, text);
  session.taint.mark(region.frame.origin);
  return text;
}

function render(session: Session, snapshot: Snapshot): string {
  const { language, budgetCharacters } = session.settings;
  return renderPortal(snapshot, { language, budgetCharacters });
}

async function read(
  session: Session,
  page: Page,
  options: ShowOptions & { readonly deadline: Deadline },
): Promise<Snapshot> {
  const { depth, deadline } = options;
  const { budgetCharacters } = session.settings;
  const take = () =>
    takeSnapshot(page, compact({ budgetCharacters, depth, deadline, mayRead: readSet(session) }));
  const isNew = session.views.of(page)?.generation !== page.generation;
  return isNew ? await readWhenBuilt(page, take, deadline) : await take();
}

async function shown(session: Session, page: Page, snapshot: Snapshot, text: string): Promise<string> {
  page.rememberTitle(snapshot.title);
  session.views.remember(page, snapshot);
  session.noteRead(page, text);
  (await session.seen()).note(snapshot, text);
  for (const frame of page.frames()) session.taint.mark(frame.origin);
  return text;
}

function asBeforeDialog(session: Session, page: Page, error: unknown): string {
  const before = session.views.of(page);
  if (!isPortolanError(error, 'dialog_open') || before?.generation !== page.generation) throw error;
  return `(as it was before the ${page.dialog?.type ?? ''} dialog opened; the page is silent until it is answered)\n${render(session, before)}`;
}
