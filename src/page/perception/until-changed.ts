import { domVersion } from './dom-version.ts';

/**
 * Remembers what `look` finds under a document or element until the document changes, so that a look at a
 * large page that stayed as it was need not go through all of it. Only for what a mutation record tells of.
 */
export function untilChanged<Root extends Node, Found>(look: (root: Root) => Found): (root: Root) => Found {
  const known = new WeakMap<Root, { readonly version: number; readonly found: Found }>();
  return (root) => {
    const version = domVersion();
    const last = known.get(root);
    if (last && last.version === version) return last.found;
    const found = look(root);
    known.set(root, { version, found });
    return found;
  };
}
