const closedRoots = new WeakMap<Element, ShadowRoot>();

/** Tells of a closed shadow root that the host found; its host element is the key. */
export function rememberClosedRoot(root: ShadowRoot): void {
  closedRoots.set(root.host, root);
}

export function shadowOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? closedRoots.get(element) ?? null;
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

/** Parent as it is drawn: the slot an element is assigned to, the host of a shadow tree. */
export function flatParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const parent = element.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** The nearest ancestor in the drawn tree that `accepts`, from the parent on. */
export function flatAncestor(element: Element, accepts: (ancestor: Element) => boolean): Element | null {
  for (let at = flatParent(element); at; at = flatParent(at)) if (accepts(at)) return at;
  return null;
}
