import { describe } from '#page/perception/describe.ts';
import { elementOf } from '#page/perception/element-table.ts';
import { isSecretField } from '#page/perception/value.ts';
import type { FieldHeld, ReadBackRequest } from '#page/wire.ts';
import { checkedOf, fieldIn, heldText, kindOf } from './control-kind.ts';
import { firstInvalid } from './invalid-fields.ts';

let before: { readonly element: Element; readonly held: string } | null = null;

/** Keeps, in this world, what a field holds before it is written into. */
export function noteHeld(element: Element): void {
  before = { element, held: heldText(element) };
}

/** What a control holds after an action. A secret is compared here and never handed out. */
export function readBack(request: ReadBackRequest): FieldHeld {
  const invalid = firstInvalid();
  const shown = elementOf(request.element);
  if (shown === undefined) {
    return { alive: false, secret: false, focused: false, ...(invalid === null ? {} : { invalid }) };
  }
  const element = fieldIn(shown);
  const kind = kindOf(element);
  const hasValue = kind === 'text' || kind === 'editable' || kind === 'setter' || kind === 'select';
  const secret = isSecretField(element);
  const checked = checkedOf(element);
  const held = hasValue ? heldText(element) : undefined;
  const root = element.getRootNode();
  return {
    alive: true,
    secret,
    ...(held === undefined || secret ? {} : { value: held }),
    ...(checked === undefined ? {} : { checked }),
    ...(element instanceof HTMLSelectElement
      ? { selected: [...element.selectedOptions].map((option) => option.label) }
      : {}),
    ...(request.expected === undefined || held === undefined
      ? {}
      : { matches: isHeld(held, request.expected, element) }),
    ...(held !== undefined && before?.element === element && before.held === held && held !== request.expected
      ? { isAsBefore: true }
      : {}),
    focused: (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element,
    described: describe(shown),
    ...(invalid === null ? {} : { invalid }),
  };
}

function isHeld(held: string, expected: string, element: Element): boolean {
  if (held === expected) return true;
  if (element instanceof HTMLTextAreaElement) return held === expected.replaceAll('\r\n', '\n');
  if (element instanceof HTMLInputElement) {
    if (element.type === 'color') return held === expected.toLowerCase();
    if (element.type === 'number' || element.type === 'range')
      return held !== '' && Number(held) === Number(expected);
    if (/^(time|datetime-local)$/.test(element.type)) return sameClock(held, expected);
    if (element.type === 'email' || element.type === 'url') return held === expected.trim();
    return false;
  }
  const flat = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim();
  return flat(held) === flat(expected);
}

function sameClock(held: string, expected: string): boolean {
  const bare = (text: string) => text.replace(' ', 'T').replace(/(:\d\d):00(\.0+)?$/, '$1');
  return bare(held) === bare(expected);
}
