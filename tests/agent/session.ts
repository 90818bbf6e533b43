import type { Hands } from './hands.ts';
import { clearWay, isInOverlay } from './interruptions.ts';
import { press } from './press.ts';
import { type SeenNode, sameLabel } from './reply-text.ts';
import { Stuck } from './task.ts';
import * as words from './words.ts';

const MOST_PAGES = 4;

/** The sign-in, by the labels of its fields. Values go into the page of the sign-in only, never into a dialog. */
export class SignIn {
  readonly #fields: ReadonlyMap<string, string>;

  constructor(fields: Readonly<Record<string, string>>) {
    this.#fields = new Map(Object.entries(fields));
  }

  /** Whether the page shows the sign-in: its password, or another of its fields under a heading that says so. */
  isShown(hands: Hands): boolean {
    const shown = this.#shown(hands);
    if (shown.some(([label]) => words.PASSWORD.test(label))) return true;
    const heads = hands.page.lines.filter((line) => line.includes('heading '));
    return shown.length > 0 && heads.some((line) => words.SIGN_IN_PAGE.test(line));
  }

  async signIn(hands: Hands): Promise<void> {
    const typed = new Set<string>();
    for (let count = 0; count < MOST_PAGES && this.isShown(hands); count++) {
      await clearWay(hands);
      const shown = this.#shown(hands);
      if (shown.some(([label]) => words.PASSWORD.test(label) && typed.has(label)))
        throw new Stuck('The portal refused the sign-in.');
      for (const [label, { ref }] of shown) {
        await hands.act('browser_type', { ref, text: this.#fields.get(label) ?? '' }, `sign in: ${label}`);
        typed.add(label);
      }
      const sent = await press(hands, 'sign in', {
        why: 'sign in: send',
        which: ({ role, name }) => role === 'button' && words.SIGN_IN.test(name),
      });
      if (sent === undefined) throw new Stuck('The sign-in cannot be sent.');
    }
    if (this.isShown(hands)) throw new Stuck('The sign-in does not end.');
  }

  #shown(hands: Hands): readonly (readonly [string, SeenNode])[] {
    const boxes = hands.page.nodes.filter((node) => node.role === 'textbox' && !isInOverlay(node));
    return [...this.#fields.keys()].flatMap((label) => {
      const box = boxes.find(({ name }) => sameLabel(name, label));
      return box ? [[label, box] as const] : [];
    });
  }
}
