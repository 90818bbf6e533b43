import type { Shown } from '#page/wire.ts';
import { hasAuthorName } from './author-name.ts';
import { isClickable, shownRole } from './clickable.ts';
import { shadowOf } from './flat-tree.ts';
import { itemOf } from './item-key.ts';
import { nameOf } from './name.ts';
import { beginPass } from './pass.ts';
import { WIDGETS } from './role-sets.ts';
import { shorten, visibleLine } from './visible-text.ts';

/** Most characters of a name that are printed, and compared. */
export const NAME_LIMIT = 200;

/** The name as it is printed: a widget's or region's name, the text of a clickable, a cell's when it can be clicked. */
export function shownName(element: Element, role: string, mayPress = isClickable(element)): string {
  if (role === 'row' || role === 'listitem' || (role === 'clickable' && isWide(element))) return '';
  if (CELLS.has(role)) return cellName(element, role, mayPress);
  return shorten(nameOf(element, role), NAME_LIMIT);
}

const CELLS = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);

/** A cell is printed by what is in it; one that can be pressed has the name its author gave it. */
function cellName(cell: Element, role: string, mayPress: boolean): string {
  if (mayPress && hasAuthorName(cell)) return shorten(nameOf(cell, role), NAME_LIMIT);
  if (cell.firstElementChild || shadowOf(cell)) return '';
  const text = visibleLine(cell.textContent ?? '');
  return mayPress && text.length > NAME_LIMIT ? '' : text;
}

const WIDE_TEXT = 400;

/** A clickable around a part of the page rather than one thing: it is printed by what is in it. */
function isWide(element: Element): boolean {
  return (
    element.querySelector(
      'main,nav,header,footer,table,ul,ol,form,section,article,h1,h2,input,select,textarea',
    ) !== null || (element.textContent ?? '').length > WIDE_TEXT
  );
}

/** What a snapshot taken now would say of this element; the guard compares it with what was shown. */
export function describe(element: Element): Shown {
  beginPass();
  return shownOf(element);
}

/** As `describe`, inside a pass that has begun. */
export function shownOf(element: Element): Shown {
  let role = shownRole(element);
  if (!WIDGETS.has(role) && isBare(role) && isClickable(element)) role = 'clickable';
  const item = itemOf(element);
  return { role, name: shownName(element, role), rowKey: item.key, inRun: item.inRun };
}

const BARE = new Set(
  ' none presentation generic paragraph strong emphasis code time mark insertion deletion definition term caption subscript superscript blockquote rowgroup separator'.split(
    ' ',
  ),
);

/** Roles that say nothing of what the element is for: it prints as a clickable, or not at all. */
export function isBare(role: string): boolean {
  return role === '' || BARE.has(role);
}
