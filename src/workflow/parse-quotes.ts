const PAIRS: Readonly<Record<string, string>> = {
  '‘': '’',
  '“': '”',
  '「': '」',
  '『': '』',
  '«': '»',
  '【': '】',
  "'": "'",
  '"': '"',
  '＇': '＇',
  '＂': '＂',
};
const CLOSING = /[’”」』»】]/u;
const FIRST_QUOTE = 0xe000;
const FIRST_VARIABLE = 0xec00;
const MARKS = /[\ue000-\uf8ff]/gu;

/** One quoted part, as the text of a regular expression. */
export const QUOTE_MARK = String.raw`[\ue000-\uebff]`;
/** Anything but quoted parts. */
export const NO_QUOTE_MARK = String.raw`[^\ue000-\uebff]`;
const QUOTED = new RegExp(QUOTE_MARK, 'u');
const VARIABLE = /\{\{[^{}]*\}\}/uy;

/** A sentence whose quoted parts and `{{inputs}}` stand aside, so that no word inside them is read as language. */
export interface QuotedSentence {
  readonly text: string;
  /** By the mark that stands for it: what it says, and how it was written. */
  readonly aside: ReadonlyMap<string, { readonly says: string; readonly written: string }>;
}

/**
 * Puts every quoted part and every `{{input}}` aside as one private-use character. A straight or curly apostrophe
 * inside a word is no quote.
 *
 * @returns `undefined` when a quote opens and never closes, closes without having opened, or the text holds such
 *   characters itself.
 */
export function setQuotesAside(sentence: string): QuotedSentence | undefined {
  if (sentence.search(MARKS) >= 0) return undefined;
  const aside = new Map<string, { says: string; written: string }>();
  const put = (first: number, says: string, written: string): string => {
    const mark = String.fromCharCode(first + aside.size);
    aside.set(mark, { says, written });
    return mark;
  };
  let text = '';
  for (let at = 0; at < sentence.length; at += 1) {
    const open = sentence.charAt(at);
    const isInWord = /[a-z]/i.test(sentence.charAt(at - 1));
    VARIABLE.lastIndex = at;
    const variable = VARIABLE.exec(sentence)?.[0];
    if (variable !== undefined) {
      text += put(FIRST_VARIABLE, variable, variable);
      at += variable.length - 1;
      continue;
    }
    const close = PAIRS[open];
    if (CLOSING.test(open) && !(open === '’' && isInWord)) return undefined;
    if (close === undefined || (open === "'" && isInWord)) {
      text += open;
      continue;
    }
    const end = closingAt(sentence, at + 1, close);
    if (end < 0) return undefined;
    text += put(FIRST_QUOTE, sentence.slice(at + 1, end), sentence.slice(at, end + 1));
    at = end;
  }
  return { text, aside };
}

function closingAt(sentence: string, from: number, close: string): number {
  for (let at = sentence.indexOf(close, from); at >= 0; at = sentence.indexOf(close, at + 1)) {
    const isApostrophe = (close === "'" || close === '’') && /^[a-z][^‘]*$/i.test(sentence.slice(at + 1));
    if (!isApostrophe || !/[a-z]/i.test(sentence.charAt(at - 1))) return at;
  }
  return -1;
}

export function hasQuote(text: string): boolean {
  return QUOTED.test(text);
}

/** A part of a sentence as it was written, quotes and all. */
export function writtenAs(text: string, { aside }: QuotedSentence): string {
  return text.replace(MARKS, (mark) => aside.get(mark)?.written ?? '').trim();
}

/** What a slot holds: the one quoted part, or plain words with none. `undefined` for a mixture or nothing. */
export function slotText(slot: string, { aside }: QuotedSentence): string | undefined {
  const words = slot.trim();
  if (words === '' || (hasQuote(words) && words.length > 1)) return undefined;
  const text = words.replace(MARKS, (mark) => aside.get(mark)?.says ?? '');
  return text === '' ? undefined : text;
}
