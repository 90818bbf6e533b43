import type { Shown } from '#page/wire.ts';
import { isClickable, shownRole } from './clickable.ts';
import { itemOf } from './item-key.ts';
import { nameOf } from './name.ts';
import { beginPass } from './pass.ts';
import { WIDGETS } from './role-sets.ts';
import { shorten } from './visible-text.ts';

/** Most characters of a name that are printed, and compared. */
export const NAME_LIMIT = 200;

/** The name as it is printed: a widget's or region's name, the text of a clickable. */
export function shownName(element: Element, role: string): string {
  if (NAMELESS.has(role) || (role === 'clickable' && isWide(element))) return '';
  return shorten(nameOf(element, role), NAME_LIMIT);
}

/** Printed by what is in them. */
const NAMELESS = new Set(['row', 'cell', 'gridcell', 'rowheader', 'columnheader', 'listitem']);
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
