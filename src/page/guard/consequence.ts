import { elementOf } from '#page/perception/element-table.ts';
import type { Consequence } from '#page/wire.ts';

const SUBMITTING_TYPES = new Set(['submit', 'image']);
const ONE_LINE_FIELDS = new Set([
  'text',
  'search',
  'url',
  'tel',
  'email',
  'password',
  'date',
  'month',
  'week',
  'time',
  'datetime-local',
  'number',
]);

/**
 * What a click on an element, or Enter in it, leads to, as far as the element tells. Touches nothing.
 *
 * @returns null when the element is gone.
 */
export function consequence(number: number, trigger: 'click' | 'enter'): Consequence | null {
  const element = elementOf(number);
  if (!element?.isConnected) return null;
  const link = closest(element, 'a[href], area[href]');
  if (link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement) {
    if (isSamePlace(link.href)) return { kind: 'other' };
    return { kind: link.hasAttribute('download') ? 'download' : 'link', destination: link.href };
  }
  const submitter = submitterOf(element, trigger);
  if (!submitter) return { kind: 'other' };
  return { kind: 'submit', destination: submitter };
}

/** The address that the form of a submitting element is sent to. */
function submitterOf(element: Element, trigger: 'click' | 'enter'): string | undefined {
  const control = closest(element, 'button, input') ?? element;
  if (control instanceof HTMLButtonElement || control instanceof HTMLInputElement) {
    const { form, type } = control;
    if (!form) return undefined;
    if (SUBMITTING_TYPES.has(type))
      return control.getAttribute('formaction') === null ? actionOf(form) : control.formAction;
    const sendsByEnter =
      trigger === 'enter' && control instanceof HTMLInputElement && ONE_LINE_FIELDS.has(type);
    if (sendsByEnter) return actionOf(form);
  }
  return undefined;
}

/** `form.action` may be a field of that name; the attribute is not. */
function actionOf(form: HTMLFormElement): string {
  return new URL(form.getAttribute('action') ?? '', document.baseURI).href;
}

function isSamePlace(href: string): boolean {
  const [there] = href.split('#');
  const [here] = location.href.split('#');
  return href.includes('#') && there === here;
}

/** The nearest element around it, through shadow roots, that fits. */
function closest(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at !== null; ) {
    const found: Element | null = at.closest(selector);
    if (found) return found;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}
