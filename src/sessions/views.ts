import type { Page } from '#browser/page.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';

/** What was last shown of each tab: what the next look is compared with. */
export class Views {
  readonly #shown = new Map<string, Snapshot>();

  of(page: Page): Snapshot | undefined {
    return this.#shown.get(page.id);
  }

  remember(page: Page, snapshot: Snapshot): void {
    this.#shown.set(page.id, snapshot);
  }

  /** The ref of the element that was last shown as focused, if one was. */
  focusedRef(page: Page): string | undefined {
    const snapshot = this.of(page);
    if (snapshot?.generation !== page.generation) return undefined;
    for (const node of everyNode(snapshot.nodes))
      if (node.ref !== '' && node.states.includes('focused')) return node.ref;
    return undefined;
  }

  clear(): void {
    this.#shown.clear();
  }
}
