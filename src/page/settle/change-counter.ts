import { flatParent, shadowOf } from '#page/perception/flat-tree.ts';

/** Counts changes under a document and its shadow roots, told apart by whether the input's work made them. */
export class ChangeCounter {
  own = 0;
  other = 0;
  /** Opened or closed dialogs, details and the like: the browser tells the page of these in a later task. */
  toggles = 0;
  lastMs = 0;
  readonly #isOwn: () => boolean;
  readonly #observer: MutationObserver;

  constructor(isOwn: () => boolean) {
    this.#isOwn = isOwn;
    this.#observer = new MutationObserver((records) => this.#take(records));
    this.#watch(document);
  }

  get total(): number {
    this.#take(this.#observer.takeRecords());
    return this.own + this.other;
  }

  stop(): void {
    this.#observer.disconnect();
  }

  #watch(root: Document | ShadowRoot): void {
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (const inner of shadowRootsIn(root)) this.#watch(inner);
  }

  #take(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.lastMs = performance.now();
    if (this.#isOwn()) this.own += records.length;
    else this.other += records.length;
    for (const record of records) if (record.attributeName === 'open') this.toggles += 1;
  }
}

/** Shadow roots directly inside a tree, not those inside of them. */
export function* shadowRootsIn(root: Document | ShadowRoot): Generator<ShadowRoot> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const shadow = shadowOf(node as Element);
    if (shadow !== null) yield shadow;
  }
}

/** Whether `inner` is drawn inside `outer`, or is it. */
export function isDrawnInside(inner: Element, outer: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
}
