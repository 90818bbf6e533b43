import { Digest } from './digest.ts';
import { elementOf } from './element-table.ts';

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
  const digest = new Digest();
  digest.add((region.textContent ?? '').slice(0, MOST_CHARACTERS));
  for (const control of region.querySelectorAll<HTMLInputElement>('input, textarea, select, button')) {
    digest.add(control.type);
    digest.add(control.value);
    if (control.type === 'checkbox' || control.type === 'radio') digest.add(String(control.checked));
  }
  for (const at of [element, region])
    for (const name of ['href', 'action', 'formaction', 'method', 'target'])
      digest.add(at.getAttribute(name) ?? '');
  return digest.text();
}
