import { uncounted } from '#page/perception/dom-version.ts';
import { elementOf, numberOf } from '#page/perception/element-table.ts';
import { secretMarkOf } from '#page/perception/secret-marks.ts';
import { isSecretField } from '#page/perception/value.ts';
import { everyElement } from './drawn-parts.ts';
import { findLoginParts } from './login-fields.ts';

const COLOUR = '#3a3a3a';
/** Moved by more, an element is not under its cover any more. */
const SLACK_PX = 2;

interface Covered {
  readonly element: Element;
  readonly boxes: readonly DOMRect[];
}

interface Covering {
  readonly attribute: string;
  readonly marked: readonly Element[];
  readonly covered: readonly Covered[];
  readonly overlay: HTMLElement | null;
}

let covering: Covering | null = null;

/** What is drawn with text in it, in order, with its number: for whoever knows which texts are secret. */
export function drawnTexts(): readonly (readonly [number, string])[] {
  const texts: (readonly [number, string])[] = [];
  for (const element of everyElement(document)) {
    const text = drawnText(element);
    if (text.trim() !== '') texts.push([numberOf(element), text]);
  }
  return texts;
}

function drawnText(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value === '' ? element.placeholder : element.value;
  if (element instanceof HTMLScriptElement || element instanceof HTMLStyleElement) return '';
  let text = '';
  for (const child of element.childNodes) if (child instanceof Text) text += child.data;
  if (element instanceof HTMLImageElement) text += element.alt;
  return text;
}

/** Elements that may hold a secret whatever is in them: by what they are, and by what was typed into them. */
export function secretElements(): readonly number[] {
  const { username, password, codes } = findLoginParts();
  const numbers = new Set<number>();
  for (const element of everyElement(document))
    if (isSecretField(element) || secretMarkOf(element) !== undefined) numbers.add(numberOf(element));
  for (const field of [username, password, ...codes])
    if (field !== undefined && field.value !== '') numbers.add(numberOf(field));
  return [...numbers];
}

/**
 * Covers elements: marks them with an attribute, by which they can be found from outside, and lays boxes over
 * them above everything else.
 *
 * @returns how many elements carry the mark.
 */
export function coverSecrets(numbers: readonly number[], attribute: string, withOverlay: boolean): number {
  uncoverSecrets();
  const elements = numbers.map(elementOf).filter((element) => element !== undefined);
  const covered = elements.map((element) => ({ element, boxes: boxesOf(element) }));
  const drawn = covered.filter(({ boxes }) => boxes.length > 0);
  const marked = [...new Set(drawn.map(({ element }) => reachable(element)))];
  covering = uncounted(() => {
    for (const element of marked) element.setAttribute(attribute, '');
    const overlay = withOverlay && drawn.length > 0 ? layOver(drawn.flatMap(({ boxes }) => boxes)) : null;
    return { attribute, marked, covered: drawn, overlay };
  });
  return marked.length;
}

/** What is in a closed shadow tree is found by the host of that tree. */
function reachable(element: Element): Element {
  let outer = element;
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    if (root.mode === 'closed') outer = root.host;
  return outer;
}

function boxesOf(element: Element): readonly DOMRect[] {
  if (!element.checkVisibility()) return [];
  return [...element.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
}

function layOver(boxes: readonly DOMRect[]): HTMLElement {
  const host = document.createElement('div');
  host.setAttribute('popover', 'manual');
  const style =
    'all:initial;position:absolute;inset:auto;left:0;top:0;width:0;height:0;margin:0;padding:0;border:0;overflow:visible;background:transparent;display:block;';
  for (const part of style.split(';')) {
    const [name = '', value = ''] = part.split(':');
    if (name !== '') host.style.setProperty(name, value, 'important');
  }
  const root = host.attachShadow({ mode: 'closed' });
  for (const box of boxes) {
    const cover = document.createElement('div');
    cover.style.cssText = `all:initial;position:absolute;display:block;left:${box.left + scrollX}px;top:${box.top + scrollY}px;width:${box.width}px;height:${box.height}px;background:${COLOUR};`;
    root.append(cover);
  }
  document.documentElement.append(host);
  host.showPopover();
  return host;
}

/** Whether all that was covered still is where its cover is. */
export function areCovered(): boolean {
  if (covering === null) return false;
  const { attribute, marked, covered, overlay } = covering;
  if (overlay !== null && (!overlay.isConnected || !overlay.matches(':popover-open'))) return false;
  if (marked.some((element) => !element.hasAttribute(attribute))) return false;
  return covered.every(({ element, boxes }) => {
    const now = boxesOf(element);
    return now.length <= boxes.length && now.every((box, place) => isNear(box, boxes[place]));
  });
}

function isNear(one: DOMRect, other: DOMRect | undefined): boolean {
  if (other === undefined) return false;
  return (
    Math.abs(one.left - other.left) <= SLACK_PX &&
    Math.abs(one.top - other.top) <= SLACK_PX &&
    Math.abs(one.width - other.width) <= SLACK_PX &&
    Math.abs(one.height - other.height) <= SLACK_PX
  );
}

export function uncoverSecrets(): void {
  if (covering === null) return;
  const { attribute, marked, overlay } = covering;
  covering = null;
  uncounted(() => {
    for (const element of marked) element.removeAttribute(attribute);
    overlay?.remove();
  });
}
