import type { Frame } from '#browser/frame.ts';
import { sendClick } from '#browser/input.ts';
import type { FileChooser } from '#browser/page-event.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { FileField, FilesHeld } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { placeOf, shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun } from './input-run.ts';
import type { DispatchState, Outcome } from './outcome.ts';
import type { Settled } from './settle.ts';

/** How long a page may take to ask for files once its control was pressed. */
const ASKS_WITHIN_MS = 1_500;

/** A file input in the frame that it is in. */
type Field = FileField & { readonly input: number; readonly frame: Frame };

/**
 * Gives files to a file input, or to the hidden one that belongs to a control; where none is found, the control
 * is pressed and the input that the page then asks with is given them.
 *
 * @param paths - absolute paths of files that were found fit to be sent.
 * @throws not_editable when the element takes no files; value_refused for more files than it takes, and when
 *   it did not take them.
 */
export async function upload(
  target: ActionTarget,
  paths: readonly string[],
  options: ActionOptions,
): Promise<Outcome> {
  const run = new InputRun(target, options);
  try {
    const request = { element: target.element, ...shownOf(target) };
    const found = await run.ask<FileField>('fileField', [request]);
    const field = hasInput(found)
      ? { ...found, frame: run.frame }
      : await askedByPage(run, target, found, options);
    refuseMisfit(target, field, paths);
    await run.standByEverywhere();
    await give(field, paths, options.deadline);
    const settled = await run.settle();
    const held = await heldBy(run, field, settled);
    if (held !== undefined && (held.taken ?? held.held)?.length !== paths.length)
      throw fail('value_refused', `${target.text} did not take the files.`, {
        ref: target.text,
        dispatch: 'sent',
      });
    const notes = field.accept ? [`It asks for ${quotePageText(field.accept)}.`] : [];
    const outcome = await conclude(run, settled, undefined, null, notes);
    const names = (held?.taken ?? held?.held ?? []).join(', ');
    return { ...outcome, effect: outcome.effect === 'none' ? 'changed' : outcome.effect, value: names };
  } finally {
    run.end();
  }
}

function hasInput(field: FileField): field is FileField & { readonly input: number } {
  return field.input !== undefined;
}

/** Presses the control, guarded like a click, and takes the input that the page asks for files with. */
async function askedByPage(
  run: InputRun,
  target: ActionTarget,
  found: FileField,
  options: ActionOptions,
): Promise<Field> {
  const none = (why: string, dispatch: DispatchState) =>
    fail('not_editable', `${target.text} takes no files: ${why}.`, {
      ref: target.text,
      dispatch,
      remedy: 'Use the ref of the file field, or of the button or label that chooses files.',
    });
  if (found.isTextField === true) throw none('it is another kind of field', 'not_sent');
  const asked = run.page.events.next((event) => event.kind === 'file-chooser');
  try {
    const prepared = await run.prepare('prepare', {
      element: target.element,
      action: 'click',
      ...shownOf(target),
    });
    const point = await placeOf(run, prepared, options);
    await run.send(async () => await sendClick(run.page, point, {}, { deadline: options.deadline }));
    const limit = Math.min(ASKS_WITHIN_MS, leftMs(options.deadline));
    const event = await Promise.race([asked.event, sleep(limit)]);
    if (event?.kind !== 'file-chooser') throw none('it was pressed, and the page asked for none', 'sent');
    const field = await fieldOf(event.chooser, options.deadline);
    if (field === undefined) throw none('the page asks for them in a way that cannot be answered', 'sent');
    return field;
  } finally {
    asked.stop();
  }
}

async function fieldOf(chooser: FileChooser, deadline: Deadline): Promise<Field | undefined> {
  const { frame, backendNodeId } = chooser;
  if (backendNodeId === undefined) return undefined;
  const executionContextId = await frame.worldContextId({ deadline });
  const { object } = await frame.send<{ object: { objectId: string } }>(
    'DOM.resolveNode',
    { backendNodeId, executionContextId },
    { deadline },
  );
  const { result } = await frame.send<{ result: { value: FileField } }>(
    'Runtime.callFunctionOn',
    {
      functionDeclaration: 'function () { return globalThis.portolan.watchFileInput(this); }',
      objectId: object.objectId,
      returnByValue: true,
    },
    { deadline },
  );
  return hasInput(result.value) ? { ...result.value, frame } : undefined;
}

function refuseMisfit(target: ActionTarget, field: Field, paths: readonly string[]): void {
  const misfit = (why: string) =>
    fail('value_refused', `${target.text} ${why}.`, { ref: target.text, dispatch: 'not_sent' });
  if (field.isFolder === true) throw misfit('takes a folder, which is not given here');
  if (field.isMultiple !== true && paths.length > 1)
    throw misfit(`takes one file, and ${paths.length} were given`);
}

async function give(field: Field, paths: readonly string[], outer: Deadline): Promise<void> {
  const deadline = deadlineIn(10_000, outer);
  const executionContextId = await field.frame.worldContextId({ deadline });
  const { result } = await field.frame.send<{ result: { objectId: string } }>(
    'Runtime.callFunctionOn',
    {
      functionDeclaration: 'function (number) { return globalThis.portolan.elementHandle(number); }',
      executionContextId,
      arguments: [{ value: field.input }],
    },
    { deadline },
  );
  await field.frame.send(
    'DOM.setFileInputFiles',
    { files: [...paths], objectId: result.objectId },
    { deadline },
  );
}

/** What the field took; nothing when its document is gone or silent. */
async function heldBy(run: InputRun, field: Field, settled: Settled): Promise<FilesHeld | undefined> {
  if (settled.ended === 'dialog' || run.watch.isInterrupted || run.watch.navigation === 'ready')
    return undefined;
  const held = await field.frame.call<FilesHeld>('filesHeld', [field.input]).catch(() => undefined);
  return held?.held === null ? undefined : held;
}
