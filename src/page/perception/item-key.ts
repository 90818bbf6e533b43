import { isClickable } from './clickable.ts';
import { flatParent } from './flat-tree.ts';
import { isHiddenItself } from './hidden.ts';
import { roleOf } from './role.ts';
import { ITEMS, WIDGETS } from './role-sets.ts';
import { visibleLine } from './visible-text.ts';

/** The item an element stands in: its row, list item, article, or card of a run of alike siblings. */
export interface Item {
  readonly key: string;
  readonly inRun: boolean;
}

const NO_ITEM: Item = { key: '', inRun: false };
const KEY_LIMIT = 80;
const LEVELS = 12;

let byParent = new WeakMap<Element, Item>();
let keys = new WeakMap<Element, string>();
let lastParent: Element | null = null;
let lastItem = NO_ITEM;

export function resetItems(): void {
  byParent = new WeakMap();
  keys = new WeakMap();
  lastParent = null;
}

/** Same tag, same role, same first class. */
export function isAlike(one: Element, other: Element): boolean {
  if (one.localName !== other.localName) return false;
  if (!one.hasAttributes() && !other.hasAttributes()) return true;
  if (one.getAttribute('role') !== other.getAttribute('role')) return false;
  return firstClass(one) === firstClass(other);
}

function firstClass(element: Element): string {
  const classes = element.getAttribute('class');
  return classes ? (/\S+/.exec(classes)?.[0] ?? '') : '';
}

function hasAlikeSiblings(element: Element): boolean {
  const next = element.nextElementSibling;
  const before = element.previousElementSibling;
  if (next && isAlike(element, next)) {
    const second = next.nextElementSibling;
    if (second && isAlike(element, second)) return true;
    return before !== null && isAlike(element, before);
  }
  if (!before || !isAlike(element, before)) return false;
  const second = before.previousElementSibling;
  return second !== null && isAlike(element, second);
}

/** The item around (or at) an element, with its key and whether it has at least two alike siblings. */
export function itemOf(element: Element): Item {
  if (isItem(element)) return { key: keyOf(element), inRun: hasAlikeSiblings(element) };
  const parent = flatParent(element);
  if (parent !== lastParent) {
    lastItem = parent ? itemAt(parent, LEVELS) : NO_ITEM;
    lastParent = parent;
  }
  const around = lastItem;
  if (around.key || around.inRun) return around;
  return hasAlikeSiblings(element) ? { key: '', inRun: true } : NO_ITEM;
}

/** Tags that are items without saying so. */
const ITEM_TAGS = new Set(['tr', 'li', 'article', 'option']);

function isItem(element: Element): boolean {
  if (!ITEM_TAGS.has(element.localName) && !element.hasAttributes()) return false;
  return ITEMS.has(roleOf(element));
}

function itemAt(element: Element, levels: number): Item {
  const tag = element.localName;
  if ((tag === 'td' || tag === 'th') && levels > 0 && !element.hasAttributes()) {
    const row = flatParent(element);
    return row ? itemAt(row, levels - 1) : NO_ITEM;
  }
  const known = byParent.get(element);
  if (known) return known;
  const parent = flatParent(element);
  let item = NO_ITEM;
  if (isItem(element)) item = { key: keyOf(element), inRun: hasAlikeSiblings(element) };
  else if (isCard(element)) item = { key: keyOf(element), inRun: true };
  else if (parent && levels > 0 && element !== document.body) item = itemAt(parent, levels - 1);
  byParent.set(element, item);
  return item;
}

/** A box without a role among alike ones that holds more than one thing. */
function isCard(element: Element): boolean {
  if (element.localName === 'td' || element.localName === 'th' || element.localName === 'label') return false;
  return element.childElementCount > 1 && hasAlikeSiblings(element) && roleOf(element) === '';
}

/** The row header, else the first cell or piece of text that is not a control. */
export function keyOf(item: Element): string {
  const known = keys.get(item);
  if (known !== undefined) return known;
  const key = findKey(item).slice(0, KEY_LIMIT);
  keys.set(item, key);
  return key;
}

function findKey(item: Element): string {
  for (let child = item.firstElementChild; child; child = child.nextElementSibling) {
    if (child.localName !== 'th' && !isRowHeader(child)) continue;
    const text = plainText(child);
    if (text) return text;
  }
  const heading = item.localName === 'tr' ? null : item.querySelector('h1,h2,h3,h4,h5,h6,[role=heading]');
  if (heading) {
    const text = visibleLine(heading.textContent ?? '');
    if (text) return text;
  }
  for (let child = item.firstElementChild; child; child = child.nextElementSibling) {
    const text = plainText(child);
    if (text) return text;
  }
  return item.firstElementChild ? ownText(item) : visibleLine(item.textContent ?? '');
}

const isRowHeader = (child: Element) => child.hasAttributes() && child.getAttribute('role') === 'rowheader';

function ownText(item: Element): string {
  for (let child = item.firstChild; child; child = child.nextSibling) {
    if (child.nodeType !== Node.TEXT_NODE) continue;
    const text = visibleLine((child as Text).data);
    if (text) return text;
  }
  return '';
}

/** Text of a part without that of the controls in it. */
function plainText(part: Element): string {
  if (isControl(part) || isHiddenItself(part)) return '';
  if (!part.firstElementChild) return visibleLine(part.textContent ?? '');
  let text = '';
  for (let child = part.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) text += (child as Text).data;
    else if (child.nodeType === Node.ELEMENT_NODE) text += ` ${plainText(child as Element)} `;
  }
  return visibleLine(text);
}

/** Tags that are widgets without any attribute. */
const WIDGET_TAGS = new Set(['button', 'datalist', 'input', 'option', 'select', 'summary', 'textarea']);

function isControl(part: Element): boolean {
  const tag = part.localName;
  if (tag === 'label') return true;
  const mayBeWidget = part.hasAttributes() || WIDGET_TAGS.has(tag);
  return (mayBeWidget && WIDGETS.has(roleOf(part))) || isClickable(part);
}
