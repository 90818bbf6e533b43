import { elementOf, numberOf } from '#page/perception/element-table.ts';
import { flatChildren, flatParent } from '#page/perception/flat-tree.ts';
import { controlOf } from '#page/perception/labels.ts';
import { isDisabled } from '#page/perception/states.ts';
import type { FileField, FilesHeld, FilesRequest, PageRefusal } from '#page/wire.ts';
import { refusal } from './checks.ts';
import { describeAsShown, isSameMeaning } from './same-meaning.ts';

/** How far around a control its hidden file input is looked for, and what ends the looking. */
const STEPS_OUT = 3;
const NO_WIDGET = 'body,html,form,fieldset,table,tr,ul,ol,dialog,main,nav,section,article,header,footer';

/** What each file input took since it was last watched: pages often empty it in their own handler. */
const taken = new WeakMap<HTMLInputElement, readonly string[]>();

/**
 * The file input that an element is or belongs to: inside it, its label's, or the only one of the widget
 * around it. Watches what it takes from now on.
 */
export function fileField(request: FilesRequest): PageRefusal | FileField {
  const element = elementOf(request.element);
  if (element === undefined) return refusal('detached_ref');
  const described = describeAsShown(element, request.shown);
  if (request.shown !== undefined && !isSameMeaning(request.shown, described))
    return refusal('changed_ref', { was: request.shown, is: described });
  if (isDisabled(element)) return refusal('disabled');
  const input = inputOf(element);
  if (input === null) return { ok: true, isTextField: isTextField(element) };
  if (input.disabled) return refusal('disabled');
  watchTaken(input);
  return { ok: true, ...factsOf(input) };
}

/** The same for the file input that the page itself asked for. */
export function watchFileInput(input: unknown): FileField {
  if (!(input instanceof HTMLInputElement)) return { ok: true };
  watchTaken(input);
  return { ok: true, ...factsOf(input) };
}

/** The element itself, for commands of the protocol that want it. */
export function elementHandle(number: number): Element | null {
  return elementOf(number) ?? detached.get(number)?.deref() ?? null;
}

/** Which files an input holds, and which it took since it was watched. */
export function filesHeld(number: number): FilesHeld {
  const input = elementHandle(number);
  if (!(input instanceof HTMLInputElement)) return { held: null, taken: null };
  return { held: namesIn(input), taken: taken.get(input) ?? null };
}

/** Inputs that were never in the document, as pages make them for one choice. */
const detached = new Map<number, WeakRef<HTMLInputElement>>();

function factsOf(input: HTMLInputElement) {
  const number = numberOf(input);
  if (!input.isConnected) detached.set(number, new WeakRef(input));
  return { input: number, isMultiple: input.multiple, isFolder: input.webkitdirectory, accept: input.accept };
}

function inputOf(element: Element): HTMLInputElement | null {
  if (isFileInput(element)) return element;
  const label = element.closest('label');
  const labelled = label === null ? null : controlOf(label);
  if (labelled !== null && isFileInput(labelled)) return labelled;
  const inside = onlyInputIn(element);
  if (inside !== null) return inside;
  let at = flatParent(element);
  for (let step = 0; step < STEPS_OUT && at !== null && !at.matches(NO_WIDGET); step += 1) {
    const found = onlyInputIn(at);
    if (found !== null) return found;
    at = flatParent(at);
  }
  return null;
}

function onlyInputIn(element: Element): HTMLInputElement | null {
  const found: HTMLInputElement[] = [];
  collect(element, found);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function collect(element: Element, found: HTMLInputElement[]): void {
  for (const child of Array.from(flatChildren(element))) {
    if (!(child instanceof Element)) continue;
    if (isFileInput(child)) found.push(child);
    else if (found.length < 2) collect(child, found);
  }
}

function isFileInput(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'file';
}

function isTextField(element: Element): boolean {
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && !/^(button|submit|image)$/.test(element.type))
  );
}

function watchTaken(input: HTMLInputElement): void {
  taken.delete(input);
  const note = () => {
    if (input.files !== null && input.files.length > 0) taken.set(input, namesIn(input));
  };
  // Ours is the first on the window, so it sees the files before the page's own code can take them away.
  for (const type of ['input', 'change'])
    window.addEventListener(type, (event) => event.composedPath().includes(input) && note(), {
      capture: true,
      once: true,
    });
  for (const type of ['input', 'change']) input.addEventListener(type, note, { capture: true, once: true });
}

function namesIn(input: HTMLInputElement): readonly string[] {
  return Array.from(input.files ?? [], (file) => file.name);
}
