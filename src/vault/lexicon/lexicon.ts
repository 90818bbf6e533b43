/** What a label announces. `code` is a one-time code; `token` is any other secret, or what codes are made from. */
export const LABEL_KINDS = ['host', 'username', 'password', 'code', 'token'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** Words of one language in which people hand over credentials. Case does not matter. */
export interface Lexicon {
  /** BCP 47; `und` for words of every language. */
  readonly locale: string;
  readonly labels: Readonly<Partial<Record<LabelKind, readonly string[]>>>;
  /** Words that announce credentials: with one of them a site and a user name alone are meant as such. */
  readonly announcements: readonly string[];
  /** What may stand between a label and its value instead of a colon. */
  readonly joiners: readonly string[];
  /** What follows a label in ordinary talk, and so is no value. */
  readonly notValues: readonly string[];
}
