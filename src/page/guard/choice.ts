import { elementOf, numberOf } from '#page/perception/element-table.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { beginPass } from '#page/perception/pass.ts';
import { roleOf } from '#page/perception/role.ts';
import { focusedElement, isDisabled } from '#page/perception/states.ts';
import { renderingStep } from '#page/settle/turns.ts';
import type {
  ChoiceKind,
  ChoiceOpened,
  ChoiceRequest,
  ChoiceShown,
  FindOptionRequest,
  FoundOption,
  PageRefusal,
} from '#page/wire.ts';
import { refusal } from './checks.ts';
import { consequence } from './consequence.ts';
import { kindOf } from './control-kind.ts';
import { drawnNow, everyElement, folded, isDrawn, labelOf, newlyDrawn } from './drawn-parts.ts';
import { isChosen, isOff, itemsIn, optionsIn, ownText, scanOptions } from './options.ts';
import { describeAsShown, isSameMeaning } from './same-meaning.ts';

const OPTIONS_LISTED = 30;
const OPENS_WITHIN_MS = 600;
const NEAR_STEPS = 4;
const GROUPS = /^(listbox|radiogroup|tree|group|toolbar)$/;
const FIELDS =
  'input:not([type=hidden]),select,textarea,[role=combobox],[role=listbox],[contenteditable=true]';
const NO_WIDGET =
  'body,html,form,fieldset,table,tr,td,th,li,ul,dialog,main,nav,section,article,header,footer';

/** The widget that is being chosen in, and what was drawn before it was opened. */
let open: {
  readonly widget: Element;
  readonly before: ReadonlySet<Element>;
  /** What pressing it opened. */
  first: readonly Element[] | null;
} | null = null;

/** How an element is chosen in; null when it is none that options are chosen in. */
export function choiceKind(number: number): ChoiceKind | null {
  const element = elementOf(number);
  return element === undefined ? null : kindOfChoice(element);
}

function kindOfChoice(element: Element): ChoiceKind | null {
  if (element instanceof HTMLSelectElement) return 'native';
  const role = roleOf(element);
  if (GROUPS.test(role)) return optionsIn([element]).length > 0 ? 'group' : null;
  if (consequence(numberOf(element), 'click')?.kind !== 'other') return null;
  if (opensDialog(element)) return null;
  if (role === 'combobox' || element.hasAttribute('aria-haspopup') || element.hasAttribute('aria-expanded'))
    return 'popup';
  const kind = kindOf(element);
  if (kind === 'text' && element instanceof HTMLInputElement && element.readOnly) return 'popup';
  if (kind !== 'other') return null;
  return /^(button|generic||none|presentation|textbox|img)$/.test(role) ? 'popup' : null;
}

/** A field to write into that opens a dialog, as for a date, has no options to choose from. */
function opensDialog(element: Element): boolean {
  return (
    element.getAttribute('aria-haspopup') === 'dialog' &&
    element instanceof HTMLInputElement &&
    kindOf(element) === 'text' &&
    !element.readOnly
  );
}

/** Takes note of what is drawn, so that what opens can be told. */
export function choiceBegin(request: ChoiceRequest): PageRefusal | ChoiceOpened {
  const widget = elementOf(request.element);
  if (widget === undefined) return refusal('detached_ref');
  const described = describeAsShown(widget, request.shown);
  if (request.shown !== undefined && !isSameMeaning(request.shown, described))
    return refusal('changed_ref', { was: request.shown, is: described });
  const kind = kindOfChoice(widget);
  if (kind === null) return refusal('not_editable', { takes: kindOf(widget) });
  if (isDisabled(widget)) return refusal('disabled');
  open = { widget, before: drawnNow(), first: null };
  return { ok: true, kind, isOpen: kind === 'group' || isSaidOpen(widget) };
}

function isSaidOpen(widget: Element): boolean {
  return widget.getAttribute('aria-expanded') === 'true' && controlled(widget).flatMap(drawnTops).length > 0;
}

function controlled(widget: Element): readonly Element[] {
  const sources = [widget, focusedElement(), widget.querySelector('[aria-controls],[aria-owns]')];
  const found: Element[] = [];
  for (const source of sources) {
    if (source === null || (source !== widget && !isInWidget(source, widget))) continue;
    const ids = `${source.getAttribute('aria-controls') ?? ''} ${source.getAttribute('aria-owns') ?? ''}`;
    const root = source.getRootNode() as Document | ShadowRoot;
    for (const id of ids.split(/\s+/)) {
      const element = id === '' ? null : root.getElementById(id);
      if (element !== null && !element.contains(widget)) found.push(wholeOf(element, widget));
    }
  }
  return found.filter((element) => element.checkVisibility({ visibilityProperty: true }));
}

function isInWidget(element: Element, widget: Element): boolean {
  return regionOf(widget).contains(element);
}

/** The outermost part that holds what opened and not the widget itself. */
function wholeOf(element: Element, widget: Element): Element {
  let whole = element;
  for (let at = flatParent(element); at !== null && at !== document.body; at = flatParent(at)) {
    if (at.contains(widget) || at.querySelectorAll(FIELDS).length > 3) break;
    whole = at;
  }
  return whole;
}

function popups(): readonly Element[] {
  if (open === null) return [];
  const { widget, before } = open;
  if (GROUPS.test(roleOf(widget))) return [widget];
  const fresh = newlyDrawn(before).filter((top) => !top.contains(widget));
  if (open.first === null && fresh.length > 0) {
    const withOptions = fresh.filter((part) => optionsIn([part]).length > 0);
    open.first = withOptions.length > 0 ? withOptions : fresh;
  }
  const { first } = open;
  // What comes into the widget's own box later is what it shows as chosen.
  const opened = fresh.filter(
    (part) => first?.includes(part) === true || !isNear(part, widget) || optionsIn([part]).length > 0,
  );
  return [...new Set([...opened, ...controlled(widget).flatMap(drawnTops)])];
}

function isNear(part: Element, widget: Element): boolean {
  let around: Element = widget;
  for (let step = 0; step < NEAR_STEPS; step += 1) around = flatParent(around) ?? around;
  return around !== document.body && around.contains(part);
}

/** The topmost drawn parts of an element that itself may have no size. */
function drawnTops(part: Element): readonly Element[] {
  return isDrawn(part) ? [part] : [...part.children].flatMap(drawnTops);
}

/** Waits until what was pressed has opened something to choose from. */
export async function choiceOpened(): Promise<boolean> {
  const untilMs = performance.now() + OPENS_WITHIN_MS;
  for (;;) {
    if (popups().length > 0) return true;
    if (performance.now() > untilMs) return false;
    await renderingStep();
  }
}

/** Waits until what was open is gone from view, which may fade. */
export async function choiceClosed(): Promise<boolean> {
  const untilMs = performance.now() + OPENS_WITHIN_MS;
  for (;;) {
    if (popups().length === 0) return true;
    if (performance.now() > untilMs) return false;
    await renderingStep();
  }
}

/** Finds an option in what has opened; lists the others when it is not there. */
export async function findOption(request: FindOptionRequest): Promise<PageRefusal | FoundOption> {
  if (open === null) return refusal('detached_ref');
  beginPass();
  const within = request.within ?? null;
  const roots = () =>
    within === null ? popups() : popups().filter((part) => !within.includes(numberOf(part)));
  const { found, labels } = await scanOptions(roots, request.wanted);
  const known = popups().map(numberOf);
  if (found === null)
    return refusal('no_such_option', {
      wanted: request.wanted,
      options: labels.slice(0, OPTIONS_LISTED),
      more: Math.max(0, labels.length - OPTIONS_LISTED),
    });
  const { element, label } = found;
  if (isOff(element))
    return refusal('no_such_option', {
      wanted: request.wanted,
      isDisabled: true,
      options: labels.slice(0, OPTIONS_LISTED),
      more: Math.max(0, labels.length - OPTIONS_LISTED),
    });
  if (consequence(numberOf(element), 'click')?.kind !== 'other')
    return refusal('not_editable', { takes: 'link' });
  return {
    ok: true,
    element: numberOf(element),
    label,
    isChosen: isChosen(element),
    isMenuItem: roleOf(element) === 'menuitem',
    parts: known,
  };
}

/** What the widget shows now, and which of these labels it does not show as chosen. */
export function choiceShown(labels: readonly string[]): ChoiceShown {
  if (open === null) return { shows: '', missing: labels, isOpen: false, chosen: [], isMultiple: false };
  const { widget } = open;
  beginPass();
  const parts = popups();
  const isGroup = GROUPS.test(roleOf(widget));
  const options = itemsIn(parts);
  const chosen = options.filter(({ element }) => isChosen(element));
  const texts = [...(isGroup ? [] : shownBy(widget)), ...chosen.map(({ label }) => label)].map(folded);
  return {
    shows: (isGroup ? chosen.map(({ label }) => label) : shownBy(widget).slice(0, 1)).join(', '),
    missing: labels.filter((label) => !texts.includes(folded(label))),
    isOpen: !isGroup && parts.length > 0,
    chosen: chosen.map(({ element, label }) => ({ element: numberOf(element), label })),
    isMultiple:
      chosen.length > 1 ||
      [widget, ...parts].some(
        (part) =>
          part.closest('[aria-multiselectable=true]') !== null ||
          part.querySelector('[aria-multiselectable=true]') !== null,
      ),
  };
}

export function choiceEnd(): void {
  open = null;
}

/** The box of a widget: as far out as it holds no other control, no label and nothing of what opened. */
function regionOf(widget: Element): Element {
  let region = widget;
  let at = flatParent(widget);
  for (let step = 0; step < 6 && at !== null && !at.matches(NO_WIDGET); step += 1, at = flatParent(at)) {
    const others = [...at.querySelectorAll(FIELDS)].filter(
      (field) =>
        !region.contains(field) &&
        !field.contains(widget) &&
        field.getAttribute('aria-hidden') !== 'true' &&
        isDrawn(field),
    );
    if (others.length > 0) break;
    if (at.querySelector('label') !== null && region !== widget) break;
    region = at;
  }
  return region;
}

function shownBy(widget: Element): readonly string[] {
  const region = regionOf(widget);
  const opened = popups();
  const pieces: string[] = [];
  const take = (text: string) => {
    const whole = text.replace(/\s+/g, ' ').trim();
    if (whole === '') return;
    for (const piece of [whole, ...whole.split(/\s*[,;、，/>›]\s*/)])
      if (piece !== '' && !pieces.includes(piece)) pieces.push(piece);
  };
  if (region instanceof HTMLElement) take(labelOf(region));
  for (const element of [region, ...everyElement(region)]) {
    if (opened.some((part) => part.contains(element)) || element.localName === 'label') continue;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) take(element.value);
    else if (isDrawn(element)) take(ownText(element));
  }
  return pieces;
}
