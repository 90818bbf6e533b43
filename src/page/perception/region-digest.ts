import { Digest } from './digest.ts';
import { elementOf } from './element-table.ts';
import { formOf } from './form-of.ts';

const REGION =
  'form, dialog, [role=dialog], [role=alertdialog], tr, [role=row], li, article, fieldset, section';
const MOST_CHARACTERS = 100_000;

/**
 * A digest of the form, dialog or row around an element: its text, what its controls hold, and where it leads.
 * `null` when the element is gone. It cannot be turned back into what it was made of.
 */
export function regionDigest(number: number): string | null {
  const element = elementOf(number);
  if (!element?.isConnected) return null;
  const region = element.closest(REGION) ?? element.parentElement ?? element;
  const form = formOf(element);
  const digest = new Digest();
  for (const part of new Set([region, ...(form === null ? [] : [form])])) {
    digest.add((part.textContent ?? '').slice(0, MOST_CHARACTERS));
    for (const control of part.querySelectorAll('input, textarea, select, button'))
      addControl(control, digest);
  }
  // Controls that belong to the form from elsewhere in the page are sent with it.
  for (const control of form?.elements ?? []) addControl(control, digest);
  for (const at of [element, region, form])
    for (const name of ['href', 'action', 'formaction', 'method', 'target'])
      digest.add(at?.getAttribute(name) ?? '');
  return digest.text();
}

function addControl(control: Element, digest: Digest): void {
  if (control instanceof HTMLSelectElement)
    for (const option of control.selectedOptions) digest.add(option.value);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  digest.add(control.type);
  digest.add(control.value);
  if (control instanceof HTMLInputElement) digest.add(String(control.checked));
}
