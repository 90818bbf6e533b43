import { hasAuthorName } from './author-name.ts';
import { flatAncestor, flatParent } from './flat-tree.ts';
import { AUTHOR_ROLES } from './role-sets.ts';

const SECTIONING = new Set(['article', 'aside', 'main', 'nav', 'section']);
const SECTIONING_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const TAG_ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    address: 'group',
    article: 'article',
    blockquote: 'blockquote',
    button: 'button',
    caption: 'caption',
    code: 'code',
    datalist: 'listbox',
    dd: 'definition',
    del: 'deletion',
    details: 'group',
    dfn: 'term',
    dialog: 'dialog',
    dir: 'list',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    figure: 'figure',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    hgroup: 'group',
    hr: 'separator',
    ins: 'insertion',
    main: 'main',
    mark: 'mark',
    math: 'math',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    s: 'deletion',
    search: 'search',
    strong: 'strong',
    sub: 'subscript',
    sup: 'superscript',
    table: 'table',
    tbody: 'rowgroup',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    textarea: 'textbox',
    time: 'time',
    ul: 'list',
  }),
);

/** Parts that a presentational table takes the meaning from. */
const TABLE_PARTS = new Set(['tr', 'td', 'th', 'thead', 'tbody', 'tfoot']);

function isSectioned(element: Element): boolean {
  return (
    flatAncestor(
      element,
      (at) => SECTIONING.has(at.localName) || SECTIONING_ROLES.has(at.getAttribute('role') ?? ''),
    ) !== null
  );
}

function inputRole(input: HTMLInputElement): string {
  const { type } = input;
  if (type === 'hidden') return '';
  const own = INPUT_ROLES[type];
  const listed = input.hasAttribute('list');
  if (own === 'searchbox') return listed ? 'combobox' : own;
  if (own !== undefined) return own;
  return listed && /^(?:text|tel|url|email)$/.test(type) ? 'combobox' : 'textbox';
}

let grids = new WeakMap<Element, boolean>();

export function resetGrids(): void {
  grids = new WeakMap();
  bare = new WeakMap();
  lastAround = null;
}

/** Whether the rows of this part of a table are a grid's. */
function isInGrid(cell: Element): boolean {
  const part = cell.parentElement?.parentElement;
  if (!part) return false;
  const known = grids.get(part);
  if (known !== undefined) return known;
  const table = cell.closest('table,[role]:not(td):not(th):not(tr):not(thead):not(tbody)');
  const kind = table?.getAttribute('role');
  const isGrid = kind === 'grid' || kind === 'treegrid';
  grids.set(part, isGrid);
  return isGrid;
}

function cellRole(cell: HTMLTableCellElement): string {
  if (cell.localName === 'td') return isInGrid(cell) ? 'gridcell' : 'cell';
  const scope = (cell.getAttribute('scope') ?? '').toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = cell.parentElement;
  const before = cell.previousElementSibling;
  const after = cell.nextElementSibling;
  const isHeader = (other: Element | null) => other === null || other.localName === 'th';
  if (row?.parentElement?.localName === 'thead') return 'columnheader';
  if (!isHeader(before) || !isHeader(after)) {
    if (before === null || isHeader(before)) return 'rowheader';
  }
  if (before === null && after === null) return 'columnheader';
  return row && [...row.children].some((other) => other.localName === 'td') ? 'rowheader' : 'columnheader';
}

function imageRole(image: Element): string {
  const alt = image.getAttribute('alt');
  if (alt === '' && !hasAuthorName(image) && !image.hasAttribute('tabindex')) return 'none';
  return 'img';
}

/** The role an element has by itself (HTML-AAM); `''` when it has none. */
export function implicitRole(element: Element): string {
  const tag = element.localName;
  const simple = TAG_ROLES.get(tag);
  if (TABLE_PARTS.has(tag) && isPresentational(element)) return '';
  if (simple !== undefined) return simple;
  switch (tag) {
    case 'a':
    case 'area':
      return element.hasAttribute('href') || element.hasAttributeNS('http://www.w3.org/1999/xlink', 'href')
        ? 'link'
        : '';
    case 'aside':
      return isInSectioningContent(element) && !hasAuthorName(element) ? '' : 'complementary';
    case 'footer':
      return isSectioned(element) ? '' : 'contentinfo';
    case 'header':
      return isSectioned(element) ? '' : 'banner';
    case 'form':
      return hasAuthorName(element) ? 'form' : '';
    case 'img':
      return imageRole(element);
    case 'input':
      return inputRole(element as HTMLInputElement);
    case 'li': {
      const parent = flatParent(element);
      if (!parent || !/^(?:ul|ol|menu)$/.test(parent.localName)) return '';
      const role = parent.getAttribute('role');
      return role === null || role === 'list' || role === '' ? 'listitem' : '';
    }
    case 'section':
      return hasAuthorName(element) ? 'region' : '';
    case 'select': {
      const select = element as HTMLSelectElement;
      return select.multiple || select.size > 1 ? 'listbox' : 'combobox';
    }
    case 'summary':
      return element.parentElement?.localName === 'details' ? 'button' : '';
    case 'svg':
      return hasAuthorName(element) || element.querySelector(':scope > title') ? 'img' : '';
    case 'td':
    case 'th':
      return cellRole(element as HTMLTableCellElement);
    case 'tr':
      return 'row';
    default:
      return '';
  }
}

function isInSectioningContent(element: Element): boolean {
  return flatAncestor(element, (at) => /^(?:article|aside|nav|section)$/.test(at.localName)) !== null;
}

let bare = new WeakMap<Element, boolean>();
let lastAround: Element | null = null;
let isLastBare = false;

/** Whether the table this part belongs to was made presentational. */
function isPresentational(element: Element): boolean {
  const around = element.parentElement;
  if (!around) return false;
  if (around === lastAround) return isLastBare;
  isLastBare = isBarePart(around);
  lastAround = around;
  return isLastBare;
}

function isBarePart(around: Element): boolean {
  const known = bare.get(around);
  if (known !== undefined) return known;
  const role = around.closest('table')?.getAttribute('role')?.trim();
  const answer = role === 'none' || role === 'presentation';
  bare.set(around, answer);
  return answer;
}

const GLOBAL =
  'aria-atomic aria-busy aria-controls aria-current aria-describedby aria-details aria-dropeffect aria-flowto aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription'.split(
    ' ',
  );

function isFocusable(element: Element): boolean {
  if (element.hasAttribute('tabindex')) return true;
  const tag = element.localName;
  if (tag === 'a' || tag === 'area') return element.hasAttribute('href');
  return /^(?:button|input|select|textarea|summary)$/.test(tag) && !(element as HTMLButtonElement).disabled;
}

/**
 * The role of an element: the first valid word of `role`, else what its tag says. `none` on what can be
 * focused or carries a global attribute does not count (conflict resolution of WAI-ARIA).
 */
export function roleOf(element: Element): string {
  if (!element.hasAttributes()) return implicitRole(element);
  const given = element.getAttribute('role');
  if (given) {
    for (const word of given.toLowerCase().trim().split(/\s+/)) {
      if (!AUTHOR_ROLES.has(word)) continue;
      if (word === 'none' || word === 'presentation') {
        if (isFocusable(element) || GLOBAL.some((name) => element.hasAttribute(name))) break;
        return 'none';
      }
      if ((word === 'region' || word === 'form') && !hasAuthorName(element)) continue;
      if (word === 'image') return 'img';
      if (word === 'directory') return 'list';
      return word;
    }
  }
  if (
    element.localName === 'input' &&
    element.getAttribute('type') === 'checkbox' &&
    element.hasAttribute('switch')
  )
    return 'switch';
  return implicitRole(element);
}
