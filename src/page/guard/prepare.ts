import { domVersion } from '#page/perception/dom-version.ts';
import { elementOf } from '#page/perception/element-table.ts';
import { shadowOf } from '#page/perception/flat-tree.ts';
import { isSecretField } from '#page/perception/value.ts';
import { settleArm } from '#page/settle/world-settle.ts';
import type { ControlKind, PageRefusal, Point, Prepared, PrepareRequest, Shown } from '#page/wire.ts';
import { checkDrawn, checkKind, checkTakes, isAnimated, mayMove, refusal } from './checks.ts';
import { checkedOf, fieldIn, heldText, kindOf } from './control-kind.ts';
import { describeCover } from './cover.ts';
import { folded, labelOf } from './drawn-parts.ts';
import { focusForTyping } from './focus.ts';
import { armCondition, armGuard, armMeaning, nameElement } from './guard-state.ts';
import { findHit, type Target, targetOf, visibleBox } from './hit-test.ts';
import { watchInvalid } from './invalid-fields.ts';
import { standsForSecrets } from './login-insert.ts';
import { asFieldWrites, notePicker } from './picker.ts';
import { noteHeld } from './read-back.ts';
import { describeAsShown, isSameMeaning } from './same-meaning.ts';
import { checkWritable } from './writable-value.ts';

interface Look {
  readonly element: Element;
  readonly kind: ControlKind;
  readonly described: Shown;
  readonly target: Target;
  readonly point: Point | null;
  readonly alreadySo: boolean;
}

const POINTED = new Set(['click', 'check', 'hover', 'drag']);
const KEYED = new Set(['type', 'set', 'press']);

/**
 * Looks whether an action may be sent to an element, and arms the guard for it in the same task.
 *
 * The page cannot run between the last look and the arming. What must be waited for (an element that was
 * moved, or moves) is waited for before that.
 */
export async function prepare(request: PrepareRequest): Promise<Prepared | PageRefusal> {
  const hasChanged = hasChangedSince(request.seenVersion);
  let look = lookAt(request);
  if ('code' in look) return look;
  if (needsPointer(request) && (request.watch === true || mayMove(look.target.drawn))) {
    const moved = await isMoving(look.target.drawn);
    if (moved) return refusal('moving', {}, true);
    look = lookAt(request);
    if ('code' in look) return look;
  }
  const reply = arm(request, look);
  return reply.ok && hasChanged ? { ...reply, hasChanged } : reply;
}

let versionAtEnd = 0;

/** Takes note that an action is over: what changes from now on, nobody has been told of. */
export function noteEnd(): void {
  versionAtEnd = domVersion();
}

function hasChangedSince(seenVersion: number | undefined): boolean {
  return seenVersion !== undefined && domVersion() > Math.max(seenVersion, versionAtEnd);
}

function needsPointer(request: PrepareRequest): boolean {
  return request.action !== 'press' && request.action !== 'scroll';
}

function lookAt(request: PrepareRequest): Look | PageRefusal {
  const shownElement = elementOf(request.element);
  if (shownElement === undefined) return refusal('detached_ref');
  const described = describeAsShown(shownElement, request.shown);
  if (request.shown !== undefined && !isSameMeaning(request.shown, described))
    return refusal('changed_ref', { was: request.shown, is: described });
  if (request.label !== undefined && folded(labelOf(shownElement)) !== folded(request.label))
    return refusal('changed_ref', {
      was: { ...described, name: request.label },
      is: { ...described, name: labelOf(shownElement) },
    });
  const isTyping = request.action === 'type' || request.action === 'set';
  const element = isTyping ? fieldIn(shownElement) : shownElement;
  const kind = kindOf(element);
  const target = targetOf(element);
  const wrong =
    checkKind(element, kind, request) ??
    checkTakes(element, target, request) ??
    checkWritable(element, kind, request);
  if (wrong !== null) return wrong;
  const alreadySo = request.action === 'check' && checkedOf(element) === (request.checked ?? true);
  if (alreadySo || !needsPointer(request))
    return { element, kind, described, target, point: null, alreadySo };
  const reached = reach(target);
  if ('code' in reached) return reached;
  return { element, kind, described, target, point: reached, alreadySo };
}

/** The place to press, after scrolling there if it must be. */
function reach(target: Target): Point | PageRefusal {
  const hidden = checkDrawn(target);
  if (hidden !== null) return hidden;
  const { drawn } = target;
  let box = visibleBox(drawn);
  let found = box === null ? null : findHit(target, box);
  if (found === null || found.cover !== null) {
    drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    box = visibleBox(drawn);
    if (box === null) return refusal('hidden', { why: 'it cannot be scrolled into view' }, isAnimated(drawn));
    found = findHit(target, box);
  }
  if (found.cover === null) return found.point;
  if (getComputedStyle(drawn).pointerEvents === 'none') {
    return refusal('disabled', { why: 'it takes no pointer (pointer-events: none)' });
  }
  if (found.cover.contains(drawn))
    return refusal('hidden', { why: `clipped by ${nameElement(found.cover)}` });
  const passing = isAnimated(found.cover) || isAnimated(drawn);
  return refusal('covered', describeCover(found.cover, drawn), passing);
}

async function isMoving(element: Element): Promise<boolean> {
  const before = element.getBoundingClientRect();
  await nextFrame();
  await nextFrame();
  const after = element.getBoundingClientRect();
  return (
    Math.abs(before.left - after.left) >= 1 ||
    Math.abs(before.top - after.top) >= 1 ||
    Math.abs(before.width - after.width) >= 1 ||
    Math.abs(before.height - after.height) >= 1
  );
}

export async function nextFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function arm(request: PrepareRequest, look: Look): Prepared | PageRefusal {
  const { element, kind, described, target, alreadySo } = look;
  const empty = kind === 'text' || kind === 'editable' ? heldText(element) === '' : false;
  if (!alreadySo) {
    if (request.settle !== undefined) settleArm(request.settle, target.drawn);
    watchInvalid();
    if (POINTED.has(request.action)) {
      armGuard(request.token, 'pointer', element, target.accepted);
    } else if (request.action === 'press' || (request.action === 'type' && kind !== 'setter')) {
      if (request.text !== undefined) {
        notePicker(element, request.text);
        noteHeld(element);
      }
      const taken = focusForTyping(element, request);
      if (taken !== null) return taken;
      armGuard(request.token, 'keys', element, [element]);
    }
    const { secrets, shown } = request;
    const shownElement = elementOf(request.element);
    if (shown !== undefined && shownElement !== undefined)
      armMeaning(request.token, () => isSameMeaning(shown, describeAsShown(shownElement, shown)));
    if (secrets !== undefined) armCondition(request.token, () => standsForSecrets(secrets, element));
  }
  const limit = maxLengthOf(element);
  const written = request.text === undefined ? undefined : asFieldWrites(element, request.text);
  return {
    ok: true,
    kind,
    described,
    ...(look.point === null ? {} : { point: look.point }),
    ...(alreadySo ? { alreadySo } : {}),
    ...(limit === undefined ? {} : { maxLength: limit }),
    ...(empty ? { empty } : {}),
    ...(written === undefined || written === request.text ? {} : { written }),
    ...(KEYED.has(request.action) ? { secret: isSecretField(element) } : {}),
  };
}

function maxLengthOf(element: Element): number | undefined {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.maxLength >= 0 ? element.maxLength : undefined;
}

/** What a press at a point of this document would hit, for a frame that lies in it. */
export function frameHit(point: Point): PageRefusal | { readonly ok: true } {
  const hit = document.elementFromPoint(point.x, point.y);
  let at = hit;
  for (let root = at && shadowOf(at); root; root = at && shadowOf(at)) {
    const inner: Element | null = root.elementFromPoint(point.x, point.y);
    if (inner === null || inner === at) break;
    at = inner;
  }
  if (at instanceof HTMLIFrameElement || at instanceof HTMLFrameElement || at instanceof HTMLObjectElement)
    return { ok: true };
  if (hit === null) return refusal('hidden', { why: 'its frame is outside the visible part' });
  return refusal('covered', describeCover(hit, document.createElement('i')), isAnimated(hit));
}
