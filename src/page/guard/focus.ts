import { describe } from '#page/perception/describe.ts';
import { elementOf, numberOf } from '#page/perception/element-table.ts';
import { focusedElement } from '#page/perception/states.ts';
import { isSecretField } from '#page/perception/value.ts';
import { settleArm } from '#page/settle/world-settle.ts';
import type {
  FocusHolder,
  PageRefusal,
  Prepared,
  PrepareFocusedRequest,
  PrepareRequest,
} from '#page/wire.ts';
import { refusal } from './checks.ts';
import { editingHost, kindOf } from './control-kind.ts';
import { armGuard, nameElement } from './guard-state.ts';
import { watchInvalid } from './invalid-fields.ts';
import { describeAsShown, isSameMeaning } from './same-meaning.ts';

function holdsFocus(element: Element): boolean {
  const root = element.getRootNode();
  return (root instanceof ShadowRoot || root instanceof Document) && root.activeElement === element;
}

/** Gives the focus to a field and selects what it holds, or puts the caret at its end. */
export function focusForTyping(element: Element, request: PrepareRequest): PageRefusal | null {
  const field = editingHost(element) ?? element;
  if (!holdsFocus(field)) (field as HTMLElement).focus({ preventScroll: true });
  if (!holdsFocus(field)) {
    const holder = focusedElement();
    return refusal('intercepted', { by: holder === null ? 'nothing' : nameElement(holder), why: 'focus' });
  }
  if (request.action !== 'type') return null;
  if (editingHost(element) !== null) selectAllIn(element, request.append === true);
  else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select();
    if (request.append === true) getSelection()?.modify('move', 'forward', 'documentboundary');
  }
  if (!holdsFocus(field)) return refusal('intercepted', { by: 'another element', why: 'focus' });
  return null;
}

function selectAllIn(element: Element, atEnd: boolean): void {
  const selection = getSelection();
  if (selection === null) return;
  selection.selectAllChildren(element);
  if (atEnd) selection.collapseToEnd();
}

/** What has the focus now, with its number. */
export function focusHolder(): FocusHolder | null {
  const holder = focusedElement();
  return holder === null ? null : { element: numberOf(holder), described: describe(holder) };
}

/** Whether keys go to this very document, and not to a frame in it. */
export function takesKeys(): boolean {
  const holder = document.activeElement;
  return document.hasFocus() && !(holder instanceof HTMLIFrameElement);
}

/** Expects keys for what has the focus, if that still is what was printed as focused. */
export function prepareFocused(request: PrepareFocusedRequest): Prepared | PageRefusal {
  const holder = focusedElement();
  if (request.element !== undefined) {
    const expected = elementOf(request.element);
    if (holder !== expected || holder === null) {
      return refusal('changed_ref', {
        why: 'focus',
        is: holder === null ? null : describe(holder),
        ...(holder === null ? {} : { holderElement: numberOf(holder) }),
      });
    }
    const is = describeAsShown(holder, request.shown);
    if (request.shown !== undefined && !isSameMeaning(request.shown, is))
      return refusal('changed_ref', { was: request.shown, is });
  }
  if (request.settle !== undefined) settleArm(request.settle, holder);
  watchInvalid();
  armGuard(request.token, 'keys', holder, holder === null ? [] : [holder]);
  return {
    ok: true,
    kind: holder === null ? 'other' : kindOf(holder),
    described:
      holder === null
        ? { role: '', name: '', rowKey: '', inRun: false }
        : describeAsShown(holder, request.shown),
    ...(holder === null ? {} : { secret: isSecretField(holder) }),
  };
}
