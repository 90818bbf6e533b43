import type { SnapshotNode } from './snapshot.ts';

/** Words by which people call a kind of element, and the roles they mean. */
const KINDS: readonly (readonly [words: readonly string[], roles: readonly string[]])[] = [
  [
    ['button', 'btn', 'botão', '按钮'],
    ['button', 'clickable', 'menuitem', 'switch'],
  ],
  [['link', 'anchor', '链接'], ['link']],
  [
    ['field', 'input', 'box', 'textbox', 'text', 'bar', 'campo', '输入框', '框'],
    ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  ],
  [
    ['search', 'pesquisa', '搜索'],
    ['searchbox', 'search'],
  ],
  [
    ['checkbox', 'check', 'tick'],
    ['checkbox', 'switch', 'menuitemcheckbox'],
  ],
  [
    ['radio', 'option', 'choice'],
    ['radio', 'option', 'menuitemradio'],
  ],
  [
    ['dropdown', 'select', 'list', 'menu', 'picker', '下拉'],
    ['combobox', 'listbox', 'menu', 'list'],
  ],
  [['tab'], ['tab']],
  [
    ['heading', 'title', 'header'],
    ['heading', 'columnheader'],
  ],
  [
    ['image', 'picture', 'photo', 'icon', 'logo'],
    ['img', 'image'],
  ],
  [
    ['row', 'line', 'entry'],
    ['row', 'listitem'],
  ],
  [
    ['table', 'grid'],
    ['table', 'grid', 'treegrid'],
  ],
  [
    ['dialog', 'popup', 'modal', 'window'],
    ['dialog', 'alertdialog'],
  ],
  [['slider', 'range'], ['slider']],
  [
    ['toggle', 'switch'],
    ['switch', 'button'],
  ],
  [
    ['message', 'error', 'alert', 'notification', 'status'],
    ['alert', 'status', 'log'],
  ],
];

const EMPTY_WORDS = new Set([
  'the',
  'a',
  'an',
  'to',
  'of',
  'for',
  'in',
  'on',
  'with',
  'that',
  'which',
  'and',
  'all',
]);

/** How well a node fits a description, from 0 (not at all) to 1. */
export function matchDescription(node: SnapshotNode, description: string): number {
  const wanted = wordsOf(description);
  if (wanted.length === 0) return 0;
  const name = `${node.name} ${node.value ?? ''}`.toLowerCase();
  const phrase = description.trim().toLowerCase();
  if (name.trim() === phrase) return 1;
  const has = new Set(wordsOf(name));
  let points = 0;
  let worth = 0;
  let kindFits = false;
  for (const word of wanted) {
    const kind = KINDS.find(([words]) => words.includes(word));
    const isOfKind = kind?.[1].includes(node.role) === true;
    const isInName = has.has(word) || (word.length > 3 && name.includes(word));
    kindFits ||= isOfKind;
    worth += 1;
    if (isInName) points += 1;
    else if (isOfKind) points += 0.8;
    else if ([...has].some((other) => isNear(word, other))) points += 0.6;
  }
  const isNamed = wanted.some((word) => has.has(word) || name.includes(word));
  if (!isNamed && !(kindFits && wanted.length <= 2)) return 0;
  const phraseBonus = name.includes(phrase) ? 0.2 : 0;
  const useBonus = node.ref !== '' && node.kind === 'node' && ACTABLE.has(node.role) ? 0.05 : 0;
  return Math.min(1, points / worth + phraseBonus + useBonus);
}

const ACTABLE = new Set(KINDS.slice(0, 8).flatMap(([, roles]) => roles));

/** Words of a text: runs of letters and digits, and each sign of a script that is written without spaces. */
function wordsOf(text: string): readonly string[] {
  const found = text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu);
  return (found ?? []).filter((word) => !EMPTY_WORDS.has(word));
}

/** One sign apart, or one the beginning of the other. */
function isNear(one: string, other: string): boolean {
  if (one.length < 4 || other.length < 4) return false;
  if (one.startsWith(other) || other.startsWith(one)) return true;
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const rest = (text: string, skip: number) => text.slice(at + skip);
  return (
    rest(one, 1) === rest(other, 1) || rest(one, 1) === rest(other, 0) || rest(one, 0) === rest(other, 1)
  );
}
