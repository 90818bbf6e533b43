export const LANGUAGES = ['en', 'pt'] as const;
/** The language of our own words; page text is never translated. */
export type Language = (typeof LANGUAGES)[number];

interface Words {
  readonly omitted: (count: number) => string;
  readonly coveredBy: string;
  /** Of a canvas. */
  readonly drawn: string;
  readonly asBefore: (count: number) => string;
  readonly newRefs: (count: number, range: string) => string;
  readonly unchanged: string;
  /** Of a region in which something was cut. */
  readonly unchangedAsShown: string;
  /** Finds what `omitted` writes. */
  readonly isCut: RegExp;
  readonly gone: string;
  readonly moreGone: (count: number) => string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    omitted: (count) => `… (${count} nodes omitted)`,
    coveredBy: 'covered by',
    drawn: 'drawn: nothing in it can be read',
    asBefore: (count) => `… (${count} ${count === 1 ? 'line' : 'lines'} as before)`,
    newRefs: (count, range) => `… (${count} ${count === 1 ? 'row' : 'rows'} as before, new refs ${range})`,
    unchanged: 'unchanged',
    unchangedAsShown: 'unchanged where shown',
    isCut: /… \(\d+ nodes omitted\)/,
    gone: 'gone',
    moreGone: (count) => `… (${count} more ${count === 1 ? 'line' : 'lines'} gone)`,
  },
  pt: {
    omitted: (count) => `… (${count} nós omitidos)`,
    coveredBy: 'coberto por',
    drawn: 'desenhado: nada nele pode ser lido',
    asBefore: (count) => `… (${count} ${count === 1 ? 'linha' : 'linhas'} como antes)`,
    newRefs: (count, range) =>
      `… (${count} ${count === 1 ? 'linha' : 'linhas'} como antes, refs novas ${range})`,
    unchanged: 'sem mudança',
    unchangedAsShown: 'sem mudança no que se mostra',
    isCut: /… \(\d+ nós omitidos\)/,
    gone: 'saiu',
    moreGone: (count) => (count === 1 ? '… (mais 1 linha saiu)' : `… (mais ${count} linhas saíram)`),
  },
};
