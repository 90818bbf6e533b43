import { elementOf } from '#page/perception/element-table.ts';
import { markSecret, placeSecret, repeatsSecret } from '#page/perception/secret-marks.ts';
import type { SecretInsert, SecretKind, SecretRefusal, SecretReply, SecretTarget } from '#page/wire.ts';
import { describeCover } from './cover.ts';
import { everyElement } from './drawn-parts.ts';
import { insertGuarded, nameElement } from './guard-state.ts';
import { belongs, hitAt, targetOf, visibleBox } from './hit-test.ts';
import { documentName, strangerAmong } from './login-place.ts';

/** What is smaller is no field for a person. */
const LEAST_SIDE_PX = 8;

const TYPES: Readonly<Record<SecretKind, ReadonlySet<string>>> = {
  username: new Set(['text', 'email', 'tel', 'number', 'search', 'url']),
  password: new Set(['password']),
  code: new Set(['text', 'tel', 'number', 'password']),
};

function refused(why: SecretRefusal, what?: string): SecretReply {
  return what === undefined ? { ok: false, why } : { ok: false, why, what };
}

/** Whether a secret may go into a field now. Touches nothing, so that it can be asked inside an event. */
export function checkSecretTarget(target: SecretTarget): SecretReply {
  if (target.document !== documentName) return refused('document');
  const element = elementOf(target.element);
  if (element === undefined) return refused('gone');
  if (self.origin !== target.origin) return refused('origin', self.origin);
  const stranger = strangerAmong([element], target.allowed);
  if (stranger !== undefined) return refused(stranger.why, stranger.what);
  if (!(element instanceof HTMLInputElement) || !TYPES[target.kind].has(element.type))
    return refused('kind', element instanceof HTMLInputElement ? element.type : element.localName);
  return checkReach(element);
}

/** Whether the forms of fields that hold secrets, and of what sends them, still lead where they may. */
export function standsForSecrets(targets: readonly SecretTarget[], sender: Element): boolean {
  return targets.every((target) => {
    const element = elementOf(target.element);
    if (target.document !== documentName || self.origin !== target.origin) return false;
    const fields = element === undefined ? [sender] : [element, sender];
    return strangerAmong(fields, target.allowed) === undefined;
  });
}

/** As `standsForSecrets`, with what stands against it. */
export function checkSecretForms(targets: readonly SecretTarget[], sender: number | undefined): SecretReply {
  const sending = sender === undefined ? undefined : elementOf(sender);
  for (const target of targets) {
    if (target.document !== documentName) return refused('document');
    if (self.origin !== target.origin) return refused('origin', self.origin);
    const fields = [elementOf(target.element), sending].filter((field) => field !== undefined);
    const stranger = strangerAmong(fields, target.allowed);
    if (stranger !== undefined) return refused(stranger.why, stranger.what);
  }
  return { ok: true };
}

function checkReach(element: HTMLInputElement): SecretReply {
  if (element.disabled || element.readOnly) return refused('disabled');
  if (
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })
  )
    return refused('hidden');
  const box = visibleBox(element);
  if (box === null) return refused('hidden');
  if (box.width < LEAST_SIDE_PX || box.height < LEAST_SIDE_PX) return refused('small');
  const target = targetOf(element);
  const root = element.getRootNode();
  for (const part of [0.5, 0.15, 0.3]) {
    const hit = hitAt(root, { x: box.left + box.width * part, y: box.top + box.height / 2 });
    if (hit === null || !belongs(hit, target))
      return hit === null
        ? refused('covered', 'nothing')
        : { ok: false, why: 'covered', what: nameElement(hit), cover: describeCover(hit, element) };
  }
  return { ok: true };
}

/**
 * Puts a secret into a field, if all that must hold does: it is looked at in the very task of the insertion,
 * after the page's own handlers of the focus and before any other of its code can run.
 */
export function insertSecret(request: SecretInsert): SecretReply {
  if (request.document !== documentName) return refused('document');
  const element = elementOf(request.element);
  if (element === undefined) return refused('gone');
  if (!(element instanceof HTMLInputElement)) return refused('kind', element.localName);
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (!isReachable(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (!hasFocus(element)) element.focus({ preventScroll: true });
  const wrong = checkSecretTarget(request);
  if (!wrong.ok) return wrong;
  element.select();
  if (!hasFocus(element)) return refused('focus');
  placeSecret(request.value, request.shownAs);
  markSecret(element, request.shownAs);
  const before = snapshotOfControls();
  const changes = new MutationObserver(() => {});
  changes.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  let refusal: SecretReply | undefined;
  insertGuarded(request.value, () => {
    const now = hasFocus(element) ? checkSecretTarget(request) : refused('focus');
    if (!now.ok) refusal = now;
    return now.ok;
  });
  markMirrors(changes.takeRecords(), before, element, request.shownAs);
  changes.disconnect();
  if (refusal !== undefined) return refusal;
  const isFilled = element.value !== '';
  if (!isHeld(element, request)) return { ok: false, why: 'not-held', isFilled };
  // Pages that look at a field when a key comes up are told of one that has no name.
  element.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, composed: true, key: 'Unidentified' }));
  return { ok: true };
}

function isReachable(element: HTMLInputElement): boolean {
  const box = visibleBox(element);
  if (box === null) return false;
  const hit = hitAt(element.getRootNode(), { x: box.left + box.width / 2, y: box.top + box.height / 2 });
  return hit !== null && belongs(hit, targetOf(element));
}

function hasFocus(element: Element): boolean {
  const root = element.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}

/** A page may write a name or a code its own way; a password is held as it is. */
function isHeld(element: HTMLInputElement, { kind, value }: SecretInsert): boolean {
  if (element.value === value) return true;
  if (kind === 'password') return false;
  // A page that takes a digit may have moved it on, or taken the whole step away.
  if (kind === 'code') return true;
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return plain(element.value) === plain(value);
}

function snapshotOfControls(): ReadonlyMap<Element, string> {
  const held = new Map<Element, string>();
  for (const element of everyElement(document))
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      held.set(element, element.value);
  return held;
}

/** Whatever the page wrote while it took the secret may be made of it. */
function markMirrors(
  records: readonly MutationRecord[],
  before: ReadonlyMap<Element, string>,
  field: Element,
  shownAs: string,
): void {
  for (const [control, held] of before) {
    if (control === field || !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement))
      continue;
    if (control.value !== '' && control.value !== held) markSecret(control, shownAs);
  }
  for (const { target, type, addedNodes, attributeName } of records) {
    if (type === 'characterData' && target.parentElement !== null) markSecret(target.parentElement, shownAs);
    if (type === 'childList')
      for (const added of addedNodes) {
        if (added instanceof Text && target instanceof Element && added.data.trim() !== '')
          markSecret(target, shownAs);
        else if (added instanceof Element && isWritten(added)) markSecret(added, shownAs);
      }
    if (type === 'attributes' && target instanceof Element && target !== field && attributeName !== null) {
      if (repeatsSecret(target.getAttribute(attributeName) ?? '')) markSecret(target, shownAs);
    }
  }
}

/** A short piece of text, and not a part of the page that came by itself. */
function isWritten(added: Element): boolean {
  const text = (added.textContent ?? '').trim();
  return text !== '' && text.length <= 200 && added.querySelector('input, button, select, a') === null;
}

/** Empties a field that a secret must not stay in. */
export function clearSecret(number: number): void {
  const element = elementOf(number);
  if (element instanceof HTMLInputElement) {
    element.value = '';
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
