/** The form that a control, or what stands in one, belongs to: its owner, wherever in the page that is. */
export function formOf(element: Element): HTMLFormElement | null {
  const control = element.closest('button, input, select, textarea');
  if (
    control instanceof HTMLButtonElement ||
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  )
    return control.form;
  return element.closest('form');
}
