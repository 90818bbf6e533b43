import { flatParent } from './flat-tree.ts';
import { HIDE, mask } from './style-index.ts';

/**
 * How an element is withheld from sight.
 * `gone`: not rendered, nor anything below. `invisible`: by visibility, what is below may show.
 * `sheer`: there, but transparent, clipped or far off the page. `tiny`: its own text has no size, that of a part
 * of it has.
 */
export type Hiding = 'gone' | 'invisible' | 'sheer' | 'tiny' | '';

const OFF_PAGE = -1;

/** Asks the computed style; call it only for elements with the `HIDE` bit. */
export function hidingOf(element: Element): Hiding {
  const style = getComputedStyle(element);
  if (style.display === 'none') return 'gone';
  if (style.display === 'contents') return '';
  if (style.contentVisibility === 'hidden') return 'gone';
  if (isSheer(element, style)) return 'sheer';
  if (style.visibility !== 'visible') return 'invisible';
  if (Number.parseFloat(style.fontSize) >= 1) return '';
  return hasReadableBelow(element) ? 'tiny' : 'sheer';
}

const PARTS_ASKED = 60;

/** A row of boxes is often given no text size, to lose the spaces between, and each box one of its own. */
function hasReadableBelow(element: Element): boolean {
  const parts = element.querySelectorAll('*');
  for (let index = 0; index < parts.length && index < PARTS_ASKED; index++) {
    const part = parts[index];
    if (part && hasReadableText(part)) return true;
  }
  return false;
}

export function hasReadableText(element: Element): boolean {
  return Number.parseFloat(getComputedStyle(element).fontSize) >= 1;
}

function isSheer(element: Element, style: CSSStyleDeclaration): boolean {
  if (Number(style.opacity) < 0.02) return true;
  if (/opacity\(0(?:\.0[01]?)?\)/.test(style.filter)) return true;
  const isClipped = style.overflowX !== 'visible' || style.overflowY !== 'visible';
  const isPositioned = style.position === 'absolute' || style.position === 'fixed';
  if (isPositioned && /^rect\((?:[01]px,? ?){4}\)$|^rect\(0px, 0px|^rect\(1px, 1px, 1px/.test(style.clip))
    return true;
  if (
    /^inset\((?:50|[5-9]\d|100)%|^inset\(100%|^circle\(0|^polygon\(0(?:px|%)? 0(?:px|%)?, 0(?:px|%)? 0/.test(
      style.clipPath,
    )
  )
    return true;
  if (element instanceof HTMLElement && isClipped && style.display !== 'inline' && !isRoot(element)) {
    const isNothing = element.offsetWidth <= 1 || element.offsetHeight <= 1;
    if (isNothing && (holdsPositioned(style) || !hasEscaped(element))) return true;
  }
  if (Number.parseFloat(style.textIndent) < -500) return true;
  const isMoved = style.transform !== 'none' || style.scale !== 'none' || style.translate !== 'none';
  if (
    isPositioned ||
    style.position === 'relative' ||
    isMoved ||
    Number.parseFloat(style.marginLeft) < -500
  ) {
    const box = element.getBoundingClientRect();
    if (isMoved && box.width + box.height === 0) return element.childNodes.length > 0 && hasOwnBox(element);
    if (box.width === 0 && box.height === 0) return false;
    return box.right + scrollX < OFF_PAGE || box.bottom + scrollY < OFF_PAGE;
  }
  return false;
}

/** What the root and the body clip is the viewport's to clip. */
function isRoot(element: HTMLElement): boolean {
  return element === document.body || element === document.documentElement;
}

/** Whether it is the containing block of what is positioned in it, and so clips that too. */
function holdsPositioned(style: CSSStyleDeclaration): boolean {
  return style.position !== 'static' || style.transform !== 'none' || style.contain !== 'none';
}

const ESCAPES_LOOKED_AT = 200;

/** Whether something in it is positioned by a block around it, so that its clipping does not reach that. */
function hasEscaped(element: HTMLElement): boolean {
  const below = element.getElementsByTagName('*');
  for (let place = 0; place < Math.min(below.length, ESCAPES_LOOKED_AT); place += 1) {
    const inner = below[place];
    if (!(inner instanceof HTMLElement) || inner.offsetWidth <= 1 || inner.offsetHeight <= 1) continue;
    if (/absolute|fixed/.test(getComputedStyle(inner).position)) return true;
  }
  return false;
}

const hasOwnBox = (element: Element) => element instanceof HTMLElement && element.offsetWidth > 0;

let nameHidden = new WeakMap<Element, boolean>();

export function resetHidden(): void {
  nameHidden = new WeakMap();
}

/** Whether names must leave this element out: not rendered, not visible, or `aria-hidden`. Ancestors not asked. */
export function isHiddenItself(element: Element): boolean {
  if (element.hasAttributes() && element.getAttribute('aria-hidden') === 'true') return true;
  if (isUndrawnTag(element.localName)) return true;
  if (!(mask(element) & HIDE)) return false;
  const style = getComputedStyle(element);
  return (
    style.display === 'none' ||
    (style.visibility !== 'visible' && style.display !== 'contents') ||
    style.contentVisibility === 'hidden'
  );
}

/** Whether the element or an ancestor of it is hidden from assistive technology. */
export function isHiddenInTree(element: Element): boolean {
  const chain: Element[] = [];
  let answer = false;
  for (let at: Element | null = element; at; at = flatParent(at)) {
    const known = nameHidden.get(at);
    if (known !== undefined) {
      answer = known;
      break;
    }
    chain.push(at);
    if (isHiddenItself(at) && !(at !== element && isOnlyInvisible(at, element))) {
      answer = true;
      break;
    }
    if (at !== element && isClosedDetailsContent(at, chain)) {
      answer = true;
      break;
    }
  }
  nameHidden.set(element, answer);
  return answer;
}

function isOnlyInvisible(ancestor: Element, element: Element): boolean {
  if (ancestor.getAttribute('aria-hidden') === 'true') return false;
  const style = getComputedStyle(ancestor);
  if (style.display === 'none' || style.contentVisibility === 'hidden') return false;
  return getComputedStyle(element).visibility === 'visible';
}

function isClosedDetailsContent(at: Element, chain: readonly Element[]): boolean {
  if (at.localName !== 'details' || at.hasAttribute('open')) return false;
  const below = chain.at(-2);
  return below !== undefined && below.localName !== 'summary';
}

const UNDRAWN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'meta',
  'link',
  'base',
  'param',
  'source',
  'track',
  'datalist',
  'colgroup',
  'col',
  'noembed',
  'noframes',
]);

/** Elements whose content is never drawn. */
export function isUndrawnTag(tag: string): boolean {
  return UNDRAWN.has(tag);
}
