export const LANGUAGES = ['en', 'pt'] as const;
/** The language of our own words; page text is never translated. */
export type Language = (typeof LANGUAGES)[number];

interface Words {
  readonly omitted: (count: number) => string;
  /** Of a list that holds only the items in view. */
  readonly virtual: (present: string, total: number, ref: string) => string;
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
    virtual: (present, total, ref) =>
      `(virtual list: ${present} of about ${total} items are in the page; browser_scroll on [${ref}] brings more)`,
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
    virtual: (present, total, ref) =>
      `(lista virtual: ${present} de cerca de ${total} itens estão na página; browser_scroll em [${ref}] traz mais)`,
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
