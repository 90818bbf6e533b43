import { hasSeenShadow } from './flat-tree.ts';
import { untilChanged } from './until-changed.ts';

// The first read of `element.labels` on each control walks the whole document; one pass over the labels
// themselves costs the same once for all.
const labelsIn = untilChanged((root: Document) => [...root.querySelectorAll('label')]);
let byRoot = new WeakMap<Node, Map<Element, Element[]>>();

export function resetLabels(): void {
  byRoot = new WeakMap();
}

/** The `<label>` elements of a control, in tree order. */
export function labelsOf(control: Element): readonly Element[] {
  if (!isLabelable(control.localName)) return NO_LABELS;
  const root = hasSeenShadow() ? (control.getRootNode() as Document | ShadowRoot) : document;
  let map = byRoot.get(root);
  if (!map) {
    map = new Map();
    for (const label of root === document ? labelsIn(document) : root.querySelectorAll('label')) {
      const target = label.control;
      if (!target) continue;
      const known = map.get(target);
      if (known) known.push(label);
      else map.set(target, [label]);
    }
    byRoot.set(root, map);
  }
  return map.get(control) ?? NO_LABELS;
}

const NO_LABELS: readonly Element[] = [];
const LABELABLE = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

const isLabelable = (tag: string) => LABELABLE.has(tag) || tag.includes('-');

/** The control a label names, when it is one that can be labelled. */
export function controlOf(label: Element): Element | null {
  return (label as HTMLLabelElement).control ?? null;
}
