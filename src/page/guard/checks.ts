import { flatParent } from '#page/perception/flat-tree.ts';
import { isDisabled } from '#page/perception/states.ts';
import type { ControlKind, PageRefusal, PrepareRequest } from '#page/wire.ts';
import { checkedOf, editingHost, isRadio, kindOf } from './control-kind.ts';
import type { Target } from './hit-test.ts';

export function refusal(
  code: PageRefusal['code'],
  facts: Record<string, unknown> = {},
  passing = false,
): PageRefusal {
  return passing ? { ok: false, code, facts, passing } : { ok: false, code, facts };
}

/** Whether the control takes the action by its kind; otherwise which action it takes. */
export function checkKind(element: Element, kind: ControlKind, request: PrepareRequest): PageRefusal | null {
  const { action } = request;
  if (action === 'type' && !/^(text|editable|setter|stepped)$/.test(kind))
    return refusal('not_editable', { takes: kind });
  if (action === 'set' && kind !== 'setter') return refusal('not_editable', { takes: kind });
  if (action === 'select' && kind !== 'select') return refusal('not_editable', { takes: kind });
  if (action !== 'check') return null;
  if (checkedOf(element) === undefined) return refusal('not_editable', { takes: kind });
  if (isRadio(element) && request.checked === false) return refusal('not_editable', { takes: 'radio' });
  return null;
}

/** Disabled, or not to be changed. */
export function checkTakes(element: Element, target: Target, request: PrepareRequest): PageRefusal | null {
  const { action } = request;
  if (action === 'hover' || action === 'scroll') return null;
  if (isDisabled(element))
    return refusal('disabled', { why: whyDisabled(element) }, isAnimated(target.drawn));
  const writes = action === 'type' || action === 'set' || action === 'select' || action === 'check';
  if (writes && isReadonly(element, action)) return refusal('readonly');
  return null;
}

function whyDisabled(element: Element): string {
  if (element.closest('[inert]') !== null) return 'inert';
  if (element.matches(':disabled')) {
    return element.hasAttribute('disabled') ? 'disabled' : 'its fieldset is disabled';
  }
  return 'aria-disabled';
}

function isReadonly(element: Element, action: string): boolean {
  if (element.getAttribute('aria-readonly') === 'true') return true;
  if (action === 'check' || action === 'select') return false;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.readOnly;
  return kindOf(element) !== 'stepped' && editingHost(element) === null;
}

/** Whether a short animation runs on the element or around it, so that what is now will pass. */
export function isAnimated(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    const effect = animation.effect;
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null)
      return false;
    for (let at: Element | null = element; at !== null; at = flatParent(at)) {
      if (at === effect.target) return Number.isFinite(Number(effect.getComputedTiming().endTime));
    }
    return false;
  });
}

/** Whether an animation that may move the element runs on it or around it, endless ones too. */
export function mayMove(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    const effect = animation.effect;
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null)
      return false;
    if (!effect.getKeyframes().some((frame) => Object.keys(frame).some(isGeometry))) return false;
    for (let at: Element | null = element; at !== null; at = flatParent(at)) {
      if (at === effect.target) return true;
    }
    return false;
  });
}

const PAINT_ONLY =
  /^(offset|computedOffset|easing|composite|opacity|filter|visibility)$|color|background|shadow|outline/i;

function isGeometry(property: string): boolean {
  return !PAINT_ONLY.test(property);
}

/** Whether anything is drawn where a pointer could go. */
export function checkDrawn(target: Target): PageRefusal | null {
  const { drawn } = target;
  const isVisible = drawn.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const hasBox = [...drawn.getClientRects()].some((box) => box.width >= 1 && box.height >= 1);
  if (isVisible && hasBox) return null;
  return refusal('hidden', {}, isAnimated(drawn));
}
