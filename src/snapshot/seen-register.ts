import type { Shown } from '#page/wire.ts';
import { printedRefs } from './ref.ts';
import { everyNode, type Snapshot } from './snapshot.ts';

interface SeenGeneration {
  readonly pageId: string;
  readonly shown: Map<string, Shown>;
  readonly highest: Map<number, number>;
}

const KEPT_GENERATIONS = 200;

/** What one session was really shown: for each printed ref its role, name, row key, and whether it was one of a run. */
export class SeenRegister {
  readonly #generations = new Map<number, SeenGeneration>();

  /**
   * Takes note of what a text printed of a snapshot. A ref that was cut or folded away keeps what was
   * shown of it before.
   */
  note(snapshot: Snapshot, text: string): void {
    const seen = this.#generation(snapshot.generation, snapshot.pageId);
    for (const document of snapshot.documents)
      seen.highest.set(document.frame, Math.max(document.highest, seen.highest.get(document.frame) ?? 0));
    const printed = printedRefs(text);
    for (const node of everyNode(snapshot.nodes)) {
      if (node.ref === '' || node.kind === 'covered' || !printed.has(node.ref)) continue;
      const { role, name, rowKey, inRun } = node;
      seen.shown.set(node.ref, { role, name, rowKey, inRun });
    }
  }

  /** Takes note of one element that was given a ref beside any snapshot. */
  issue(
    at: {
      readonly ref: string;
      readonly page: string;
      readonly generation: number;
      readonly frame: number;
      readonly element: number;
    },
    shown: Shown,
  ): void {
    const seen = this.#generation(at.generation, at.page);
    seen.highest.set(at.frame, Math.max(at.element, seen.highest.get(at.frame) ?? 0));
    seen.shown.set(at.ref, shown);
  }

  /** Replaces what was shown of one ref, after a refusal or an outcome has told of it. */
  noteOne(ref: string, generation: number, shown: Shown): void {
    this.#generations.get(generation)?.shown.set(ref, shown);
  }

  shownOf(ref: string, generation: number): Shown | undefined {
    return this.#generations.get(generation)?.shown.get(ref);
  }

  /** Highest element number issued in that frame; 0 when nothing of it was ever read. */
  highestIssued(generation: number, frame: number): number {
    return this.#generations.get(generation)?.highest.get(frame) ?? 0;
  }

  /** The tab a generation was read in. */
  pageOf(generation: number): string | undefined {
    return this.#generations.get(generation)?.pageId;
  }

  #generation(generation: number, pageId: string): SeenGeneration {
    const known = this.#generations.get(generation);
    if (known) return known;
    const seen: SeenGeneration = { pageId, shown: new Map(), highest: new Map() };
    this.#generations.set(generation, seen);
    const oldest = this.#generations.keys().next().value;
    if (this.#generations.size > KEPT_GENERATIONS && oldest !== undefined) this.#generations.delete(oldest);
    return seen;
  }
}
