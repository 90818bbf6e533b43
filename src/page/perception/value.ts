import { wasPassword } from './ever-password.ts';
import { isHiddenItself } from './hidden.ts';
import { isInline } from './inline.ts';
import { repeatsSecret, secretMarkOf } from './secret-marks.ts';
import { dropInvisible, shorten, visibleLine } from './visible-text.ts';

/** A value as it is printed; `isMasked` when it is secret-bearing and stays in the page. */
export interface Value {
  readonly text: string | null;
  readonly isMasked: boolean;
}

/** Most characters of a value that is only said, not held: it is no longer than a name. */
const SPOKEN_LIMIT = 200;

const NO_VALUE: Value = { text: null, isMasked: false };
const MASKED: Value = { text: null, isMasked: true };
const SECRET_AUTOCOMPLETE = /\b(?:current-password|new-password|one-time-code|cc-[a-z-]+)\b/;

const everSecret = new WeakSet<Element>();

/** Whether what the control holds must not leave the page: once it was secret it stays so. */
export function isSecretField(element: Element): boolean {
  if (everSecret.has(element) || secretMarkOf(element) !== undefined) return true;
  const isSecret =
    (element instanceof HTMLInputElement && (element.type === 'password' || wasPassword(element))) ||
    isCodeField(element) ||
    SECRET_AUTOCOMPLETE.test((element.getAttribute('autocomplete') ?? '').toLowerCase()) ||
    isDisguised(element);
  if (isSecret) everSecret.add(element);
  return isSecret;
}

const CODE_FIELD =
  /\b(otp|totp|mfa|2fa|one.?time.?(code|password)|(verification|security|authenticat\w*|sms).?code|c[oó]digo de (verifica|seguran)\w*|codice di verifica|best[aä]tigungscode|code de v[eé]rification)\b/i;

/** A field for a one-time code, by what it is called; or one of several boxes for its digits. */
function isCodeField(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || !CODE_TYPES.has(element.type)) return false;
  const words = [element.name, element.id, element.placeholder, element.getAttribute('aria-label') ?? '']
    .join(' ')
    .replace(/[_-]/g, ' ');
  return CODE_FIELD.test(words) || (element.maxLength === 1 && isOneOfBoxes(element));
}

const CODE_TYPES = new Set(['text', 'tel', 'number']);

function isOneOfBoxes(box: HTMLInputElement): boolean {
  const around = box.parentElement?.parentElement ?? box.parentElement;
  return around !== null && around.querySelectorAll('input[maxlength="1"]').length >= 4;
}

function isDisguised(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    (element.localName === 'input' || element.localName === 'textarea') &&
    element.hasAttribute('style') &&
    /text-security/.test(element.getAttribute('style') ?? '')
  );
}

/** What a control holds, for use in a name; secret fields count for nothing. */
export function plainValue(element: Element): string {
  if (isSecretField(element)) return '';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((o) => o.label).join(' ');
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement)
    return String(element.value);
  return element.textContent ?? '';
}

function exact(text: string): Value {
  return text === '' ? NO_VALUE : { text: dropInvisible(text, '\n\t'), isMasked: false };
}

/** The value that is printed beside a control: what it holds now, exactly. */
export function shownValue(element: Element, role: string): Value {
  const mark = secretMarkOf(element);
  if (mark !== undefined) return { text: mark, isMasked: false };
  const value = heldValue(element, role);
  return value.text !== null && repeatsSecret(value.text) ? MASKED : value;
}

function heldValue(element: Element, role: string): Value {
  if (element instanceof HTMLInputElement) return inputValue(element, role);
  if (element instanceof HTMLTextAreaElement) {
    if (isSecretField(element)) return element.value ? MASKED : NO_VALUE;
    return exact(element.value);
  }
  if (element instanceof HTMLSelectElement) {
    if (element.multiple || element.size > 1) return NO_VALUE;
    return exact(visibleLine(element.selectedOptions[0]?.label ?? ''));
  }
  switch (role) {
    case 'slider':
    case 'spinbutton':
    case 'meter':
    case 'progressbar':
    case 'scrollbar':
      return rangeValue(element);
    case 'textbox':
    case 'searchbox':
      if (isSecretField(element)) return element.textContent ? MASKED : NO_VALUE;
      return exact(editedText(element));
    case 'combobox':
      return exact(comboboxValue(element));
    default:
      return NO_VALUE;
  }
}

function comboboxValue(box: Element): string {
  const inner = box.querySelector('input');
  if (inner && !isSecretField(inner) && inner.value) return inner.value;
  return visibleLine(chosenText(box));
}

/** Text of what is chosen in a box, without the words that name it and what is not drawn. */
function chosenText(part: Element): string {
  let text = '';
  for (const child of part.childNodes) {
    if (child instanceof Text) text += child.data;
    if (!(child instanceof Element) || child.localName === 'label' || isHiddenItself(child)) continue;
    text += isInline(child) ? chosenText(child) : ` ${chosenText(child)} `;
  }
  return text;
}

/** What is being edited, with its line breaks as drawn. */
function editedText(element: Element): string {
  if (!(element instanceof HTMLElement)) return element.textContent ?? '';
  const { innerText } = element;
  return innerText.replace(/\n$/, '');
}

function rangeValue(element: Element): Value {
  const spoken = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (spoken !== null) return exact(shorten(visibleLine(spoken), SPOKEN_LIMIT));
  if (element instanceof HTMLMeterElement) return exact(String(element.value));
  if (element instanceof HTMLProgressElement)
    return element.position < 0 ? NO_VALUE : exact(`${element.value}/${element.max}`);
  return NO_VALUE;
}

function inputValue(input: HTMLInputElement, role: string): Value {
  switch (input.type) {
    case 'button':
    case 'submit':
    case 'reset':
    case 'image':
    case 'checkbox':
    case 'radio':
    case 'hidden':
      return NO_VALUE;
    case 'file':
      return exact([...(input.files ?? [])].map((file) => visibleLine(file.name)).join(', '));
    default:
      if (isSecretField(input)) return input.value ? MASKED : NO_VALUE;
      return role === 'button' && input.type !== 'color' ? NO_VALUE : exact(input.value);
  }
}
