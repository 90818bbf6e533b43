import { expressionOf } from './lexicon/expression.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { hasQuote, type QuotedSentence, slotText } from './parse-quotes.ts';

const NAMED_KEYS = [
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Insert',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowUp',
  'ArrowRight',
  'ArrowDown',
  'ContextMenu',
  'Space',
];
const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  meta: 'Meta',
  cmd: 'Meta',
  command: 'Meta',
};
/** What is printed on keys, in any language. */
const PRINTED: Readonly<Record<string, string>> = {
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  ins: 'Insert',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
};
const FUNCTION_KEY = /^f(?:[1-9]|1[0-2])$/i;
const HAS_VARIABLE = /\{\{[^{}]*\}\}/u;
/** A host as people write it without a protocol, and no name of a file. */
const BARE_HOST = /^(?:localhost|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?(?:[/?#]\S*)?$/u;
const FILE_NAME = /^[^/]*\.(?:pdf|xlsx?|docx?|pptx?|csv|txt|png|jpe?g|gif|svg|zip|json|xml|html?|md|mp4)$/i;

/** Keys as the keyboard names them, such as `Control+A`; `undefined` for what is no key. */
export function keysIn(slot: string, sentence: QuotedSentence, lexicon: Lexicon): string | undefined {
  const text = slotText(slot, sentence)?.normalize('NFKC').trim();
  if (text === undefined) return undefined;
  const isPlus = /(?:^|\+)\s*\+$/.test(text);
  const parts = (isPlus ? text.replace(/\s*\+$/, '') : text).split('+').map((part) => part.trim());
  const last = isPlus ? '+' : (parts.pop() ?? '');
  const modifiers = parts.filter((part) => part !== '').map((part) => MODIFIERS[part.toLowerCase()]);
  const key = keyNamed(last, lexicon);
  if (key === undefined || modifiers.includes(undefined)) return undefined;
  return [...modifiers, modifiers.length > 0 && key.length === 1 ? key.toUpperCase() : key].join('+');
}

function keyNamed(word: string, { keys }: Lexicon): string | undefined {
  const plain = word.toLowerCase();
  if (/^[!-~]$/.test(word)) return word;
  if (FUNCTION_KEY.test(word)) return word.toUpperCase();
  for (const words of [keys, PRINTED]) if (Object.hasOwn(words, plain)) return words[plain];
  return NAMED_KEYS.find((name) => name.toLowerCase() === plain);
}

/** An address, a path or a variable that stands for one. */
export function urlIn(slot: string, sentence: QuotedSentence): string | undefined {
  const text = slotText(slot, sentence);
  if (text === undefined || /\s/.test(text) || (!hasQuote(slot) && /[，。；、]/u.test(slot)))
    return undefined;
  if (/^https?:\/\/./i.test(text) || HAS_VARIABLE.test(text) || /^\/(?!\/)/.test(text)) return text;
  return BARE_HOST.test(text) && !FILE_NAME.test(text) ? text : undefined;
}

/** The id of a credential: in quotes anything without white space, and one word of Latin letters without. */
export function credentialIn(slot: string, sentence: QuotedSentence): string | undefined {
  const text = slotText(slot, sentence);
  if (text === undefined || /\s/.test(text)) return undefined;
  const isId = hasQuote(slot) || HAS_VARIABLE.test(text) || /^[\w.@:/-]+$/.test(text);
  return isId && !/^credentials?$/i.test(text) ? text : undefined;
}

/** The texts of a list in quotes, or the one that stands without: several without quotes cannot be told apart. */
export function listIn(
  slot: string,
  sentence: QuotedSentence,
  { listed }: Lexicon,
): readonly string[] | undefined {
  if (!hasQuote(slot)) {
    const text = slotText(slot, sentence);
    const separator = expressionOf(String.raw`[、,，]|\s(?:${listed})\s`);
    return text === undefined || separator.test(slot) ? undefined : [text];
  }
  const texts = [...slot].filter(hasQuote).map((mark) => slotText(mark, sentence));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}
