import type { Page } from '#browser/page.ts';
import { fail } from '#snapshot/errors.ts';
import { messagesIn } from '#snapshot/messages.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';

/** An element that was shown with a ref. */
export interface ShownElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** As they are printed: `checked`, `disabled`, `level=2` … */
  readonly states: readonly string[];
  /** What a control holds; absent where it holds nothing that is printed, or a secret. */
  readonly value?: string;
}

/** What was last shown of each tab: what the next look is compared with. */
export class Views {
  readonly #shown = new Map<string, Snapshot>();
  /** What was shown of each tab when the last action began, and what was shown first after that. */
  #before: ReadonlyMap<string, Snapshot> = new Map();
  readonly #after = new Map<string, Snapshot>();

  of(page: Page): Snapshot | undefined {
    return this.#shown.get(page.id);
  }

  remember(page: Page, snapshot: Snapshot): void {
    this.#shown.set(page.id, snapshot);
    if (!this.#after.has(page.id)) this.#after.set(page.id, snapshot);
  }

  /** An action begins: what is shown from now on may be its doing. */
  actionBegins(): void {
    this.#before = new Map(this.#shown);
    this.#after.clear();
  }

  /** Lines of status messages, alerts and headings that were shown of a tab after the last action and not before. */
  messagesSinceAction(page: Page): readonly string[] {
    const known = new Set(messagesIn(this.#before.get(page.id)?.nodes ?? []));
    const since = [this.#after.get(page.id), this.of(page)].flatMap((snapshot) =>
      snapshot === undefined ? [] : messagesIn(snapshot.nodes),
    );
    return [...new Set(since)].filter((line) => !known.has(line));
  }

  /** What a ref was shown for in the tab's current document, in order. */
  elements(page: Page): readonly ShownElement[] {
    const snapshot = this.of(page);
    if (snapshot?.generation !== page.generation) return [];
    return [...everyNode(snapshot.nodes)]
      .filter((node) => node.ref !== '')
      .map(({ ref, role, name, states, value }) => ({
        ref,
        role,
        name,
        states,
        ...(value === null ? {} : { value }),
      }));
  }

  /**
   * The ref of the element that was shown under this role and name in a tab.
   *
   * @throws not_found, ambiguous.
   */
  refNamed(page: Page | undefined, role: string, name: string): string {
    const found = page
      ? this.elements(page).filter((shown) => shown.role === role && shown.name === name)
      : [];
    const [first, second] = found;
    const what = `${role} ${JSON.stringify(name)}`;
    if (!first) throw fail('not_found', `No ${what} was shown.`, { dispatch: 'not_sent' });
    if (second) {
      const refs = found.map(({ ref }) => ref).join(', ');
      throw fail('ambiguous', `Several were shown as ${what}: ${refs}.`, { dispatch: 'not_sent' });
    }
    return first.ref;
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
    this.#before = new Map();
    this.#after.clear();
  }
}
