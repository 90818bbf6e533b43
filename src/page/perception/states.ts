import { WIDGETS } from './role-sets.ts';

const CHECKABLE = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'treeitem',
]);
const EXPANDABLE = /^(?:true|false)$/;
const FIELD = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'listbox',
  'checkbox',
  'radio',
  'radiogroup',
  'file',
  'slider',
  'switch',
]);

const MAY_DISABLE = new Set([
  ...WIDGETS,
  'group',
  'radiogroup',
  'tablist',
  'toolbar',
  'menu',
  'menubar',
  'grid',
  'tree',
]);

/** The element that has the focus, down through open shadow roots. */
export function focusedElement(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === document.body || at === document.documentElement ? null : at;
}

/** States worth printing, in a fixed order, as words without spaces: `checked`, `level=2`, `current=step`. */
export function statesOf(element: Element, role: string, focused: Element | null): string[] {
  const states: string[] = [];
  if (role === 'heading') states.push(`level=${headingLevel(element)}`);
  else if (role === 'treeitem' && element.hasAttribute('aria-level'))
    states.push(`level=${Number(element.getAttribute('aria-level')) || 1}`);
  const isNative = /^(?:input|button|select|textarea|option|optgroup|fieldset|summary|details|dialog)$/.test(
    element.localName,
  );
  if (element.hasAttributes() || isNative) addOwn(element, role, states);
  if (element === focused) states.push('focused');
  return states;
}

function addOwn(element: Element, role: string, states: string[]): void {
  const aria = (name: string) => element.getAttribute(`aria-${name}`)?.toLowerCase() ?? null;
  if (CHECKABLE.has(role)) {
    const checked = checkedState(element, aria('checked'));
    if (checked) states.push(checked);
  }
  if (aria('selected') === 'true' || (element instanceof HTMLOptionElement && element.selected))
    states.push('selected');
  const expanded = expandedState(element, aria('expanded'));
  if (expanded) states.push(expanded);
  const pressed = aria('pressed');
  if (pressed === 'true') states.push('pressed');
  else if (pressed === 'mixed') states.push('pressed=mixed');
  if ((MAY_DISABLE.has(role) || element.localName === 'fieldset') && isDisabled(element))
    states.push('disabled');
  if (FIELD.has(role)) {
    if (aria('readonly') === 'true' || isReadonly(element)) states.push('readonly');
    if (aria('required') === 'true' || element.hasAttribute('required')) states.push('required');
    if (isInvalid(element, aria('invalid'))) states.push('invalid');
  } else if (aria('invalid') === 'true') states.push('invalid');
  const current = aria('current');
  if (current && current !== 'false')
    states.push(current === 'true' || current === 'page' ? 'current' : `current=${word(current)}`);
  if (aria('busy') === 'true') states.push('busy');
  if (element instanceof HTMLDialogElement ? element.matches(':modal') : aria('modal') === 'true')
    states.push('modal');
}

const word = (text: string) => text.replace(/[^a-z]/g, '').slice(0, 10);

export function headingLevel(element: Element): number {
  const given = Number.parseInt(element.getAttribute('aria-level') ?? '', 10);
  if (given > 0) return given;
  const own = /^h([1-6])$/.exec(element.localName);
  return own ? Number(own[1]) : 2;
}

function checkedState(element: Element, aria: string | null): string | null {
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    if (element.indeterminate) return 'checked=mixed';
    return element.checked ? 'checked' : null;
  }
  if (aria === 'mixed') return 'checked=mixed';
  return aria === 'true' ? 'checked' : null;
}

function expandedState(element: Element, aria: string | null): string | null {
  if (aria !== null && EXPANDABLE.test(aria)) return aria === 'true' ? 'expanded' : 'collapsed';
  if (element.localName === 'summary' && element.parentElement?.localName === 'details')
    return element.parentElement.hasAttribute('open') ? 'expanded' : 'collapsed';
  const target = (element as HTMLButtonElement).popoverTargetElement;
  if (target instanceof Element) return target.matches(':popover-open') ? 'expanded' : 'collapsed';
  return null;
}

let mayInherit = true;

/** Looks once whether anything in the document disables what is inside it. */
export function resetStates(): void {
  mayInherit = document.querySelector('[inert],[aria-disabled=true]') !== null;
}

/** Disabled by itself, by a fieldset, or by `aria-disabled` or `inert` on something around it. */
export function isDisabled(element: Element): boolean {
  if (element.getAttribute('aria-disabled') === 'true') return true;
  if (NATIVE_DISABLED.test(element.localName) && element.matches(':disabled')) return true;
  if (!mayInherit && element.getRootNode() === document) return false;
  return element.closest('[inert],[aria-disabled=true]') !== null;
}

const NATIVE_DISABLED = /^(?:input|button|select|textarea|option|optgroup|fieldset)$|-/;

function isReadonly(element: Element): boolean {
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    element.readOnly &&
    element.hasAttribute('readonly')
  );
}

function isInvalid(element: Element, aria: string | null): boolean {
  if (aria !== null) return aria !== 'false' && aria !== '';
  return element.matches(':user-invalid');
}
