/** When a caller may send the very same call again. */
export const RETRY_RULES = [
  'yes',
  'no',
  'after-snapshot',
  'when-passed',
  'when-changed',
  'after-dialog',
  'after-navigation',
  'after-reload',
  'if-not-sent',
  'smaller',
  'when-mended',
] as const;
export type RetryRule = (typeof RETRY_RULES)[number];

/**
 * One row of the table of refusals: static product text and what each face says for it.
 * The facts of one occurrence go into the sentence, never here.
 */
export interface ErrorEntry {
  readonly means: string;
  readonly remedy: string;
  readonly retry: RetryRule;
  /** HTTP status. Absent for what never crosses HTTP. */
  readonly status?: number;
  /** Exit code of the command line. */
  readonly exit: number;
  /** The code of the strict face, where it has one. */
  readonly strict?: string;
}

export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;
export type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * The one error type that leaves the engine. `code` is stable; `message` is one sentence with the facts;
 * `remedy` says what to do now. No secret ever enters `message` or `facts`.
 */
export class PortolanError extends Error {
  override readonly name = 'PortolanError';
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly facts: ErrorFacts;

  constructor(code: string, entry: ErrorEntry, sentence: string, facts: ErrorFacts, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.code = code;
    this.entry = entry;
    this.facts = facts;
  }

  get remedy(): string {
    const own = this.facts['remedy'];
    return typeof own === 'string' ? own : this.entry.remedy;
  }
}

export type Fail<Codes extends string> = (
  code: Codes,
  sentence: string,
  facts?: ErrorFacts,
  cause?: unknown,
) => PortolanError;

/**
 * Makes the raising function of a domain from its catalogue; a misspelt code does not compile.
 *
 * @example throw fail('stale_ref', `${ref} is from generation 2; the page is at 3.`, { ref });
 * @param catalogue - the domain's codes. `facts.remedy`, when given, replaces the entry's remedy.
 */
export function failFrom<Catalogue extends ErrorCatalogue>(
  catalogue: Catalogue,
): Fail<keyof Catalogue & string> {
  return (code, sentence, facts = {}, cause) =>
    new PortolanError(code, catalogue[code] as ErrorEntry, sentence, facts, cause);
}

export function isPortolanError(value: unknown, code?: string): value is PortolanError {
  return value instanceof PortolanError && (code === undefined || value.code === code);
}
