export const LANGUAGES = ['en', 'pt'] as const;
/** The language of our own words; page text is never translated. */
export type Language = (typeof LANGUAGES)[number];

interface Words {
  readonly omitted: (count: number) => string;
  readonly coveredBy: string;
  readonly asBefore: (count: number) => string;
  readonly newRefs: (count: number, range: string) => string;
  readonly unchanged: string;
  readonly gone: string;
  readonly moreGone: (count: number) => string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    omitted: (count) => `… (${count} nodes omitted)`,
    coveredBy: 'covered by',
    asBefore: (count) => `… (${count} lines as before)`,
    newRefs: (count, range) => `… (${count} rows as before, new refs ${range})`,
    unchanged: 'unchanged',
    gone: 'gone',
    moreGone: (count) => `… (${count} more lines gone)`,
  },
  pt: {
    omitted: (count) => `… (${count} nós omitidos)`,
    coveredBy: 'coberto por',
    asBefore: (count) => `… (${count} linhas como antes)`,
    newRefs: (count, range) => `… (${count} linhas como antes, refs novas ${range})`,
    unchanged: 'sem mudança',
    gone: 'saiu',
    moreGone: (count) => `… (mais ${count} linhas saíram)`,
  },
};
