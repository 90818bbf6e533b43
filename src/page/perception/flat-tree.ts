const closedRoots = new WeakMap<Element, ShadowRoot>();
let hasClosedRoots = false;

/** Tells of closed shadow roots that the host found. */
export function rememberClosedRoots(...roots: readonly ShadowRoot[]): void {
  for (const root of roots) closedRoots.set(root.host, root);
  if (roots.length > 0) hasClosedRoots = true;
}

export function shadowOf(element: Element): ShadowRoot | null {
  const open = element.shadowRoot;
  const root = open === null && hasClosedRoots ? (closedRoots.get(element) ?? null) : open;
  if (root) seenShadow = true;
  return root;
}

let seenShadow = false;

/** Whether this document has shown a shadow tree so far: without, every element known is in the document itself. */
export function hasSeenShadow(): boolean {
  return seenShadow;
}

/** Children as they are drawn: the shadow tree of a host, what is assigned to a slot. */
export function flatChildren(element: Element): ArrayLike<Node> {
  const shadow = shadowOf(element);
  if (shadow) return shadow.childNodes;
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}

/** The parent in the drawn tree: the slot an element is assigned to, the host of a shadow tree. */
export function flatParent(element: Element): Element | null {
  const slot = element.assignedSlot;
  if (slot) return slot;
  const parent = element.parentElement;
  if (parent === null) {
    const root = element.parentNode;
    return root instanceof ShadowRoot ? root.host : null;
  }
  const closed = hasClosedRoots ? closedRoots.get(parent) : undefined;
  return closed ? (slotIn(closed, element) ?? parent) : parent;
}

/** A slot of a closed tree is not told by what is assigned to it. */
function slotIn(root: ShadowRoot, element: Element): HTMLSlotElement | null {
  for (const slot of root.querySelectorAll('slot')) if (slot.assignedNodes().includes(element)) return slot;
  return null;
}

/** The nearest ancestor in the drawn tree that `accepts`, from the parent on. */
export function flatAncestor(element: Element, accepts: (ancestor: Element) => boolean): Element | null {
  for (let at = flatParent(element); at; at = flatParent(at)) if (accepts(at)) return at;
  return null;
}
