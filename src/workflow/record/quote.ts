/** Quotes in the order in which each language takes them; the next where a text holds one of the last. */
const PAIRS = {
  zh: ['“”', '「」', '『』', '«»', '""', '‘’', "''"],
  en: ['""', '“”', '«»', '「」', '『』', '‘’', "''"],
} as const;

/** What would break a line, or be taken for a mark of the reader's own: no quotes hold these. */
const UNQUOTABLE = /[\p{Cc}\p{Co}\u2028\u2029]/u;

/** A text in each kind of quotes that it does not hold itself; none where no quotes keep it together. */
export function quotings(text: string, locale: 'zh' | 'en'): readonly string[] {
  if (text === '' || text.trim() !== text || UNQUOTABLE.test(text)) return [];
  return PAIRS[locale]
    .filter(([open = '', close = '']) => !text.includes(open) && !text.includes(close))
    .map(([open = '', close = '']) => `${open}${text}${close}`);
}
