import { shownName } from '#page/perception/describe.ts';
import { roleOf } from '#page/perception/role.ts';

export interface InvalidField {
  readonly field: string;
  readonly message: string;
}

let first: InvalidField | null = null;
let isListening = false;

/** Remembers the first field that the browser finds invalid from now on, which keeps its form from being sent. */
export function watchInvalid(): void {
  first = null;
  if (isListening) return;
  isListening = true;
  window.addEventListener('invalid', onInvalid, true);
}

function onInvalid(event: Event): void {
  const field = event.target;
  if (first !== null || !(field instanceof Element)) return;
  const name = shownName(field, roleOf(field));
  first = {
    field: name === '' ? field.localName : name,
    message: (field as HTMLInputElement).validationMessage ?? '',
  };
}

export function firstInvalid(): InvalidField | null {
  return first;
}
