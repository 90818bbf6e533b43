import { elementOf } from '#page/perception/element-table.ts';
import { withoutSecrets } from '#page/perception/secret-marks.ts';
import { isDisabled } from '#page/perception/states.ts';
import { shadowRootsIn } from '#page/settle/change-counter.ts';
import { checkedOf } from './control-kind.ts';

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function textUnder(root: Document | ShadowRoot): string {
  let text = root instanceof Document ? (root.body?.innerText ?? '') : '';
  if (root instanceof ShadowRoot) {
    for (const child of root.children) text += `\n${child instanceof HTMLElement ? child.innerText : ''}`;
  }
  for (const inner of shadowRootsIn(root)) text += `\n${textUnder(inner)}`;
  return text;
}

/** The text of this document a line a piece, without what repeats a secret that was typed into it. */
export function readableText(): string {
  return textUnder(document)
    .split('\n')
    .map((line) => withoutSecrets(line))
    .join('\n');
}

/** Whether a text can be read in this document now. */
export function hasText(text: string): boolean {
  return folded(textUnder(document)).includes(folded(text));
}

/** States of an element that can be waited for; `gone` when it has left. */
export function stateWords(number: number): readonly string[] {
  const element = elementOf(number);
  if (element === undefined) return ['gone'];
  const isVisible = element.checkVisibility({ visibilityProperty: true });
  const checked = checkedOf(element);
  return [
    isVisible ? 'visible' : 'hidden',
    isDisabled(element) ? 'disabled' : 'enabled',
    ...(checked === undefined ? [] : [checked === true ? 'checked' : 'unchecked']),
  ];
}
