import { everyElement } from './drawn-parts.ts';

/**
 * All places of this document where a value may stand that was typed into it: controls, editable parts, the
 * address and its state, storage, cookies.
 */
export function standingTexts(): readonly string[] {
  const texts = [
    location.href,
    window.name,
    document.cookie,
    ...storedIn('localStorage'),
    ...storedIn('sessionStorage'),
  ];
  try {
    texts.push(JSON.stringify(history.state) ?? '');
  } catch {
    // A state that is no JSON holds no text to read.
  }
  for (const element of everyElement(document)) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      texts.push(element.value);
    else if (element instanceof HTMLSelectElement) texts.push(element.value);
    else if (element.getAttribute('contenteditable') !== null) texts.push(element.textContent ?? '');
  }
  return texts.filter((text) => text !== '');
}

function storedIn(area: 'localStorage' | 'sessionStorage'): readonly string[] {
  try {
    return Object.entries(window[area]).flatMap(([key, value]) => [key, String(value)]);
  } catch {
    // A document without an origin has no storage.
    return [];
  }
}
