import { labelledBy } from './author-name.ts';
import { flatChildren, shadowOf } from './flat-tree.ts';
import { isHiddenInTree, isHiddenItself } from './hidden.ts';
import { isInline } from './inline.ts';
import { labelsOf } from './labels.ts';
import { roleOf } from './role.ts';
import { NAME_FROM_CONTENT, NAME_PROHIBITED } from './role-sets.ts';
import { noteRootless } from './rootless.ts';
import { secretMarkOf, withoutSecrets } from './secret-marks.ts';
import { HIDE, mask, PSEUDO } from './style-index.ts';
import { plainValue } from './value.ts';
import { foldSpace, visibleLine } from './visible-text.ts';

/** One computation: what was visited, and by which road the traversal came here. */
interface Traversal {
  readonly visited: Set<Element>;
  /** Inside what `aria-labelledby` pointed at: no further reference is followed. */
  readonly isReferenced: boolean;
  /** The referenced element is hidden itself, so hidden parts below it count. */
  readonly takesHidden: boolean;
  /** Inside a label or a reference, where a control counts by its value. */
  readonly isEmbedded: boolean;
  readonly isRoot: boolean;
  /** Inside `visibility: hidden`: only what shows itself again counts. */
  readonly isUnseen: boolean;
  readonly self: Element;
}

let names = new WeakMap<Element, string>();

export function resetNames(): void {
  names = new WeakMap();
}

/** The accessible name (accname 1.2), one line, invisible code points dropped. `''` when there is none. */
export function nameOf(element: Element, role = roleOf(element)): string {
  const known = names.get(element);
  if (known !== undefined) return known;
  const mark = /^(input|textarea|select)$/.test(element.localName) ? undefined : secretMarkOf(element);
  const name = mark ?? withoutSecrets(visibleLine(compute(element, role)));
  names.set(element, name);
  return name;
}

function compute(element: Element, role: string): string {
  if (NAME_PROHIBITED.has(role)) return '';
  if (NAME_FROM_CONTENT.has(role)) {
    const text = onlyText(element);
    if (text !== null) return text;
  }
  const traversal: Traversal = {
    visited: new Set([element]),
    isReferenced: false,
    takesHidden: false,
    isEmbedded: false,
    isRoot: true,
    isUnseen: false,
    self: element,
  };
  return alternative(element, role, traversal);
}

/** The text of an element with nothing but text inside and nothing on it that names it; else `null`. */
function onlyText(element: Element): string | null {
  if (element.firstElementChild || shadowOf(element)) return null;
  const tag = element.localName;
  if (tag === 'img' || tag === 'area' || tag === 'input' || tag === 'slot' || tag === 'option') return null;
  if (tag.includes('-')) return null;
  const text = element.textContent ?? '';
  if (!/[^\t\n\f\r ]/.test(text) || mask(element) & PSEUDO) return null;
  if (!element.hasAttributes()) return labelsOf(element).length === 0 ? text : null;
  if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return null;
  return labelsOf(element).length === 0 ? text : null;
}

function alternative(element: Element, role: string, traversal: Traversal): string {
  const mark = secretMarkOf(element);
  // A field is named by its label, and what it holds is its value.
  if (mark !== undefined && !traversal.isRoot) return mark;
  if (!traversal.isReferenced) {
    const targets = labelledBy(element);
    const parts: string[] = [];
    const before = new Set(traversal.visited);
    for (const target of targets) {
      if (before.has(target) && !(target === traversal.self && target === element)) continue;
      const again = target === traversal.self && target === element;
      traversal.visited.add(target);
      const part = foldSpace(
        alternative(target, roleOf(target), {
          ...traversal,
          isReferenced: true,
          isEmbedded: !again,
          takesHidden: isHiddenInTree(target),
          isRoot: true,
        }),
      );
      if (part) parts.push(part);
    }
    if (parts.length > 0) return parts.join(' ');
  }
  if (traversal.isEmbedded) {
    const value = embeddedValue(element, role);
    if (value !== null) return value;
  }
  if (element.localName !== 'slot') {
    const label = element.getAttribute('aria-label');
    if (label && foldSpace(label)) return label;
  }
  const native = nativeName(element, role, traversal);
  if (native !== null) return native;
  if (takesContent(role, traversal)) {
    const content = contentText(element, traversal);
    if (foldSpace(content)) return content;
  }
  if (!traversal.isRoot && !takesTooltip(element)) return '';
  const title = foldSpace(element.getAttribute('title') ?? '');
  if (title) return role === 'none' ? '' : title;
  if (traversal.isRoot) return placeholderName(element);
  return '';
}

function takesTooltip(element: Element): boolean {
  return element.hasAttribute('title');
}

function takesContent(role: string, traversal: Traversal): boolean {
  if (NAME_FROM_CONTENT.has(role)) return true;
  if (traversal.isRoot && !traversal.isReferenced) return false;
  return role !== 'menu' && role !== 'menubar';
}

function placeholderName(element: Element): string {
  const tag = element.localName;
  if (tag !== 'input' && tag !== 'textarea' && element.getAttribute('aria-placeholder') === null) return '';
  return element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder') ?? '';
}

/** Step 2C: what a control counts for inside the name of something else; `null` when it is not such a control. */
function embeddedValue(element: Element, role: string): string | null {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      return plainValue(element);
    case 'combobox':
    case 'listbox':
      return chosenText(element);
    case 'slider':
    case 'spinbutton':
    case 'scrollbar':
    case 'progressbar':
    case 'meter':
      return (
        element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? plainValue(element)
      );
    default:
      return null;
  }
}

function chosenText(element: Element): string {
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map((option) => option.label).join(' ');
  if (element instanceof HTMLInputElement) return element.value;
  const chosen = [...element.querySelectorAll('[role=option][aria-selected=true]')];
  if (chosen.length > 0) return chosen.map((option) => nameOf(option, 'option')).join(' ');
  return element.getAttribute('role') === 'combobox' ? (element.textContent ?? '') : '';
}

/** What HTML itself names an element by; `null` when that leaves it to content and tooltip. */
function nativeName(element: Element, role: string, traversal: Traversal): string | null {
  const tag = element.localName;
  switch (tag) {
    case 'input':
      return inputName(element as HTMLInputElement, traversal);
    case 'textarea':
    case 'select':
    case 'meter':
    case 'progress':
    case 'output':
    case 'button': {
      const label = labelText(element, traversal);
      return label || null;
    }
    case 'img':
    case 'area': {
      const alt = element.getAttribute('alt');
      if (alt === null || (alt === '' && role !== 'none')) return null;
      return alt;
    }
    case 'fieldset':
      return childText(element, 'legend', traversal);
    case 'table':
      return childText(element, 'caption', traversal);
    case 'optgroup':
      return element.getAttribute('label');
    case 'option': {
      const label = element.getAttribute('label');
      return label || null;
    }
    case 'svg':
    case 'g':
      return element.querySelector(':scope > title')?.textContent ?? null;
    case 'iframe':
      return null;
    default:
      if (tag.includes('-') && traversal.isRoot) {
        const label = labelText(element, traversal);
        return label || null;
      }
      return null;
  }
}

function inputName(input: HTMLInputElement, traversal: Traversal): string | null {
  const label = labelText(input, traversal);
  if (label) return label;
  const { type } = input;
  if (type === 'submit' || type === 'reset' || type === 'button') {
    if (input.value) return input.value;
    const title = input.getAttribute('title');
    if (type === 'button' || title) return null;
    return type === 'submit' ? 'Submit' : 'Reset';
  }
  if (type === 'image')
    return input.alt || input.getAttribute('value') || input.getAttribute('title') || 'Submit';
  return null;
}

function labelText(control: Element, traversal: Traversal): string {
  if (traversal.isReferenced && !traversal.isRoot) return '';
  const parts: string[] = [];
  for (const label of labelsOf(control)) {
    if (traversal.visited.has(label) || isHiddenInTree(label)) continue;
    const own = foldSpace(
      alternative(label, '', { ...traversal, isReferenced: true, isEmbedded: true, isRoot: true }),
    );
    if (own) parts.push(own);
  }
  return parts.join(' ');
}

function childText(element: Element, tag: string, traversal: Traversal): string | null {
  for (const child of element.children) {
    if (child.localName !== tag) continue;
    if (isHiddenInTree(child)) return null;
    const text = foldSpace(
      alternative(child, '', { ...traversal, isReferenced: true, isEmbedded: true, isRoot: true }),
    );
    return text || null;
  }
  return null;
}

/** Text of what is inside, with space at the edges of boxes. */
function contentText(element: Element, traversal: Traversal): string {
  let text = '';
  const bits = mask(element);
  if (bits & PSEUDO || element.localName === 'q') text += pseudoText(element, '::before');
  if (element.localName.includes('-') && !shadowOf(element)) noteRootless(element);
  const children = flatChildren(element);
  for (let index = 0; index < children.length; index++) {
    const child = children[index];
    if (child?.nodeType === Node.TEXT_NODE) {
      if (!traversal.isUnseen) text += (child as Text).data;
    } else if (child?.nodeType === Node.ELEMENT_NODE) text += childAlternative(child as Element, traversal);
  }
  if (bits & PSEUDO || element.localName === 'q') text += pseudoText(element, '::after');
  return text;
}

function childAlternative(child: Element, traversal: Traversal): string {
  const tag = child.localName;
  if (tag === 'br' || tag === 'wbr') return ' ';
  if (traversal.visited.has(child)) {
    if (traversal.isReferenced || !child.hasAttribute('aria-labelledby')) return '';
  }
  let { isUnseen } = traversal;
  if (traversal.takesHidden ? isUndrawnTag(tag) : isHiddenItself(child)) {
    if (traversal.takesHidden || !showsBelow(child)) return '';
    isUnseen = true;
  } else if (isUnseen && mask(child) & HIDE) isUnseen = getComputedStyle(child).visibility !== 'visible';
  if (isUnseen) return contentText(child, { ...traversal, isRoot: false, isEmbedded: true, isUnseen });
  const role = roleOf(child);
  const text = alternative(child, role, {
    ...traversal,
    isRoot: false,
    isEmbedded: true,
    isUnseen,
  });
  return isInline(child) && !isNamedByAttribute(child) ? text : ` ${text} `;
}

/** What stands for an element, rather than being its text, is a word of its own. */
function isNamedByAttribute(element: Element): boolean {
  return (
    element.localName === 'img' ||
    element.hasAttribute('aria-label') ||
    element.hasAttribute('aria-labelledby')
  );
}

function isUndrawnTag(tag: string): boolean {
  return tag === 'script' || tag === 'style' || tag === 'template' || tag === 'noscript';
}

function showsBelow(element: Element): boolean {
  if (element.getAttribute('aria-hidden') === 'true' || isUndrawnTag(element.localName)) return false;
  const style = getComputedStyle(element);
  return style.display !== 'none' && element.firstElementChild !== null && hasVisibleBelow(element);
}

function hasVisibleBelow(element: Element): boolean {
  return [...element.querySelectorAll('*')].some((below) => getComputedStyle(below).visibility === 'visible');
}

function pseudoText(element: Element, which: '::before' | '::after'): string {
  if (element.localName === 'q' && !(mask(element) & PSEUDO)) return which === '::before' ? '“' : '”';
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (content === 'none' || content === 'normal') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  if (/^(?:open|close)-quote/.test(content)) return which === '::before' ? '“' : '”';
  const spoken = / \/ "((?:[^"\\]|\\.)*)"/.exec(content);
  const text = spoken
    ? (spoken[1] ?? '')
    : [...content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)/g)]
        .map((part) => (part[2] ? (element.getAttribute(part[2]) ?? '') : (part[1] ?? '')))
        .join('');
  const plain = text.replace(
    /\\([0-9a-f]{1,6}) ?|\\(.)/gi,
    (_, hex: string | undefined, mark: string | undefined) =>
      hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (mark ?? ''),
  );
  return /^inline/.test(style.display) ? plain : ` ${plain} `;
}
