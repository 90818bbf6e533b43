import { quotePageText, showPageWords } from '#kernel/untrusted-text.ts';
import { DOWNLOAD_KIND, type FieldHeld, type GuardVerdict } from '#page/wire.ts';
import type { InputRun } from './input-run.ts';
import type { ActionEffect, Outcome } from './outcome.ts';
import type { Settled } from './settle.ts';

const OPEN_NAMED = 3;
const MESSAGE_LIMIT = 160;
const SHORT_MESSAGE_LIMIT = 40;

/** Puts together what an input did, from what was seen of it in the page and on the browser's side. */
export async function conclude(
  run: InputRun,
  settled: Settled,
  held: FieldHeld | undefined,
  verdict: GuardVerdict | null,
  notes: readonly string[] = [],
): Promise<Outcome> {
  await run.tabsOpened();
  const { watch } = run;
  const asksForFile = settled.waitedFor.includes(DOWNLOAD_KIND);
  await watch.downloadsNamed(watch.navigation === 'ended-without' || asksForFile);
  const isFileAwaited = asksForFile && watch.downloads.length === 0;
  const effect = effectOf(run, settled);
  const isElsewhere = effect === 'navigated' || effect === 'loading' || watch.sameDocumentMoves > 0;
  return {
    dispatch: isHalfKnown(run, verdict) ? 'unknown' : 'sent',
    effect,
    domChanges: settled.ownChanges,
    // The browser does not tell of the request for a file until it is answered.
    requests: watch.requests + (isFileAwaited ? 1 : 0),
    stillOpen: openInWords(settled),
    notes: [
      ...run.notes,
      ...notes,
      ...notesOf(run, settled, held, verdict, effect),
      ...(isFileAwaited ? ['A file was asked for and has not begun to come.'] : []),
    ],
    ...(held?.value === undefined ? {} : { value: held.value }),
    ...secrecyOf(run, held),
    ...(typeof held?.checked === 'boolean' ? { isChecked: held.checked } : {}),
    ...(held?.described === undefined ? {} : { became: held.described }),
    ...(isElsewhere ? { url: run.page.url } : {}),
    ...(run.openedTabs.length === 0 ? {} : { tabs: run.openedTabs }),
  };
}

/** A field that became secret under way is one. */
function secrecyOf({ isSecret }: InputRun, held: FieldHeld | undefined): Pick<Outcome, 'isSecret'> {
  if (isSecret === true || (held?.alive === true && held.secret)) return { isSecret: true };
  return isSecret === undefined ? {} : { isSecret };
}

/** A frame that came meanwhile had no guard, and may have got what the target did not. */
function isHalfKnown(run: InputRun, verdict: GuardVerdict | null): boolean {
  return run.framesMeanwhile > 0 && verdict !== null && verdict.state === 'ok' && !verdict.clicked;
}

function effectOf(run: InputRun, settled: Settled): ActionEffect {
  const { watch } = run;
  if (watch.openDialog !== undefined) return 'dialog';
  if (watch.navigation === 'ready') return 'navigated';
  if (watch.isNavigating) return 'loading';
  if (watch.downloads.length > 0 && run.openedTabs.length === 0) return 'download';
  if (watch.openedWindows > 0 || run.openedTabs.length > 0) return 'opened_tab';
  if (watch.dialogs.length > 0) return 'dialog';
  const hasChanged = settled.ownChanges > 0 || settled.stateChanged || watch.sameDocumentMoves > 0;
  return hasChanged || watch.isClosed ? 'changed' : 'none';
}

function openInWords(settled: Settled): readonly string[] {
  const open = settled.stillOpen;
  if (open.length === 0) return [];
  const requests = open.filter((words) => words.includes(' '));
  const others = open.filter((words) => !words.includes(' '));
  const word = requests.length === 1 ? '1 request open' : `${requests.length} requests open`;
  return [
    ...(requests.length === 0 ? [] : [`${word}: ${requests.slice(0, OPEN_NAMED).join(', ')}`]),
    ...others.slice(0, OPEN_NAMED),
  ];
}

function notesOf(
  run: InputRun,
  settled: Settled,
  held: FieldHeld | undefined,
  verdict: GuardVerdict | null,
  effect: ActionEffect,
): readonly string[] {
  const { watch } = run;
  const notes: string[] = [];
  const isOpen = run.page.dialog !== null;
  const alerts = watch.dialogs.filter(({ type }) => type === 'alert').map(({ message }) => message);
  if (alerts.length > 1) notes.push(alertsInWords(alerts));
  for (const dialog of watch.dialogs) {
    if (dialog.type === 'alert' && alerts.length > 1) continue;
    const end = dialog.type === 'alert' ? 'was shown and closed' : isOpen ? 'is open' : 'was dismissed';
    notes.push(`The ${dialog.type} ${quotePageText(dialog.message, MESSAGE_LIMIT)} ${end}.`);
  }
  if (watch.isClosed) notes.push('The tab closed.');
  if (watch.downloads.length > 0)
    notes.push(`Downloading ${watch.downloads.map((name) => quotePageText(name)).join(', ')}.`);
  if (watch.fileChoosers > 0) notes.push(`The page asks for a file: use browser_upload on ${run.text}.`);
  if (watch.status !== undefined && watch.status >= 400 && effect === 'navigated')
    notes.push(`HTTP ${watch.status}.`);
  if (watch.navigation === 'ended-without' && watch.downloads.length === 0) {
    const status = watch.status === undefined ? '' : ` (HTTP ${watch.status})`;
    notes.push(`The server sent no page${status}.`);
  }
  if (held?.invalid !== undefined && effect !== 'navigated') {
    notes.push(
      `The form was not sent: ${quotePageText(held.invalid.field)} is invalid (${showPageWords(held.invalid.message)}).`,
    );
  }
  if (verdict !== null && verdict.state === 'ok' && !verdict.clicked && !verdict.attached) {
    notes.push('The element went away while it was being pressed, so it got no click.');
  }
  if (isHalfKnown(run, verdict))
    notes.push('A frame came under way, so it is not known what got the rest of the input.');
  if (effect === 'none' && settled.otherChanges > 0) {
    notes.push('The page changes by itself, but nothing in it changed by this action.');
  }
  return notes;
}

/** Several alerts in one sentence, so that none of them crowds out the rest of a reply. */
function alertsInWords(messages: readonly string[]): string {
  const named = messages.slice(0, OPEN_NAMED).map((message) => quotePageText(message, SHORT_MESSAGE_LIMIT));
  const more = messages.length > OPEN_NAMED ? ` and ${messages.length - OPEN_NAMED} more` : '';
  return `The page showed ${messages.length} alerts, which were closed: ${named.join(', ')}${more}.`;
}
