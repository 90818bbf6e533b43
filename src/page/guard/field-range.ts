import { numberOf } from '#page/perception/element-table.ts';
import { shadowOf } from '#page/perception/flat-tree.ts';
import { isDisabled } from '#page/perception/states.ts';
import type { RangeRequest } from '#page/wire.ts';
import { isDrawn } from './drawn-parts.ts';

/** How far from a label its field may stand. */
const MOST_STEPS = 5;

const WANTED: Readonly<Record<RangeRequest['wants'], string>> = {
  field:
    'input:not([type=hidden],[type=file],[type=checkbox],[type=radio],[type=button],[type=submit],[type=image]),textarea,[contenteditable=""],[contenteditable=true],[role=textbox],[role=slider]',
  choice:
    'select,[role=combobox],[role=listbox],input:not([type=hidden],[type=file],[type=checkbox],[type=radio])',
  check: '[type=checkbox],[type=radio],[role=checkbox],[role=switch],[role=radio]',
  file: 'input[type=file]',
  button:
    'button,a,[role=button],[role=link],[onclick],[tabindex],input[type=button],input[type=submit],span,div,li,i,label',
};

/**
 * Finds what belongs to a title or description on the page: in the smallest part around it that has one of the kind,
 * and only if it has exactly one. A file field may be one that is not drawn.
 *
 * @returns the number of the element; `null` when there is no such title, or it cannot be said which is meant.
 */
export function findInRange({ label, wants, text }: RangeRequest): number | null {
  const found = new Set<Element>(withPlaceholder(label, wants));
  for (const title of titlesOf(label)) {
    const belonging = belongingTo(title, wants, text);
    if (belonging === 'several') return null;
    if (belonging !== null && !isNamedOtherwise(belonging, label)) found.add(belonging);
  }
  const [only] = found;
  return only !== undefined && found.size === 1 ? numberOf(only) : null;
}

/** A label hides what a placeholder says from the name of a field; people see both. */
function withPlaceholder(label: string, wants: RangeRequest['wants']): Element[] {
  if (wants !== 'field' && wants !== 'choice') return [];
  const wanted = plain(label);
  return everyElementIn(document).filter(
    (element) =>
      plain(element.getAttribute('placeholder') ?? '') === wanted &&
      element.matches(WANTED[wants]) &&
      isUsable(element, wants, undefined),
  );
}

/** What has its words for itself, and is no title of a field. */
const CONTROL = 'a[href],button,option,[role=button],[role=link],[role=tab],[role=menuitem],[role=option]';

/** The innermost drawn elements whose own words are the label. */
function titlesOf(label: string): Element[] {
  const wanted = plain(label);
  const all = everyElementIn(document).filter((element) => plain(element.textContent ?? '') === wanted);
  return all.filter(
    (element) =>
      isDrawn(element) &&
      element.closest(CONTROL) === null &&
      !all.some((inner) => inner !== element && element.contains(inner)),
  );
}

function belongingTo(
  title: Element,
  wants: RangeRequest['wants'],
  text: string | undefined,
): Element | 'several' | null {
  let part: Element = title;
  for (let step = 0; step <= MOST_STEPS; step += 1) {
    const found = onlyUsable(part, wants, text);
    if (found !== null) return found;
    const around: Element | null = part.parentElement;
    if (around === null || around === document.body) return null;
    if (hasTitleLike(title, around, part)) {
      // The part around it belongs to other titles too: what is its own stands right after it.
      const next = part.nextElementSibling;
      return next === null || hasTitleLike(title, next, null) ? null : onlyUsable(next, wants, text);
    }
    part = around;
  }
  return null;
}

function onlyUsable(
  part: Element,
  wants: RangeRequest['wants'],
  text: string | undefined,
): Element | 'several' | null {
  const candidates = [part, ...part.querySelectorAll('*')].filter(
    (element) => element.matches(WANTED[wants]) && isUsable(element, wants, text),
  );
  const outer = candidates.filter(
    (element) => !candidates.some((other) => other !== element && element.contains(other)),
  );
  return outer.length > 1 ? 'several' : (outer[0] ?? null);
}

/** Whether there is another title in a part: made of the same element with the same classes, with words of its own. */
function hasTitleLike(title: Element, within: Element, except: Element | null): boolean {
  return [within, ...within.querySelectorAll(title.localName)].some(
    (element) =>
      element !== title &&
      element.localName === title.localName &&
      element.className === title.className &&
      except?.contains(element) !== true &&
      !element.contains(title) &&
      element.childElementCount === title.childElementCount &&
      plain(element.textContent ?? '') !== '',
  );
}

/** A field with a label of its own belongs to that, however near another title stands. A label that is a button is none. */
function isNamedOtherwise(element: Element, label: string): boolean {
  if (!('labels' in element)) return false;
  const { labels } = element as HTMLInputElement;
  const names = [...(labels ?? [])]
    .filter((each) => each.getAttribute('role') !== 'button')
    .map((each) => plain(each.textContent ?? ''))
    .filter((name) => name !== '');
  return names.length > 0 && !names.some((name) => name.includes(plain(label)));
}

function isUsable(element: Element, wants: RangeRequest['wants'], text: string | undefined): boolean {
  if (isDisabled(element)) return false;
  if (text !== undefined && plain(element.textContent ?? '') !== plain(text)) return false;
  return wants === 'file' || isDrawn(element);
}

/** Words without what forms put around them. */
function plain(text: string): string {
  return text.replace(/[\s*:：＊]+/g, '').toLowerCase();
}

function everyElementIn(root: Document | ShadowRoot): Element[] {
  const found: Element[] = [];
  for (const element of root.querySelectorAll('*')) {
    found.push(element);
    const shadow = shadowOf(element);
    if (shadow) found.push(...everyElementIn(shadow));
  }
  return found;
}
