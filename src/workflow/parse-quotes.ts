const PAIRS: Readonly<Record<string, string>> = {
  '‘': '’',
  '“': '”',
  '「': '」',
  '『': '』',
  '«': '»',
  "'": "'",
  '"': '"',
};
const FIRST = 0xe000;
const MARK = /[\ue000-\uf8ff]/gu;

/** A sentence whose quoted parts stand aside, so that no word inside them is read as language. */
export interface QuotedSentence {
  readonly text: string;
  readonly quoted: readonly string[];
}

/**
 * Puts every quoted part aside as one private-use character. A straight or curly apostrophe inside a word is no
 * quote. @returns `undefined` when a quote opens and never closes, or the text holds such characters itself.
 */
export function setQuotesAside(sentence: string): QuotedSentence | undefined {
  if (sentence.search(MARK) >= 0) return undefined;
  const quoted: string[] = [];
  let text = '';
  for (let at = 0; at < sentence.length; at += 1) {
    const open = sentence.charAt(at);
    const close = PAIRS[open];
    if (close === undefined || (open === "'" && /[a-z]/i.test(sentence.charAt(at - 1)))) {
      text += open;
      continue;
    }
    const end = closingAt(sentence, at + 1, close);
    if (end < 0) return undefined;
    text += String.fromCharCode(FIRST + quoted.length);
    quoted.push(sentence.slice(at + 1, end));
    at = end;
  }
  return { text, quoted };
}

function closingAt(sentence: string, from: number, close: string): number {
  for (let at = sentence.indexOf(close, from); at >= 0; at = sentence.indexOf(close, at + 1)) {
    const isApostrophe = (close === "'" || close === '’') && /^[a-z][^‘]*$/i.test(sentence.slice(at + 1));
    if (!isApostrophe || !/[a-z]/i.test(sentence.charAt(at - 1))) return at;
  }
  return -1;
}

/** How many quoted parts a slot holds. */
export function quotesIn(slot: string): number {
  return slot.match(MARK)?.length ?? 0;
}

/** What a slot holds: the one quoted part, or plain words with none. `undefined` for a mixture or nothing. */
export function slotText(slot: string, quoted: readonly string[]): string | undefined {
  const marks = slot.match(MARK) ?? [];
  if (marks.length === 0) return slot.trim() === '' ? undefined : slot.trim();
  if (marks.length > 1 || slot.trim().length > 1) return undefined;
  const text = quoted[slot.trim().charCodeAt(0) - FIRST];
  return text === undefined || text === '' ? undefined : text;
}
