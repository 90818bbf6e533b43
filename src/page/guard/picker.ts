import { elementOf } from '#page/perception/element-table.ts';
import { fieldIn } from './control-kind.ts';
import { drawnNow, everyElement, isDrawn, newlyDrawn } from './drawn-parts.ts';
import { ownText } from './options.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_OR_TIME = /^\d{4}-\d\d(-\d\d)?([T ]\d\d:\d\d(:\d\d)?)?$|^\d\d:\d\d(:\d\d)?$/;
/** A calendar or a clock draws at least so many small numbers. */
const FEWEST_CELLS = 12;
const YEAR = /y{4}|a{4}|j{4}|\u5e74/i;

let before: ReadonlySet<Element> | null = null;

/** Takes note of what is drawn before a date or time is written into a field that may open a picker. */
export function notePicker(field: Element, text: string): void {
  before = field instanceof HTMLInputElement && DATE_OR_TIME.test(text) ? drawnNow() : null;
}

/** Whether a picker of dates or times is open for the field now. */
export function isPickerOpen(number: number): boolean {
  const shown = elementOf(number);
  if (before === null || shown === undefined) return false;
  if (fieldIn(shown).getAttribute('aria-expanded') === 'true') return true;
  let cells = 0;
  for (const part of newlyDrawn(before))
    for (const element of [part, ...everyElement(part)])
      if (/^\d{1,2}$/.test(ownText(element)) && isDrawn(element)) cells += 1;
  return cells >= FEWEST_CELLS;
}

/**
 * A date as a field writes it, by its placeholder or by what it holds: `2026-12-31` is `31/12/2026` in a field
 * that shows `DD/MM/YYYY`. Anything else stays as it is.
 */
export function asFieldWrites(field: Element, text: string): string {
  const date = DATE.exec(text);
  if (date === null || !(field instanceof HTMLInputElement) || field.type !== 'text') return text;
  const [, year = '', month = '', day = ''] = date;
  const order = orderIn(field.placeholder) ?? orderOf(field.value);
  return order === null ? text : order.replace('Y', year).replace('M', month).replace('D', day);
}

/** `DD/MM/YYYY` as `D/M/Y`. */
function orderIn(pattern: string): string | null {
  if (!YEAR.test(pattern)) return null;
  const order = pattern
    .trim()
    .replace(/y{4}|a{4}|j{4}/i, 'Y')
    .replace(/m{1,2}/i, 'M')
    .replace(/d{1,2}|j{2}|t{1,2}/i, 'D');
  return /^[YMD][^\p{L}]{1,2}[YMD][^\p{L}]{1,2}[YMD]$|^Y\u5e74M\u6708D\u65e5$/u.test(order) ? order : null;
}

/** The order of a date that the field holds, where its numbers leave no doubt. */
function orderOf(value: string): string | null {
  const parts = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(value.trim());
  if (parts === null)
    return /^\d{4}\u5e74\d{1,2}\u6708\d{1,2}\u65e5$/.test(value.trim()) ? 'Y\u5e74M\u6708D\u65e5' : null;
  const [, first = '', mark = '', second = '', last = ''] = parts;
  if (first.length === 4) return `Y${mark}M${mark}D`;
  if (last.length !== 4) return null;
  if (Number(first) > 12) return `D${mark}M${mark}Y`;
  return Number(second) > 12 ? `M${mark}D${mark}Y` : null;
}
