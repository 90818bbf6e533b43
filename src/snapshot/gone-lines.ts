import { withoutRefs } from './fold-lines.ts';
import { type Language, WORDS } from './language.ts';
import { type Line, printLines, remark } from './line.ts';
import { headOf, portalLines } from './portal-lines.ts';
import { everyNode, type Snapshot, type SnapshotNode } from './snapshot.ts';

const GONE_SHOWN = 5;
const GONE_LIMIT = 200;

/**
 * What was shown before and is there no more, the outermost first: a line each, the rest counted. A node whose
 * ref still is printed is not gone, whatever else of it changed; and what a cut may only have left out is not
 * said to be gone.
 */
export function goneLines(before: Snapshot, now: Snapshot, language: Language): readonly Line[] {
  const words = WORDS[language];
  const here = new NodesOfNow(before, now, language);
  const gone = goneAmong(before.nodes, here, undefined);
  const shown = gone.slice(0, GONE_SHOWN).map((node): Line => {
    const text = `${words.gone}: ${firstLine(node, language)}`;
    return { text, head: text, ref: '', isRemark: false, children: [] };
  });
  if (gone.length > GONE_SHOWN) shown.push(remark(words.moreGone(gone.length - GONE_SHOWN)));
  return shown;
}

function firstLine(node: SnapshotNode, language: Language): string {
  const [line] = portalLines([node], language);
  const text = withoutRefs(line?.text ?? '');
  return text.length > GONE_LIMIT ? `${text.slice(0, GONE_LIMIT)}…` : text;
}

/** The nodes printed now, to look for those of before among. */
class NodesOfNow {
  readonly #byRef = new Map<string, SnapshotNode>();
  readonly #texts = new Map<string, number>();
  readonly #shortened: string[] = [];
  /** Nodes of before that stand as they stood, with all in them. */
  readonly #settled = new Set<SnapshotNode>();
  readonly #hasCut: boolean;

  constructor(before: Snapshot, now: Snapshot, language: Language) {
    const refsBefore = new Set([...everyNode(before.nodes)].map((node) => node.ref));
    for (const node of everyNode(now.nodes)) {
      if (node.ref !== '' && node.kind !== 'covered') this.#byRef.set(node.ref, node);
      if (node.ref === '' || !refsBefore.has(node.ref)) {
        const text = textOf(node);
        this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
        if (node.name.endsWith('…')) this.#shortened.push(node.name.slice(0, -1));
      }
    }
    this.#hasCut = hasCut(now.nodes);
    this.#settle(before, now, language);
  }

  /** A row that stands as it stood keeps its own words, so that no other row takes them. */
  #settle(before: Snapshot, now: Snapshot, language: Language): void {
    const wholes = new Map<string, number>();
    const wholeOf = (node: SnapshotNode) => printLines(portalLines([node], language)).join('\n');
    for (const node of everyNode(now.nodes)) {
      if (node.children.length === 0) continue;
      const whole = wholeOf(node);
      wholes.set(whole, (wholes.get(whole) ?? 0) + 1);
    }
    const settle = (node: SnapshotNode) => {
      if (node.children.length === 0) return;
      const whole = wholeOf(node);
      const count = wholes.get(whole) ?? 0;
      if (count === 0) {
        for (const child of node.children) settle(child);
        return;
      }
      wholes.set(whole, count - 1);
      this.#settled.add(node);
      for (const inner of everyNode([node])) this.takes(inner);
    };
    for (const node of before.nodes) settle(node);
  }

  isSettled(node: SnapshotNode): boolean {
    return this.#settled.has(node);
  }

  /** Whether it is still there: by its ref, or as a node without one, or with a new one, that reads the same. */
  takes(node: SnapshotNode): boolean {
    if (node.ref !== '' && this.#byRef.has(node.ref)) return true;
    const text = textOf(node);
    const count = this.#texts.get(text) ?? 0;
    if (count > 0) {
      this.#texts.set(text, count - 1);
      return true;
    }
    return this.#shortened.some((start) => node.name.startsWith(start));
  }

  /** Whether a cut within that region, or within the page, may hide it. */
  mayBeCut(region: string | undefined): boolean {
    const node = region === undefined ? undefined : this.#byRef.get(region);
    return node ? hasCut(node.children) : this.#hasCut;
  }

  has(ref: string): boolean {
    return this.#byRef.has(ref);
  }
}

function textOf(node: SnapshotNode): string {
  return withoutRefs(headOf(node));
}

function hasCut(nodes: readonly SnapshotNode[]): boolean {
  for (const node of everyNode(nodes)) if (node.kind === 'cut') return true;
  return false;
}

/** @param region - the nearest node around them that is still there. */
function goneAmong(
  nodes: readonly SnapshotNode[],
  here: NodesOfNow,
  region: string | undefined,
): SnapshotNode[] {
  const gone: SnapshotNode[] = [];
  for (const node of nodes) {
    if (!isPrinted(node) || here.isSettled(node)) continue;
    const isBare = node.ref === '' && node.name === '' && node.children.length > 0;
    const isHere = !isBare && here.takes(node);
    const around = isHere && node.ref !== '' && here.has(node.ref) ? node.ref : region;
    const below = goneAmong(node.children, here, around);
    const hasAllGone =
      node.children.every((child) => !here.isSettled(child)) &&
      below.length === node.children.filter(isPrinted).length;
    if (!isHere && (node.children.length > 0 ? hasAllGone : !here.mayBeCut(around))) gone.push(node);
    else gone.push(...below);
  }
  return gone;
}

function isPrinted(node: SnapshotNode): boolean {
  return node.kind !== 'cut' && node.kind !== 'covered' && node.kind !== 'columns' && node.kind !== 'virtual';
}
