import { hasSeenShadow, shadowOf } from './flat-tree.ts';
import { WIDGETS } from './role-sets.ts';
import { untilChanged } from './until-changed.ts';

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

/** The element that has the focus, down through shadow roots that are open or known. */
export function focusedElement(): Element | null {
  let at = document.activeElement;
  for (let inner = at; inner; inner = shadowOf(inner)?.activeElement ?? null) at = inner;
  return at === document.body || at === document.documentElement ? null : at;
}

/** States worth printing, in a fixed order, as words without spaces: `checked`, `level=2`, `current=step`. */
export function statesOf(element: Element, role: string, focused: Element | null): string[] {
  const states: string[] = [];
  if (role === 'heading') states.push(`level=${headingLevel(element)}`);
  else if (role === 'treeitem' && element.hasAttribute('aria-level'))
    states.push(`level=${Number(element.getAttribute('aria-level')) || 1}`);
  const hasOwn = HAS_OWN_STATES.has(element.localName);
  if (hasOwn || (element.hasAttributes() && maySay(element))) addOwn(element, role, states);
  else if (element.hasAttributes() && MAY_DISABLE.has(role) && isDisabled(element)) states.push('disabled');
  if (element === focused) states.push('focused');
  return states;
}

/** Whether an attribute of it may say a state: most have none, and asking for each by name costs more. */
function maySay(element: Element): boolean {
  for (const name of element.getAttributeNames())
    if (name.startsWith('aria-') || name === 'required') return true;
  return element.localName.includes('-');
}

function addOwn(element: Element, role: string, states: string[]): void {
  if (CHECKABLE.has(role)) {
    const checked = checkedState(element, lower(element.getAttribute('aria-checked')));
    if (checked) states.push(checked);
  }
  if (
    lower(element.getAttribute('aria-selected')) === 'true' ||
    (element instanceof HTMLOptionElement && element.selected)
  )
    states.push('selected');
  const expanded = expandedState(element, lower(element.getAttribute('aria-expanded')));
  if (expanded) states.push(expanded);
  const pressed = lower(element.getAttribute('aria-pressed'));
  if (pressed === 'true') states.push('pressed');
  else if (pressed === 'mixed') states.push('pressed=mixed');
  if ((MAY_DISABLE.has(role) || element.localName === 'fieldset') && isDisabled(element))
    states.push('disabled');
  const invalid = lower(element.getAttribute('aria-invalid'));
  if (FIELD.has(role)) {
    // A box to choose from is often an input that takes no text: what it holds can be changed all the same.
    if (
      lower(element.getAttribute('aria-readonly')) === 'true' ||
      (role !== 'combobox' && isReadonly(element))
    )
      states.push('readonly');
    if (lower(element.getAttribute('aria-required')) === 'true' || element.hasAttribute('required'))
      states.push('required');
    if (isInvalid(element, invalid)) states.push('invalid');
  } else if (invalid === 'true') states.push('invalid');
  const current = lower(element.getAttribute('aria-current'));
  if (current && current !== 'false')
    states.push(current === 'true' || current === 'page' ? 'current' : `current=${word(current)}`);
  if (lower(element.getAttribute('aria-busy')) === 'true') states.push('busy');
  if (
    element.localName === 'dialog'
      ? element.matches(':modal')
      : lower(element.getAttribute('aria-modal')) === 'true'
  )
    states.push('modal');
}

const lower = (text: string | null) => (text === null ? null : text.toLowerCase());
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
  if (!element.hasAttribute('popovertarget')) return null;
  const target = (element as HTMLButtonElement).popoverTargetElement;
  if (target instanceof Element) return target.matches(':popover-open') ? 'expanded' : 'collapsed';
  return null;
}

/** Tags that may have a state without an attribute. */
const HAS_OWN_STATES = new Set(
  'input button select textarea option optgroup fieldset summary details dialog'.split(' '),
);

let mayInherit = true;
const disablesSome = untilChanged(
  (root: Document) => root.querySelector('[inert],[aria-disabled=true]') !== null,
);

/** Looks once whether anything in the document disables what is inside it. */
export function resetStates(): void {
  mayInherit = disablesSome(document);
}

/** Disabled by itself, by a fieldset, or by `aria-disabled` or `inert` on something around it. */
export function isDisabled(element: Element): boolean {
  if (element.getAttribute('aria-disabled') === 'true') return true;
  if (NATIVE_DISABLED.test(element.localName) && element.matches(':disabled')) return true;
  if (!mayInherit && (!hasSeenShadow() || element.getRootNode() === document)) return false;
  return element.closest('[inert],[aria-disabled=true]') !== null;
}

const NATIVE_DISABLED = /^(?:input|button|select|textarea|option|optgroup|fieldset)$|-/;

/** Kinds of `input` to which `readonly` does not apply. */
const NEVER_READONLY = /^(?:checkbox|radio|range|color|file|button|submit|reset|image)$/;

function isReadonly(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return element.readOnly;
  return element instanceof HTMLInputElement && element.readOnly && !NEVER_READONLY.test(element.type);
}

function isInvalid(element: Element, aria: string | null): boolean {
  if (aria !== null) return aria !== 'false' && aria !== '';
  return element.matches(':user-invalid');
}
