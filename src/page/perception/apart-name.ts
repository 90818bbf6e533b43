import { flatChildren, shadowOf } from './flat-tree.ts';
import { hidingOf, isUndrawnTag } from './hidden.ts';
import { HIDE, mask } from './style-index.ts';
import { dropInvisible, visibleLine } from './visible-text.ts';

/** Up to here a name may say in other words what an icon or a short text stands for. */
const LONGEST_PLAIN = 60;
/** Text beyond this is not looked at: it is no name's any more. */
const TEXT_LIMIT = 20_000;

/**
 * Whether a long name is other than the text drawn in its element: words that only assistive technology is
 * told, where people read something else.
 */
export function isNameApart(element: Element, name: string): boolean {
  if (name.length <= LONGEST_PLAIN) return false;
  if (!shadowOf(element) && name === visibleLine(element.textContent ?? '')) return false;
  const drawn = bare(drawnText(element));
  const said = bare(name);
  return drawn !== '' && !said.includes(drawn) && !drawn.includes(said);
}

function bare(text: string): string {
  return dropInvisible(text).replace(/\s+/g, '').toLowerCase();
}

function drawnText(element: Element): string {
  if (/^(?:input|select|textarea)$/.test(element.localName)) return '';
  let text = '';
  const children = flatChildren(element);
  for (let index = 0; index < children.length && text.length < TEXT_LIMIT; index++) {
    const child = children[index];
    if (child instanceof Text) text += child.data;
    else if (child instanceof Element && isDrawn(child)) text += drawnText(child);
  }
  return text;
}

function isDrawn(element: Element): boolean {
  if (isUndrawnTag(element.localName) || element.getAttribute('aria-hidden') === 'true') return false;
  if (!(mask(element) & HIDE)) return true;
  const hiding = hidingOf(element);
  return hiding === '' || hiding === 'tiny';
}
