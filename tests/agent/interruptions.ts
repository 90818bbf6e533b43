import type { Hands } from './hands.ts';
import { blockOf, type SeenNode, sameLabel } from './reply-text.ts';
import { Stuck } from './task.ts';
import * as words from './words.ts';

const OVERLAYS = new Set(['dialog', 'alertdialog']);
const PRESSABLE = new Set(['button', 'link', 'clickable', 'menuitem', 'tab']);
const MOST_OVERLAYS = 5;

export interface Clearing {
  /** Name of a dialog that belongs to the step itself, such as a calendar that was opened for it. */
  readonly own?: string;
  /** What was just sent: a confirmation of it is answered with yes. */
  readonly sent?: string;
}

/** Deals with whatever lies over the page before the real target. The task goes on where it was. */
export async function clearWay(hands: Hands, clearing: Clearing = {}): Promise<void> {
  for (let count = 0; count < MOST_OVERLAYS; count++) {
    const overlay = hands.page.nodes.find(
      ({ role, name }) => OVERLAYS.has(role) && (clearing.own === undefined || name !== clearing.own),
    );
    if (overlay === undefined) return;
    await resolve(hands, overlay, clearing);
  }
  throw new Stuck('Dialogs keep coming.');
}

async function resolve(hands: Hands, overlay: SeenNode, { sent }: Clearing): Promise<void> {
  const block = blockOf(hands.page, overlay);
  const buttons = within(hands, overlay).filter(({ role }) => PRESSABLE.has(role));
  const says = block.join(' ');
  const first = (pattern: RegExp) => buttons.find(({ name }) => pattern.test(name));
  const chosen = words.PRIVACY.test(says)
    ? (first(words.REFUSE) ?? first(words.SETTINGS))
    : words.SESSION.test(says)
      ? (first(words.STAY) ?? first(words.DISMISS))
      : sent !== undefined
        ? (buttons.find(({ name }) => sameLabel(name, sent)) ?? first(words.CONFIRM) ?? first(words.DISMISS))
        : first(words.DISMISS);
  const why = `resolve ${overlay.role} "${overlay.name}"`;
  const reply = chosen
    ? await hands.act('browser_click', { ref: chosen.ref }, why)
    : await hands.act('browser_press', { key: 'Escape' }, why);
  if (reply.code === undefined && !reply.isSilent) return;
  if (chosen) await hands.act('browser_press', { key: 'Escape' }, why);
}

/** Nodes inside a node's block. */
export function within(hands: Hands, outer: SeenNode): readonly SeenNode[] {
  const last = outer.line + blockOf(hands.page, outer).length;
  return hands.page.nodes.filter(({ line, ref }) => line >= outer.line && line < last && ref !== outer.ref);
}

/** Whether a node stands in a dialog. */
export function isInOverlay({ within: above }: SeenNode): boolean {
  return above.some((head) => /(^|[\s-])(alert)?dialog /.test(head));
}
