import type { Hands } from './hands.ts';
import { type Clearing, clearWay, isInOverlay } from './interruptions.ts';
import { type ReplyText, type SeenNode, sameLabel } from './reply-text.ts';

/** Failures after which the same target may be chosen again, from the snapshot that came with them. */
const SAME_TARGET = new Set([
  'stale_ref',
  'detached_ref',
  'changed_ref',
  'covered',
  'intercepted',
  'moving',
  'timeout',
]);
const ROLES = new Set(['button', 'link', 'menuitem', 'tab', 'clickable', 'option', 'gridcell', 'cell']);
const MOST_WAYS = 8;

export interface PressOptions extends Clearing {
  readonly why: string;
  /** Other targets than those of the name. */
  readonly which?: (node: SeenNode) => boolean;
}

/**
 * Presses what has this name, by the first way that has an effect: what stands in the content before the menu.
 * A way that failed for good or did nothing is not tried again.
 *
 * @returns the reply with an effect; undefined when no way had one.
 */
export async function press(
  hands: Hands,
  name: string,
  options: PressOptions,
): Promise<ReplyText | undefined> {
  const given = new Set<string>();
  for (let count = 0; count < MOST_WAYS; count++) {
    await clearWay(hands, options);
    const target = candidates(hands, name, options).find((node) => !given.has(wayOf(node)));
    if (target === undefined) return undefined;
    const reply = await hands.act('browser_click', { ref: target.ref }, options.why);
    if (reply.code === undefined && !reply.isSilent) return reply;
    const isNew = hands.page.nodes.every(({ ref }) => ref !== target.ref);
    const isCovered = hands.page.nodes.some(({ role }) => role === 'dialog' || role === 'alertdialog');
    if (!SAME_TARGET.has(reply.code ?? '') || !(isNew || isCovered)) given.add(wayOf(target));
    const closer = /\[(\S+)\] may close it/.exec(reply.own)?.[1];
    if (closer !== undefined && !isCovered) {
      await hands.act('browser_click', { ref: closer }, `close what covers ${name}`);
      given.delete(wayOf(target));
    }
  }
  return undefined;
}

function candidates(hands: Hands, name: string, { own, which }: PressOptions): readonly SeenNode[] {
  const fits = which ?? ((node: SeenNode) => ROLES.has(node.role) && sameLabel(node.name, name));
  const found = hands.page.nodes
    .filter((node) => own !== undefined || !isInOverlay(node))
    .filter((node) => fits(node) && !node.states.includes('disabled'));
  const inMenu = ({ within }: SeenNode) => within.some((head) => /navigation |banner /.test(head));
  return [...found.filter((node) => !inMenu(node)), ...found.filter(inMenu)];
}

function wayOf({ role, name, within }: SeenNode): string {
  return JSON.stringify([role, name, within.map((head) => head.replace(/ ?\[[^\]]*\]/g, ''))]);
}
