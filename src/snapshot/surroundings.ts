import type { SnapshotNode } from './snapshot.ts';

/** A node that is more than text, with what stands around it. */
export interface SurroundedNode {
  readonly node: SnapshotNode;
  /** Names of the parts around it and texts that stand before it in them, the nearest first. */
  readonly contexts: readonly string[];
  /** It stands in an open dialog. */
  readonly inDialog: boolean;
}

const DIALOGS = new Set(['dialog', 'alertdialog']);
/** A text longer than this is no title of what follows it. */
const TITLE_LIMIT = 60;

/** Every node that is more than text, in order of printing, with what stands around it. */
export function surroundedNodes(nodes: readonly SnapshotNode[]): readonly SurroundedNode[] {
  const all: SurroundedNode[] = [];
  const walk = (node: SnapshotNode, contexts: readonly string[], inDialog: boolean) => {
    if (node.kind === 'covered' || node.kind === 'cut') return;
    if (node.kind !== 'text') all.push({ node, contexts, inDialog });
    const isDialog = DIALOGS.has(node.role);
    const own = node.name === '' ? [] : [node.name];
    const titles = new Titles();
    for (const child of node.children) {
      walk(child, [...titles.now, ...own, ...contexts], inDialog || isDialog);
      titles.pass(child);
    }
  };
  const titles = new Titles();
  for (const node of nodes) {
    walk(node, titles.now, false);
    titles.pass(node);
  }
  return all;
}

/** What stands before an element beside it: the last heading, the last text since, and the cells of its row. */
class Titles {
  #heading: string | undefined;
  #text: string | undefined;
  #cells: readonly string[] = [];

  /** The nearest first. */
  get now(): readonly string[] {
    return [this.#text, this.#heading, ...this.#cells].filter((title) => title !== undefined);
  }

  pass(node: SnapshotNode): void {
    if (node.kind === 'covered' || node.kind === 'cut') return;
    const isCell = node.role === 'cell' || node.role === 'rowheader' || node.role === 'gridcell';
    const words = wordsOf(node);
    if (words === undefined) return;
    if (isCell) this.#cells = [words, ...this.#cells];
    else if (node.role === 'heading') [this.#heading, this.#text] = [words, undefined];
    else if (node.kind === 'text') this.#text = words;
  }
}

function wordsOf(node: SnapshotNode): string | undefined {
  if (node.kind === 'covered' || node.kind === 'cut') return undefined;
  if (node.name !== '') return node.name.length <= TITLE_LIMIT ? node.name : undefined;
  if (node.role !== 'heading') return undefined;
  return node.children.map(wordsOf).find((words) => words !== undefined);
}
