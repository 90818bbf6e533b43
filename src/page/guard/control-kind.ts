import type { ControlKind } from '#page/wire.ts';

const TEXT_TYPES = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number']);
const SETTER_TYPES = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);

/** The editing host an element is in, when it is editable as rich text. */
export function editingHost(element: Element): HTMLElement | null {
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return null;
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** How a control takes a value. */
export function kindOf(element: Element): ControlKind {
  if (element instanceof HTMLTextAreaElement) return 'text';
  if (element instanceof HTMLSelectElement) return 'select';
  if (element instanceof HTMLInputElement) {
    if (TEXT_TYPES.has(element.type)) return 'text';
    if (SETTER_TYPES.has(element.type)) return 'setter';
    if (element.type === 'checkbox' || element.type === 'radio') return 'checkable';
    return element.type === 'file' ? 'file' : 'other';
  }
  if (editingHost(element) !== null) return 'editable';
  const role = element.getAttribute('role') ?? '';
  if (STEPPED_ROLES.test(role)) return 'stepped';
  return CHECKABLE_ROLES.test(role) ? 'checkable' : 'other';
}

const STEPPED_ROLES = /^(slider|spinbutton)$/;

const CHECKABLE_ROLES = /^(checkbox|switch|radio|menuitemcheckbox|menuitemradio)$/;

/** The field inside a widget that takes text, for a ref of the widget around it. */
export function fieldIn(element: Element): Element {
  if (kindOf(element) !== 'other') return element;
  const fields = element.querySelectorAll('input:not([type=hidden]),textarea,[contenteditable=true]');
  const first = fields[0];
  return fields.length === 1 && first !== undefined ? first : element;
}

export function isRadio(element: Element): boolean {
  if (element instanceof HTMLInputElement) return element.type === 'radio';
  return /radio$/.test(element.getAttribute('role') ?? '');
}

/** Whether a control is checked; `undefined` when it is none that can be. */
export function checkedOf(element: Element): boolean | 'mixed' | undefined {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
    return element.indeterminate ? 'mixed' : element.checked;
  }
  if (kindOf(element) !== 'checkable') return undefined;
  const state = element.getAttribute('aria-checked');
  return state === 'mixed' ? 'mixed' : state === 'true';
}

/** What a text-like control holds. */
export function heldText(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? '';
  return element instanceof HTMLElement ? element.innerText.replace(/\n$/, '') : (element.textContent ?? '');
}
