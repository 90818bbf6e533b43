import { Digest } from './digest.ts';
import { numberOf } from './element-table.ts';
import { noteRootless } from './rootless.ts';
import { focusedElement } from './states.ts';
import { untilChanged } from './until-changed.ts';

let roots: WeakRef<ShadowRoot>[] = [];
const signed = new WeakSet<ShadowRoot>();
let withoutRoot: WeakRef<Element>[] = [];
const awaited = new WeakSet<Element>();

/** Controls of this shadow root count in the signature from now on. */
export function signRoot(root: ShadowRoot): void {
  if (signed.has(root)) return;
  signed.add(root);
  roots.push(new WeakRef(root));
}

/** A custom element without a shadow root: that it gets one leaves no mutation record. */
export function awaitRoot(element: Element): void {
  noteRootless(element);
  if (awaited.has(element)) return;
  awaited.add(element);
  withoutRoot.push(new WeakRef(element));
}

/**
 * A digest of what changes without leaving a mutation record: values, checks, disabled, modal and popover
 * state, focus, address, sheets, size of the window. It cannot be turned back into a value.
 */
export function signature(): string {
  const hash = new Digest();
  hash.add(location.href);
  hash.add(`${innerWidth}x${innerHeight}`);
  const focused = focusedElement();
  hash.add(focused ? String(numberOf(focused)) : '');
  addRoot(document, hash);
  const living: WeakRef<ShadowRoot>[] = [];
  for (const reference of roots) {
    const root = reference.deref();
    if (!root) continue;
    living.push(reference);
    if (root.host.isConnected) addRoot(root, hash);
  }
  roots = living;
  withoutRoot = withoutRoot.filter((reference) => reference.deref() !== undefined);
  hash.add(String(withoutRoot.filter((reference) => reference.deref()?.shadowRoot).length));
  return hash.text();
}

type Root = Document | ShadowRoot;

const controlsOf = untilChanged((root: Root) => [
  ...root.querySelectorAll<HTMLInputElement>('input,textarea,select'),
]);
const layersOf = untilChanged((root: Root) => [...root.querySelectorAll('dialog,[popover]')]);

function addRoot(root: Root, hash: Digest): void {
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets])
    hash.add(sheet.disabled ? 'off' : String(ruleCount(sheet)));
  for (const control of controlsOf(root)) {
    hash.add(control.value);
    const kind = control.type;
    if (kind === 'checkbox' || kind === 'radio') hash.add(`${control.checked}${control.indeterminate}`);
    else if (kind === 'select-multiple') hash.add(selectedPlaces(control));
    if (control.matches(':disabled')) hash.add('disabled');
  }
  for (const layer of layersOf(root))
    hash.add(layer.matches(':modal') ? 'modal' : layer.matches(':popover-open') ? 'open' : '');
  hash.add(root.fullscreenElement ? 'full' : '');
}

function selectedPlaces(control: Element): string {
  return control instanceof HTMLSelectElement ? [...control.selectedOptions].map((o) => o.index).join() : '';
}

function ruleCount(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch {
    return -1;
  }
}
