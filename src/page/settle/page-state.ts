import { focusedElement } from '#page/perception/states.ts';
import { shadowRootsIn } from './change-counter.ts';

/** What can change on a page without a change of its document. */
export interface PageState {
  readonly controls: number;
  readonly open: number;
  readonly focused: Element | null;
  readonly scrolled: string;
}

function mix(hash: number, text: string): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 16_777_619);
  return Math.imul(mixed ^ 31, 16_777_619);
}

function hashControls(root: Document | ShadowRoot, start: number): number {
  let hash = start;
  for (const control of root.querySelectorAll('input,textarea,select')) {
    if (control instanceof HTMLSelectElement) {
      for (const option of control.selectedOptions) hash = mix(hash, `${option.index}`);
      hash = mix(hash, ';');
    } else if (control instanceof HTMLInputElement) {
      hash = mix(hash, `${control.value}${control.checked}${control.indeterminate}`);
    } else if (control instanceof HTMLTextAreaElement) hash = mix(hash, control.value);
  }
  for (const inner of shadowRootsIn(root)) hash = hashControls(inner, hash);
  return hash;
}

/** Reads values, choices, open popovers, focus and scroll position, to be compared later. */
export function readPageState(): PageState {
  return {
    controls: hashControls(document, 0x811c9dc5),
    open: document.querySelectorAll(':popover-open,:modal,:fullscreen').length,
    focused: focusedElement(),
    scrolled: `${Math.round(scrollX)},${Math.round(scrollY)}`,
  };
}

/**
 * Whether anything of it is another now. That the focus was lost, or went to what was pressed, does not count,
 * unless it can be written into.
 */
export function isOtherState(before: PageState, after: PageState, actedOn: Element | null): boolean {
  return (
    before.controls !== after.controls ||
    before.open !== after.open ||
    before.scrolled !== after.scrolled ||
    (after.focused !== before.focused && isNewFocus(after.focused, actedOn))
  );
}

function isNewFocus(focused: Element | null, actedOn: Element | null): boolean {
  if (focused === null) return false;
  const isPressed = actedOn !== null && (focused.contains(actedOn) || actedOn.contains(focused));
  return (
    !isPressed || focused.matches('textarea,select,[contenteditable],input:not([type=button],[type=submit])')
  );
}
