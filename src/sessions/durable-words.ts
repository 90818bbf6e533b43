import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { type SurroundedNode, surroundedNodes } from '#snapshot/surroundings.ts';
import type { Views } from './views.ts';

/** An element in words that are still good when its ref is not. Nothing here names a node or a selector. */
export interface WordedElement {
  readonly role: string;
  readonly name: string;
  /** Names of the parts around it and texts that stand before it in them, the nearest first. */
  readonly around: readonly string[];
  /** Of its states only those that decide whether it can be used. */
  readonly states?: readonly string[];
  readonly inDialog?: boolean;
}

/** What an operation acted on, and what else was shown that the same words could mean. */
export interface DurableWords extends WordedElement {
  /** Elements of a name that is, or holds, this name. */
  readonly alike: readonly WordedElement[];
  /** Whether it was seen to hold something, which is not told here; absent where it was not seen. */
  readonly isFilled?: boolean;
}

const MOST_AROUND = 8;
const MOST_ALIKE = 40;
const NAME_LIMIT = 300;
const DECIDING_STATES = new Set(['disabled', 'readonly']);

/**
 * The words for what a ref stands for, from what was last shown of its tab: the page is not asked.
 *
 * @returns nothing for what was never shown with a role.
 */
export function durableWords(
  views: Views,
  { page, frame, element, shown }: ResolvedRef,
): DurableWords | undefined {
  const snapshot = views.of(page);
  const all = snapshot?.generation === page.generation ? surroundedNodes(snapshot.nodes) : [];
  const number = page.numberOf(frame);
  const own = all.find(({ node }) => node.element === element && node.frame === number);
  const role = shown?.role ?? own?.node.role;
  if (role === undefined) return undefined;
  const name = shown?.name ?? own?.node.name ?? '';
  const row = shown === undefined || shown.rowKey === '' ? [] : [shown.rowKey];
  const words = own === undefined ? { role, name, around: row } : worded(own);
  const alike = all.filter((other) => other !== own && isAlike(other, name, own));
  return {
    ...words,
    role,
    name: name.slice(0, NAME_LIMIT),
    alike: alike.slice(0, MOST_ALIKE).map(worded),
    ...(own === undefined ? {} : { isFilled: (own.node.value ?? '') !== '' || own.node.isMasked }),
  };
}

function worded({ node, contexts, inDialog }: SurroundedNode): WordedElement {
  const states = node.states.filter((state) => DECIDING_STATES.has(state));
  return {
    role: node.role,
    name: node.name.slice(0, NAME_LIMIT),
    around: contexts.slice(0, MOST_AROUND).map((words) => words.slice(0, NAME_LIMIT)),
    ...(states.length === 0 ? {} : { states }),
    ...(inDialog ? { inDialog } : {}),
  };
}

/** Whoever looks for this name could take the other: one that is longer, or nearly the same in an open dialog. */
function isAlike({ node, inDialog }: SurroundedNode, name: string, own: SurroundedNode | undefined): boolean {
  const [wanted, there] = [folded(name), folded(node.name)];
  if (wanted === '' || there === '') return false;
  return there.includes(wanted) || (inDialog && own?.inDialog !== true && there[0] === wanted[0]);
}

function folded(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*]+/gu, '')
    .replace(/:+$/u, '');
}
